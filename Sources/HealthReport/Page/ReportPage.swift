package import HealthBytes
import HealthModel
import HealthStatistics

/// Writes what a builder collected as one page: no script, nothing loaded from elsewhere, everything from data escaped.
package struct ReportPage: ~Copyable {
  /// The largest page, in bytes. A page without months by day is always smaller.
  package static let mostBytes = 2_000_000

  private(set) var builder: ReportBuilder
  private(set) var months: [ReportMonth] = []
  /// The months that have a section: those that are shown by day, and those of the workouts.
  private(set) var sections: [ReportMonth] = []
  let workouts: [MonthKey: [ReportWorkout]]
  var page: HTMLWriter
  /// The form of numbers and months.
  let form: ReportText
  /// The months of the overview without a break; `nil` without months.
  private(set) var axis: TimeAxis?
  /// Whether the page is the one printed page for a doctor.
  private let isForDoctor: Bool

  /// A page.
  ///
  /// - Parameters:
  ///   - isForDoctor: Whether the page is one printed page of tables and ranges, without charts and months.
  ///   - sink: Receives the text; is not finished.
  package init(_ builder: ReportBuilder, isForDoctor: Bool = false, to sink: any ByteSink) {
    self.isForDoctor = isForDoctor
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

  /// How many months the overview has at most.
  private(set) var shownMonths = ReportBuilder.mostMonths

  /// How many months are shown by day.
  var dailyMonths: Int { months.count { !$0.days.isEmpty } }

  private mutating func selectMonths() {
    let all = builder.sortedMonths
    let others = Set(workouts.keys).subtracting(all.map(\.key))
    months = Array(all.suffix(shownMonths))
    axis = TimeAxis(months.map(\.key))
    sections = (all + others.map { ReportMonth($0, hasDays: false) })
      .filter { !$0.days.isEmpty || workouts[$0.key] != nil }.sorted { $0.key < $1.key }
  }

  /// Writes the page, with fewer months by day, and then fewer months, where it would be larger than ``mostBytes``: how large a
  /// month is depends on its values and on the digits of the locale.
  package mutating func write() throws(HealthError) {
    writeAll()
    while page.count > Self.mostBytes, dailyMonths > 0 || shownMonths > 12 {
      let excess = page.count - Self.mostBytes
      if dailyMonths > 0 {
        // The page has other content, too, so a month has less than an equal share of it: leaving out so many is never too many.
        builder.showByDay(dailyMonths - 1 - excess * dailyMonths / page.count)
      } else {
        shownMonths -= 12
      }
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
    page.tag("\n</style></head>\n")
    page.tag(isForDoctor ? "<body class=\"doctor\">\n" : "<body>\n")
    if isForDoctor {
      writeDoctor()
    } else {
      writeHeader()
      page.tag("<main>\n")
      writeOverview()
      writeMeasures()
      writeCycle()
      writeSymptoms()
      writePatterns()
      writeRecords()
      writeAgreement()
      writeNavigation()
      for month in sections { write(month) }
      writeQuality()
    }
    page.tag(
      "</main>\n<footer><p class=\"facts\">Made by healthconv from an export. Values are those of the sources, unchecked. Not a medical document.</p></footer>\n"
    )
    page.tag("</body></html>\n")
  }

  /// The link of the month that is shown has another color.
  private mutating func writeChosenMonths() {
    if isForDoctor { return }
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
    page.text(". Days by the clock: \(quality.zone).")
    if !quality.sourceRule.isEmpty {
      page.text(" Sources of steps, distance and energy: \(quality.sourceRule).")
    }
    page.tag("</p></header>\n")
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

  /// A section of the page with its heading; nothing is closed.
  mutating func openSection(_ title: StaticString, _ id: StaticString) {
    page.tag("<section aria-labelledby=\"")
    page.tag(id)
    page.tag("\"><h2 id=\"")
    page.tag(id)
    page.tag("\">")
    page.tag(title)
    page.tag("</h2>\n")
  }

  /// Figures with their names; those without a text are left out.
  mutating func figures(_ figures: [(name: String, text: String?)]) {
    page.tag("<dl class=\"figures\">")
    for (name, text) in figures {
      guard let text else { continue }
      page.tag("<div><dt>")
      page.text(name)
      page.tag("</dt><dd>")
      page.text(text)
      page.tag("</dd></div>")
    }
    page.tag("</dl>\n")
  }

  /// A table whose first column names its rows.
  ///
  /// - Parameters:
  ///   - summary: What opens the table, which is closed at first; `nil` for a table that is always open.
  ///   - columns: The heads of the columns. Those whose names begin with a space are text, on the left.
  mutating func table(
    _ caption: String, summary: String? = nil, _ columns: [String], _ rows: [[String?]]
  ) {
    if let summary {
      page.tag("<details><summary>")
      page.text(summary)
      page.tag("</summary>")
    }
    page.tag("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
    page.text(caption)
    page.tag("\"><table><caption>")
    page.text(caption)
    page.tag("</caption><thead><tr>")
    let areText = columns.map { $0.hasPrefix(" ") }
    for (place, column) in columns.enumerated() {
      page.tag(areText[place] ? "<th scope=\"col\" class=\"t\">" : "<th scope=\"col\">")
      page.text(areText[place] ? String(column.dropFirst()) : column)
      page.tag("</th>")
    }
    page.tag("</tr></thead><tbody>\n")
    for row in rows {
      page.tag("<tr><th scope=\"row\">")
      page.text(row.first.flatMap(\.self) ?? "")
      page.tag("</th>")
      for (place, text) in row.enumerated().dropFirst() {
        if areText[place] {
          page.tag("<td class=\"t\">")
          page.text(text ?? "–")
          page.tag("</td>")
        } else {
          cell(text)
        }
      }
      page.tag("</tr>\n")
    }
    page.tag("</tbody></table></div>")
    if summary != nil { page.tag("</details>\n") }
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
