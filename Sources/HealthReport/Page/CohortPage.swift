package import HealthBytes

/// What the page about a study shows.
package struct CohortSummary: Sendable {
  /// A participant.
  package struct Participant: Sendable {
    package let id: String
    let first: String
    let last: String
    let days: Int
    /// Days from the first to the last.
    let span: Int
    let longestGap: Int
    let samples: Int
    let zones: [String]
    let devices: [String]
    let findings: Int

    package init(
      id: String, first: String, last: String, days: Int, span: Int, longestGap: Int, samples: Int,
      zones: [String], devices: [String], findings: Int
    ) {
      (self.id, self.first, self.last, self.days) = (id, first, last, days)
      (self.span, self.longestGap, self.samples) = (span, longestGap, samples)
      (self.zones, self.devices, self.findings) = (zones, devices, findings)
    }
  }

  /// The findings of a rule.
  package struct Rule: Sendable {
    package let name: String
    package let severity: String
    package var participants = 0
    package var count = 0

    package init(name: String, severity: String) { (self.name, self.severity) = (name, severity) }
  }

  /// How many exports have each status.
  package var statuses: [String: Int] = [:]
  package var participants: [Participant] = []
  package var withdrawn = 0
  package var types: [(type: String, participants: Int, samples: Int)] = []
  package var rules: [Rule] = []
  package var quarantined: [(participant: String, export: String, rule: String)] = []

  package init() {}
}

/// The page about a study: who has data, from when to when, of which types, and what is wrong with them. It contains ids of
/// participants and no values.
package enum CohortPage {
  /// The most rows of a table: all are in the tables of the study.
  private static let mostRows = 2_000

  /// Writes the page.
  package static func write(_ summary: CohortSummary, to sink: any ByteSink) throws(HealthError) {
    var page = HTMLWriter(sink)
    page.tag(
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
      <title>Study</title>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
      form-action 'none'">
      <style>
      """)
    page.tag(ReportStyle.text)
    page.tag(
      "\nmain{max-width:75rem}td.n,td.d,thead th{white-space:nowrap}</style></head>\n<body><main>\n"
    )
    page.tag("<h1>Study</h1>\n<p>")
    page.number(summary.participants.count)
    page.tag(" participants with data, ")
    page.number(summary.withdrawn)
    page.tag(" withdrawn. Exports: ")
    let statuses = summary.statuses.sorted { $0.key < $1.key }
    for (index, status) in statuses.enumerated() {
      if index > 0 { page.tag(", ") }
      page.number(status.value)
      page.tag(" ")
      page.text(status.key)
    }
    page.tag(".</p>\n")
    table(
      &page, "Exports that could not be read", summary.quarantined.count,
      ["participant", "export", "rule"], numbers: []
    ) { index in
      let row = summary.quarantined[index]
      return [row.participant, row.export, row.rule]
    }
    table(
      &page, "Participants", summary.participants.count,
      [
        "participant", "first day", "last day", "days with data", "of days", "longest gap",
        "samples", "findings", "zones", "devices",
      ], numbers: [3, 4, 5, 6, 7], dates: [1, 2]
    ) { index in
      let row = summary.participants[index]
      return [
        row.id, row.first, row.last, "\(row.days)", "\(row.span)", "\(row.longestGap)",
        "\(row.samples)", "\(row.findings)", row.zones.joined(separator: "; "),
        row.devices.joined(separator: "; "),
      ]
    }
    table(
      &page, "Types", summary.types.count, ["type", "participants", "samples"], numbers: [1, 2]
    ) { index in
      let row = summary.types[index]
      return [row.type, "\(row.participants)", "\(row.samples)"]
    }
    table(
      &page, "Findings by rule", summary.rules.count,
      ["rule", "severity", "participants", "findings"], numbers: [2, 3]
    ) { index in
      let row = summary.rules[index]
      return [row.name, row.severity, "\(row.participants)", "\(row.count)"]
    }
    page.tag("</main></body></html>\n")
    try page.write()
  }

  private static func table(
    _ page: inout HTMLWriter, _ title: StaticString, _ count: Int, _ columns: [String],
    numbers: Set<Int>, dates: Set<Int> = [], _ row: (Int) -> [String]
  ) {
    guard count > 0 else { return }
    page.tag("<section><h2>")
    page.tag(title)
    page.tag("</h2>\n<div class=\"scroll\"><table><thead><tr>")
    for (index, column) in columns.enumerated() {
      page.tag(numbers.contains(index) ? "<th class=\"n\">" : "<th class=\"t\">")
      page.text(column)
      page.tag("</th>")
    }
    page.tag("</tr></thead>\n<tbody>\n")
    for index in 0..<min(count, mostRows) {
      page.tag("<tr>")
      for (column, cell) in row(index).enumerated() {
        if numbers.contains(column) {
          page.tag("<td class=\"n\">")
        } else {
          page.tag(dates.contains(column) ? "<td class=\"t d\">" : "<td class=\"t\">")
        }
        if numbers.contains(column) { page.text(cell) } else { page.name(cell) }
        page.tag("</td>")
      }
      page.tag("</tr>\n")
    }
    page.tag("</tbody></table></div>\n")
    if count > mostRows {
      page.tag("<p>and ")
      page.number(count - mostRows)
      page.tag(" more: see the tables of the study</p>\n")
    }
    page.tag("</section>\n")
  }
}
