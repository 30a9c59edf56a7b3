import HealthBytes
import HealthModel

/// JUnit XML, as Jenkins and GitLab read it: a suite for each input, a test case for each rule.
///
/// A case fails if findings reach the fail-on severity; others are in its output. It is skipped if its rule is off or
/// applies to no sample.
struct JUnitReport: ReportWriter {
  private let sink: any ByteSink
  private let options: ReportOptions

  private static let shownPlaces = 20

  /// The result of a test case.
  fileprivate enum Outcome {
    case passed(String?)
    case failed(summary: String, severity: Finding.Severity, places: String)
    case skipped(String)
  }

  fileprivate struct Case {
    let name: String
    let group: String
    let outcome: Outcome
  }

  init(to sink: any ByteSink, _ options: ReportOptions) {
    self.sink = sink
    self.options = options
  }

  func finish(_ report: ValidationReport) throws(HealthError) {
    let suites = report.inputs.indices.map { cases(of: $0, report) }
    try sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    try sink.write(
      "<testsuites name=\"\(Program.name)\" \(Self.counts(suites.flatMap { $0 }))>\n")
    for (input, cases) in zip(report.inputs, suites) {
      try sink.write(
        "  <testsuite name=\"\(Self.escaped(input.name.printable))\" \(Self.counts(cases)) skipped=\""
          + "\(cases.count { $0.isSkipped })\">\n")
      for test in cases { try sink.write(Self.xml(test)) }
      try sink.write("  </testsuite>\n")
    }
    try sink.write("</testsuites>\n")
  }

  private static func counts(_ cases: [Case]) -> String {
    "tests=\"\(cases.count)\" failures=\"\(cases.count { $0.isFailed })\" errors=\"0\""
  }

  private func cases(of input: Int, _ report: ValidationReport) -> [Case] {
    let groups = Dictionary(
      grouping: report.groups.list.filter { $0.input == input }, by: \.rule)
    var cases: [Case] = []
    for rule in report.rules where rule.makeCheck != nil || groups[rule.name] != nil {
      cases.append(
        Case(
          name: rule.name, group: rule.group.rawValue,
          outcome: outcome(of: rule, groups[rule.name] ?? [], input, report)))
    }
    let names = Set(report.rules.map(\.name))
    for (name, groups) in groups.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
      cases.append(Case(name: name, group: "files", outcome: outcome(of: groups, report)))
    }
    return cases
  }

  private func outcome(
    of rule: Rule, _ groups: [FindingGroups.Group], _ input: Int, _ report: ValidationReport
  ) -> Outcome {
    if !groups.isEmpty { return outcome(of: groups, report) }
    if report.settings.severity(of: rule.name, ordinarily: rule.severity) == nil {
      return .skipped("the rule is off")
    }
    let kinds = report.inputs[input].kinds
    if !rule.kinds.isEmpty, kinds.isDisjoint(with: rule.kinds) {
      return .skipped("there are no samples of the kinds that the rule checks")
    }
    return .passed(nil)
  }

  private func outcome(
    of groups: [FindingGroups.Group], _ report: ValidationReport
  ) -> Outcome {
    let failing = groups.filter { $0.new > 0 && $0.severity >= report.failing }
    guard let worst = failing.map(\.severity).max() else { return .passed(places(groups)) }
    let count = failing.reduce(0) { $0 + $1.new }
    return .failed(
      summary: "\(String.count(count, "finding")): \(failing[0].message.printable)",
      severity: worst, places: places(failing))
  }

  private func places(_ groups: [FindingGroups.Group]) -> String {
    var text = ""
    for finding in groups.flatMap(\.first).prefix(Self.shownPlaces) {
      text += "\(finding.place.description.printable): \(finding.severity.rawValue): "
      text += finding.words(showingValues: options.showsValues) + "\n"
    }
    let rest = groups.reduce(0) { $0 + $1.count } - Self.shownPlaces
    return rest > 0 ? text + "and \(rest) more\n" : text
  }

  private static func xml(_ test: Case) -> String {
    let head =
      "    <testcase classname=\"\(Program.name).\(test.group)\" name=\"\(escaped(test.name))\""
    switch test.outcome {
    case .passed(nil): return head + "/>\n"
    case .passed(let text?):
      return head + "><system-out>\(escaped(text))</system-out></testcase>\n"
    case .failed(let summary, let severity, let places):
      return head + "><failure type=\"\(severity.rawValue)\" message=\"\(escaped(summary))\">"
        + "\(escaped(places))</failure></testcase>\n"
    case .skipped(let reason): return head + "><skipped message=\"\(reason)\"/></testcase>\n"
    }
  }

  /// Text that XML takes, in content and in attributes.
  private static func escaped(_ text: String) -> String {
    replacing(text.printableLines.withoutCommands) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}

extension JUnitReport.Case {
  fileprivate var isFailed: Bool { if case .failed = outcome { true } else { false } }
  fileprivate var isSkipped: Bool { if case .skipped = outcome { true } else { false } }
}
