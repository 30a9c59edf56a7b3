import ArgumentParser
import HealthConv

/// `healthconv explain`.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain what a rule finds, why it matters, and which cases are legitimate.")

  @Argument(help: "The rules, as 'healthconv rules' lists them.", completion: .rules)
  var names: [String]

  @Flag(help: "Print a JSON document, as that of 'healthconv rules --json'.")
  var json = false

  func run() throws {
    let rules = try names.map { try Rule.named($0) }
    if json { return print(Rule.json(rules), terminator: "") }
    let texts = rules.map(Self.text)
    print(texts.joined(separator: "\n"), terminator: "")
  }

  private static func text(_ rule: Rule) -> String {
    var text = "\(rule.name) (\(rule.severity.rawValue), about \(rule.group.rawValue))\n"
    text += "\(rule.title)\n\n\(rule.explanation)\n"
    if !rule.exceptions.isEmpty { text += "\nNot reported: \(rule.exceptions)\n" }
    if let examples = rule.examples {
      text += "\nFound:\n\(indented(examples.bad))\nNot found:\n\(indented(examples.good))"
    }
    return text
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)\n" }.joined()
  }
}
