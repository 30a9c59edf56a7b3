import ArgumentParser
import HealthConv
import HealthValidation

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the rules that 'validate' checks.")

  @Argument(
    help: "Names or patterns, such as 'unknown-*'. Default: all.", completion: .rules)
  var patterns: [String] = []

  @Flag(help: "Print a JSON document.")
  var json = false

  @Flag(help: "Print a Markdown table.")
  var markdown = false

  @OptionGroup var colors: ColorOption

  func validate() throws {
    guard !json || !markdown else {
      throw ValidationError("--json and --markdown cannot be combined")
    }
  }

  func run() throws {
    let names = Set(try patterns.flatMap { try Rule.names(matching: $0) })
    let rules = patterns.isEmpty ? Rule.all : Rule.all.filter { names.contains($0.name) }
    if json { return print(Rule.json(rules), terminator: "") }
    if markdown { return print(Rule.markdown(rules), terminator: "") }
    var table = TextTable(.left, .left, .left, .left)
    table.add("rule", "about", "severity", "title")
    for rule in rules {
      table.add(rule.name, rule.group.rawValue, rule.severity.rawValue, rule.title)
    }
    table.printWithHeading()
  }
}

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
