import ArgumentParser
import HealthConv

/// `healthconv rules`.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the rules that 'validate' checks.")

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
    if json { return print(Rule.json(), terminator: "") }
    if markdown { return print(Rule.markdown(), terminator: "") }
    var table = TextTable(.left, .left, .left, .left)
    table.add("rule", "about", "severity", "title")
    for rule in Rule.all {
      table.add(rule.name, rule.group.rawValue, rule.severity.rawValue, rule.title)
    }
    table.printWithHeading()
  }
}
