import HealthBytes
import HealthModel

/// One JSON document, described by `Schemas/report.schema.json`. Its `schemaVersion` goes up when a member
/// changes its meaning or goes; new members may come without.
struct JSONReport: ReportWriter {
  private let sink: any ByteSink
  private let options: ReportOptions

  init(to sink: any ByteSink, _ options: ReportOptions) {
    self.sink = sink
    self.options = options
  }

  func finish(_ report: ValidationReport) throws(HealthError) {
    try sink.write("{\n  \"schemaVersion\": 1")
    try member("tool", Self.tool)
    try member("inputs", .array(report.inputs.map(json)))
    try member("summary", Self.summary(report))
    try member(
      "rules", .array(report.groups.counts().map { Self.json($0, report.title(of: $0.rule)) }))
    try sink.write(",\n  \"findings\": [")
    // One at a time: with all their places they may be many.
    for (index, group) in report.groups.list.enumerated() {
      try sink.write(index == 0 ? "\n    " : ",\n    ")
      try sink.write(json(group, of: report).text(indent: "    "))
    }
    try sink.write(report.groups.list.isEmpty ? "]" : "\n  ]")
    if !report.fixed.isEmpty { try member("fixed", .array(report.fixed.map(Self.json))) }
    try sink.write("\n}\n")
  }

  private func member(_ name: String, _ value: JSONText) throws(HealthError) {
    try sink.write(",\n  \"\(name)\": \(value.text(indent: "  "))")
  }

  private static var tool: JSONText {
    .object([("name", .string(Program.name)), ("version", .string(Program.version))])
  }

  private func json(_ input: ValidationReport.Input) -> JSONText {
    var members: [(String, JSONText)] = [("name", .string(input.name))]
    members += JSONText.optional("format", input.format)
    if let size = input.size { members.append(("size", .number(Int(size)))) }
    members.append(("samples", .number(input.samples)))
    members += JSONText.optional("fault", input.fault?.words(showingValues: options.showsValues))
    return .object(members)
  }

  private static func summary(_ report: ValidationReport) -> JSONText {
    .object(
      Finding.Severity.allCases.reversed().map {
        ($0.rawValue, .number(report.groups.countNew($0)))
      }
        + [("known", .number(report.known)), ("isCutShort", .boolean(report.isCutShort))])
  }

  private static func json(_ count: FindingGroups.RuleCount, _ title: String?) -> JSONText {
    .object(
      [
        ("rule", .string(count.rule)), ("severity", .string(count.severity.rawValue)),
        ("new", .number(count.new)), ("known", .number(count.known)),
      ] + JSONText.optional("title", title))
  }

  private func json(_ group: FindingGroups.Group, of report: ValidationReport) -> JSONText {
    var members: [(String, JSONText)] = [
      ("rule", .string(group.rule)), ("severity", .string(group.severity.rawValue)),
      ("input", .number(group.input)),
    ]
    members += JSONText.optional("type", group.type)
    members += [
      ("fingerprint", .string(group.fingerprint.text.description)),
      ("message", .string(group.message.printable)), ("count", .number(group.count)),
      ("known", .number(group.known)), ("first", .array(group.first.map(json))),
    ]
    return .object(members)
  }

  private func json(_ finding: Finding) -> JSONText {
    .object(finding.place.members + values(of: finding))
  }

  private func values(of finding: Finding) -> [(String, JSONText)] {
    options.showsValues ? JSONText.optional("values", finding.detail) : []
  }

  private static func json(_ change: Baseline.Change) -> JSONText {
    .object(
      [("rule", .string(change.rule))] + JSONText.optional("type", change.type)
        + [("known", .number(change.known)), ("found", .number(change.found))])
  }
}

extension Place {
  /// The location as members of an object; unknown parts are left out.
  var members: [(String, JSONText)] {
    var members: [(String, JSONText)] = [("file", .string(file))]
    if line > 0 { members.append(("line", .number(line))) }
    if column > 0 { members.append(("column", .number(column))) }
    if byteOffset > 0 { members.append(("byteOffset", .number(Int(byteOffset)))) }
    return members
  }
}

/// Writes each finding at once, as an object on a line of its own.
struct JSONLinesReport: ReportWriter {
  private let sink: any ByteSink
  private let options: ReportOptions
  private var listed: [String: Int] = [:]

  init(to sink: any ByteSink, _ options: ReportOptions) {
    self.sink = sink
    self.options = options
  }

  mutating func add(_ finding: Finding) throws(HealthError) {
    if let limit = options.listedPerRule {
      guard listed[finding.rule, default: 0] < limit else { return }
      listed[finding.rule, default: 0] += 1
    }
    var members: [(String, JSONText)] = [
      ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
    ]
    members += finding.place.members
    members += JSONText.optional("type", finding.type)
    members += [
      ("message", .string(finding.message.printable)),
      ("fingerprint", .string(finding.fingerprint.text.description)),
    ]
    if options.showsValues { members += JSONText.optional("values", finding.detail) }
    try sink.write(JSONText.object(members).line + "\n")
  }
}
