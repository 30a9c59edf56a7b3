import HealthBytes
import HealthModel

/// A report in SARIF 2.1.0 (OASIS Standard), for the code scanning of GitHub, Azure and others.
///
/// A result is a group of findings with the number of its occurrences and its first locations, so a million findings stay
/// within the limits of these services. Files in an archive are artifacts whose parent is the archive.
struct SARIFReport: ReportWriter {
  private let sink: any ByteSink
  private let options: ReportOptions
  private var artifacts: [JSONText] = []
  /// The indexes of artifacts in their list, by the paths in findings.
  private var indexes: [String: Int] = [:]

  init(to sink: any ByteSink, _ options: ReportOptions) {
    self.sink = sink
    self.options = options
  }

  mutating func finish(_ report: ValidationReport) throws(HealthError) {
    let descriptors = SARIFRules(report)
    for input in report.inputs { addArtifact(of: input) }
    try sink.write(
      """
      {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
          "columnKind": "unicodeCodePoints",
          "tool": \(Self.tool(descriptors).text(indent: "    ")),
          "invocations": [\(invocation(report).text(indent: "    "))],
          "results": [
      """)
    // Written one at a time: all groups with their locations may be large.
    for (index, group) in report.groups.list.enumerated() {
      let result = result(group, descriptors, report)
      try sink.write((index == 0 ? "\n      " : ",\n      ") + result.text(indent: "      "))
    }
    try sink.write(
      "],\n    \"artifacts\": \(JSONText.array(artifacts).text(indent: "    "))\n  }]\n}\n")
  }

  private static func tool(_ rules: SARIFRules) -> JSONText {
    .object([
      (
        "driver",
        .object([
          ("name", .string(Program.name)), ("semanticVersion", .string(Program.version)),
          ("rules", .array(rules.descriptors)),
        ])
      )
    ])
  }

  private func invocation(_ report: ValidationReport) -> JSONText {
    let faults = report.inputs.compactMap(\.fault)
    return .object([
      ("executionSuccessful", .boolean(faults.isEmpty)),
      (
        "toolExecutionNotifications",
        .array(
          faults.map { fault in
            .object([
              ("level", .string("error")),
              ("message", Self.message("\(fault.place): \(text(fault))")),
            ])
          })
      ),
    ])
  }

  private func text(_ finding: Finding) -> String {
    finding.words(showingValues: options.showsValues)
  }

  private static func message(_ text: String) -> JSONText {
    .object([("text", .string(text.printable))])
  }

  private mutating func result(
    _ group: FindingGroups.Group, _ rules: SARIFRules, _ report: ValidationReport
  ) -> JSONText {
    let fingerprint = group.fingerprint.text.description
    var members: [(String, JSONText)] = [("ruleId", .string(group.rule))]
    if let index = rules.indexes[group.rule] { members.append(("ruleIndex", .number(index))) }
    let message = group.first.first.map(text) ?? group.message
    let input = report.inputs[group.input]
    members += [
      ("level", .string(group.severity.sarifLevel)), ("message", Self.message(message)),
      ("locations", .array(group.first.map { location($0.place, input) })),
      ("occurrenceCount", .number(group.count)),
      (
        "partialFingerprints",
        .object([
          ("healthconvGroup/v1", .string(fingerprint)),
          // GitHub identifies a result by it; without it, by the line, which changes.
          ("primaryLocationLineHash", .string("\(fingerprint):1")),
        ])
      ),
    ]
    if report.hasBaseline { members += Self.state(group) }
    if let type = group.type {
      members.append(("properties", .object([("type", .string(type.printable))])))
    }
    return .object(members)
  }

  private static func state(_ group: FindingGroups.Group) -> [(String, JSONText)] {
    let state = group.known == 0 ? "new" : group.new == 0 ? "unchanged" : "updated"
    let suppression = JSONText.object([
      ("kind", .string("external")), ("justification", .string("in the baseline")),
    ])
    return [
      ("baselineState", .string(state)),
      ("suppressions", .array(group.new == 0 ? [suppression] : [])),
    ]
  }

  private mutating func location(_ place: Place, _ input: ValidationReport.Input) -> JSONText {
    let (index, uri) = artifact(place.file, in: input)
    let artifact = JSONText.object([("uri", .string(uri)), ("index", .number(index))])
    var members: [(String, JSONText)] = [("artifactLocation", artifact)]
    if place.line > 0 {
      var region: [(String, JSONText)] = [("startLine", .number(place.line))]
      if place.column > 0 { region.append(("startColumn", .number(place.column))) }
      members.append(("region", .object(region)))
    }
    return .object([("physicalLocation", .object(members))])
  }

  private mutating func addArtifact(of input: ValidationReport.Input) {
    guard indexes[input.name] == nil else { return }
    indexes[input.name] = artifacts.count
    artifacts.append(
      .object(
        [("location", .object([("uri", .string(Self.uri(input.name)))]))]
          + (input.size.map { [("length", .number(Int($0)))] } ?? [])))
  }

  /// The index of the artifact of a file: an input, or a file in an input.
  private mutating func artifact(
    _ file: String, in input: ValidationReport.Input
  ) -> (index: Int, uri: String) {
    let isMember = input.isArchive && file.hasPrefix(input.name + "/")
    // From the root of the archive, as the standard requires.
    let uri = Self.uri(isMember ? String(file.dropFirst(input.name.count)) : file, isMember)
    if let index = indexes[file] { return (index, uri) }
    var members: [(String, JSONText)] = [("location", .object([("uri", .string(uri))]))]
    if isMember, let parent = indexes[input.name] {
      members.append(("parentIndex", .number(parent)))
    }
    indexes[file] = artifacts.count
    artifacts.append(.object(members))
    return (artifacts.count - 1, uri)
  }

  /// A path as a URI: absolute paths of the file system with a scheme, other paths without.
  private static func uri(_ path: String, _ isMember: Bool = false) -> String {
    var uri = path.hasPrefix("/") && !isMember ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default: uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return uri
  }
}

extension Finding.Severity {
  var sarifLevel: String { self == .info ? "note" : rawValue }
}

/// The descriptors of the rules in a SARIF report: all described rules, and other rules that findings name.
struct SARIFRules {
  private(set) var descriptors: [JSONText] = []
  /// The indexes of the descriptors in the list, by the names of the rules.
  private(set) var indexes: [String: Int] = [:]

  init(_ report: ValidationReport) {
    for rule in report.rules where indexes[rule.name] == nil {
      add(rule.name, Self.members(rule, report.settings))
    }
    for group in report.groups.list where indexes[group.rule] == nil { add(group.rule, []) }
  }

  private mutating func add(_ name: String, _ members: [(String, JSONText)]) {
    indexes[name] = descriptors.count
    descriptors.append(.object([("id", .string(name))] + members))
  }

  private static func members(_ rule: Rule, _ settings: RuleSettings) -> [(String, JSONText)] {
    let severity = settings.severity(of: rule.name, ordinarily: rule.severity)
    let help = [rule.explanation, rule.exceptions].filter { !$0.isEmpty }.joined(separator: "\n\n")
    func text(_ text: String) -> JSONText { .object([("text", .string(text))]) }
    return [
      ("shortDescription", text(rule.title)), ("fullDescription", text(rule.explanation)),
      ("help", text(help)),
      (
        "defaultConfiguration",
        .object([
          ("enabled", .boolean(severity != nil)),
          ("level", .string((severity ?? rule.severity).sarifLevel)),
        ])
      ),
      ("properties", .object([("tags", .array([.string(rule.group.rawValue)]))])),
    ]
  }
}
