package import HealthBytes
import HealthModel
import HealthStatistics

/// Writes what a builder collected as one page: no script, nothing loaded from elsewhere, everything from data escaped.
package struct ReportPage: ~Copyable {
  /// The largest page, in bytes. A page without months by day is always smaller.
  package static let mostBytes = 2_000_000

  private(set) var builder: ReportBuilder
  /// The months of the overview.
  private(set) var months: [ReportMonth] = []
  /// The months that have a section: those that are shown by day, and those of the workouts.
  private(set) var sections: [ReportMonth] = []
  /// The workouts that are listed.
  let workouts: [MonthKey: [ReportWorkout]]
  var page: HTMLWriter
  /// The form of numbers and months.
  let form: ReportText

  /// A page.
  ///
  /// - Parameter sink: Takes the text; is not finished.
  package init(_ builder: ReportBuilder, to sink: any ByteSink) {
    var builder = builder
    builder.finish()
    self.builder = builder
    form = builder.text
    var workouts: [MonthKey: [ReportWorkout]] = [:]
    for workout in builder.workouts {
      if let month = workout.month { workouts[month, default: []].append(workout) }
    }
    self.workouts = workouts
    page = HTMLWriter(sink)
    selectMonths()
  }

  /// How many months are shown by day.
  var dailyMonths: Int { months.count { !$0.days.isEmpty } }

  private mutating func selectMonths() {
    let all = builder.sortedMonths
    let others = Set(workouts.keys).subtracting(all.map(\.key))
    months = Array(all.suffix(ReportBuilder.mostMonths))
    sections = (all + others.map { ReportMonth($0, hasDays: false) })
      .filter { !$0.days.isEmpty || workouts[$0.key] != nil }.sorted { $0.key < $1.key }
  }

  /// Writes the page, with fewer months by day where it would be larger than ``mostBytes``: how large a month is depends on
  /// its values and on the digits of the locale.
  package mutating func write() throws(ByteError) {
    writeAll()
    while page.count > Self.mostBytes, dailyMonths > 0 {
      let excess = page.count - Self.mostBytes
      // The page has other content, too, so a month has less than an equal share of it: leaving out so many is never too many.
      builder.showByDay(dailyMonths - 1 - excess * dailyMonths / page.count)
      selectMonths()
      page.removeAll()
      writeAll()
    }
    try page.write()
  }

  private mutating func writeAll() {
    page.tag(
      """
      <!DOCTYPE html>
      <html lang="
      """)
    page.text(form.language)
    page.tag(
      """
      "><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
      form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
      <meta name="generator" content="healthconv"><title>Health report</title>
      <style>
      """)
    page.tag(ReportStyle.text)
    writeChosenMonths()
    page.tag("\n</style></head>\n<body>\n")
    writeHeader()
    page.tag("<main>\n")
    writeOverview()
    writeNavigation()
    for month in sections { write(month) }
    writeQuality()
    page.tag(
      "</main>\n<footer><p class=\"facts\">Made by healthconv from an export. Not a medical document.</p></footer>\n"
    )
    page.tag("</body></html>\n")
  }

  /// The link of the month that is shown has another color.
  private mutating func writeChosenMonths() {
    for month in sections {
      page.tag("\nbody:has(#m")
      page.text(month.key.label)
      page.tag(":target) a[href=\"#m")
      // In a style sheet, not in HTML: the label has digits and a hyphen only.
      page.text(month.key.label)
      page.tag("\"]{background:var(--link);color:var(--card)}")
    }
    if let last = sections.last {
      page.tag("\nbody:not(:has(.month:target)) a[href=\"#m")
      page.text(last.key.label)
      page.tag("\"]{background:var(--link);color:var(--card)}")
    }
  }

  private mutating func writeHeader() {
    page.tag("<header><h1>Health report</h1><p class=\"facts\">")
    let keys = (months + sections).map(\.key)
    if let first = keys.min(), let last = keys.max() {
      page.text(first == last ? form.title(last) : "\(form.title(first)) to \(form.title(last))")
      page.tag(". ")
    }
    let quality = builder.quality
    page.text("\(form.count(quality.sampleCount)) samples")
    if let date = quality.exportDate {
      page.text(", exported on \(date.text(.iso8601).description.prefix(10))")
    }
    page.text(". Days by the clock: \(quality.zone). Sources of steps, distance and energy: ")
    page.text(quality.sourceRule)
    page.tag(".</p></header>\n")
  }

  private mutating func writeNavigation() {
    let keys = sections.map(\.key)
    guard keys.count > 1 else { return }
    page.tag("<nav aria-label=\"Months\"><h2>Months</h2>")
    var year: Int?
    for key in keys {
      if key.year != year {
        if year != nil { page.tag("</ol>") }
        year = key.year
        page.tag("<ol><li><b>")
        page.number(key.year)
        page.tag("</b></li>")
      }
      page.tag("<li><a")
      writeMonthLanguage()
      page.tag(" href=\"#m")
      page.text(key.label)
      page.tag("\">")
      page.text(form.shortName(key))
      page.tag("</a></li>")
    }
    page.tag("</ol></nav>\n")
  }

  /// A chart with its heading and its legend; nothing where there is no value.
  mutating func figure(
    _ chart: Chart?, unit: String = "", legend: [(style: StaticString, text: String)] = []
  ) {
    guard let chart else { return }
    page.tag("<figure><figcaption><h3>")
    page.text(chart.title)
    page.tag("</h3>")
    if !legend.isEmpty || !unit.isEmpty {
      page.tag("<ul class=\"legend\">")
      if !unit.isEmpty {
        page.tag("<li>")
        page.text(unit)
        page.tag("</li>")
      }
      for entry in legend {
        page.tag("<li><svg class=\"")
        page.tag(entry.style)
        page.tag(
          "\" viewBox=\"0 0 8 8\" aria-hidden=\"true\"><rect width=\"8\" height=\"8\"/></svg>")
        page.text(entry.text)
        page.tag("</li>")
      }
      page.tag("</ul>")
    }
    page.tag("</figcaption>")
    chart.write(to: &page, form)
    page.tag("</figure>\n")
  }

  /// The attribute of an element that contains the name of a month and nothing else.
  mutating func writeMonthLanguage() {
    guard let language = form.monthLanguage else { return }
    page.tag(" lang=\"")
    page.text(language)
    page.tag("\"")
  }

  /// A cell of a table: the number, or a dash.
  mutating func cell(_ text: String?) {
    page.tag("<td>")
    page.text(text ?? "–")
    page.tag("</td>")
  }
}
