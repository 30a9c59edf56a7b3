import ArgumentParser
import HealthConv

/// `healthconv rules`.
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
