import HealthBytes
import HealthModel

/// The descriptors of the rules in a SARIF report: all that are described, and those of findings that are not.
struct SARIFRules {
  private(set) var descriptors: [JSONText] = []
  /// Their places in the list, by the names of the rules.
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
