import HealthBytes
import HealthModel
import HealthStatistics

extension ReportPage {
  /// What the data are, what was found in them, and what the page does not show.
  mutating func writeQuality() {
    let quality = builder.quality
    page.tag("<section aria-labelledby=\"quality\"><h2 id=\"quality\">Data quality</h2>\n")
    page.tag("<h3>Sources</h3>")
    table("Source", "Kind", quality.sources)
    page.tag("<h3>Days without data</h3>")
    writeGaps()
    page.tag("<h3>Findings</h3>")
    if quality.findings.isEmpty {
      page.tag(
        "<p>Reading found no faults. Rules were not checked: that is what <code>validate</code> does.</p>"
      )
    } else {
      page.tag(
        """
        <div class="scroll"><table><thead><tr><th scope="col">Rule</th><th scope="col" class="t">Severity</th>\
        <th scope="col">Findings</th></tr></thead><tbody>
        """)
      for finding in quality.findings {
        page.tag("<tr><th scope=\"row\">")
        page.name(finding.rule)
        page.tag("</th><td class=\"t\">")
        page.text(finding.severity)
        page.tag("</td>")
        cell(form.count(finding.count))
        page.tag("</tr>")
      }
      page.tag("</tbody></table></div>")
    }
    page.tag("<h3>Not in this report</h3>")
    writeLosses()
    page.tag("</section>\n")
  }

  private mutating func writeGaps() {
    guard builder.gapCount > 0 else {
      page.tag(
        builder.hasDays
          ? "<p>Every day between the first and the last has data.</p>"
          : "<p>No day has data that this report shows.</p>")
      return
    }
    page.tag("<p>")
    let count = builder.gapCount
    page.text(
      count == 1
        ? "One span of days has no data." : "\(form.count(count)) spans of days have no data.")
    if count > builder.gaps.count { page.text(" The latest \(builder.gaps.count) are listed.") }
    page.tag("</p><ul>")
    for gap in builder.gaps.reversed() {
      page.tag("<li>")
      page.text("\(form.count(gap.days)) day\(gap.days == 1 ? "" : "s") after \(gap.from)")
      page.tag("</li>")
    }
    page.tag("</ul>")
  }

  private mutating func writeLosses() {
    let quality = builder.quality
    page.tag("<ul>")
    for note in quality.notes {
      page.tag("<li>")
      page.text(note)
      page.tag("</li>")
    }
    let all = builder.sortedMonths.count
    if all > dailyMonths {
      page.tag("<li>")
      page.text(
        "Only the latest \(dailyMonths) of \(all) months are shown by day; the latest "
          + "\(shownMonths) are in the charts by month")
      page.tag("</li>")
    }
    if builder.workoutCount > builder.workouts.count {
      page.tag("<li>")
      page.text(
        "Only the latest \(builder.workouts.count) of \(form.count(builder.workoutCount)) workouts are listed"
      )
      page.tag("</li>")
    }
    page.tag("<li>Samples of the types below, which have no chart</li></ul>")
    page.tag("<details><summary>Types without a chart</summary>")
    table("Type", "Kind", quality.types)
    page.tag("</details>")
  }

  private mutating func table(
    _ name: StaticString, _ kind: StaticString, _ entries: [ReportQuality.Entry]
  ) {
    page.tag("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">")
    page.tag(name)
    page.tag("</th><th scope=\"col\" class=\"t\">")
    page.tag(kind)
    page.tag(
      """
      </th><th scope="col">Samples</th><th scope="col">First</th><th scope="col">Last</th></tr></thead><tbody>

      """)
    for entry in entries.prefix(ReportBuilder.mostNames) {
      page.tag("<tr><th scope=\"row\">")
      if entry.name.isEmpty { page.tag("<i>without a name</i>") } else { page.name(entry.name) }
      page.tag("</th><td class=\"t\">")
      page.text(entry.kind)
      page.tag("</td>")
      cell(form.count(entry.count))
      cell(entry.first.map { String($0.text(.iso8601).description.prefix(10)) })
      cell(entry.last.map { String($0.text(.iso8601).description.prefix(10)) })
      page.tag("</tr>\n")
    }
    page.tag("</tbody></table></div>")
    let rest = entries.count - ReportBuilder.mostNames
    if rest > 0 {
      page.tag("<p>")
      page.text("… and \(form.count(rest)) more")
      page.tag("</p>")
    }
  }
}

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
