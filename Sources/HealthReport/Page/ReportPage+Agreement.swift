import HealthStatistics

extension ReportPage {
  /// How many of the days that differ most are listed for each figure.
  private static let mostDays = 5

  /// The totals of days that the device stated, next to what the records of the day add up to.
  mutating func writeAgreement() {
    let totals = builder.agreement.totals
    guard !totals.isEmpty else { return }
    let summaries = Agreement.summaries(of: totals)
    openSection("Agreement with the device", "agreement")
    page.tag(
      "<p>The totals of a day that Apple’s devices computed and exported, next to what the records of the day add up to.</p>"
    )
    let form = form
    table(
      "Days within 1 %", ["Figure", "Days", "Within 1 %", "Share"],
      summaries.map { summary in
        [
          Self.title(summary.figure), form.count(summary.days), form.count(summary.close),
          form.number(100 * Double(summary.close) / Double(summary.days), 1) + " %",
        ]
      })
    let worst = summaries.flatMap { $0.worst.prefix(Self.mostDays) }
    if !worst.isEmpty {
      table(
        "Days that differ most", summary: "Days that differ most",
        ["Day", " Figure", "Stated", "Records", "Difference"],
        worst.map { total in
          let sign = total.difference < 0 ? "−" : "+"
          return [
            total.date, Self.title(total.figure), figure(total.stated, total.figure),
            figure(total.records, total.figure),
            sign + figure(total.difference.magnitude, total.figure),
          ]
        })
    }
    page.tag("</section>\n")
  }

  private static func title(_ figure: Agreement.Figure) -> String {
    let words = figure.words
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private func figure(_ value: Double, _ figure: Agreement.Figure) -> String {
    switch figure {
    case .activeEnergy, .workoutEnergy:
      form.figure(form.shown(value, .energy), .energy)
    case .workoutDistance: form.figure(form.shown(value, .distance), .distance)
    case .exercise: form.figure(value, .exercise)
    case .standHours: "\(form.number(value)) h"
    }
  }
}
