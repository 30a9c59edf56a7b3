import ArgumentParser
import HealthBytes
public import HealthConv
import HealthValidation

/// The arguments that say which rules are checked, and how much their findings matter.
struct RuleOptions: ParsableArguments {
  @Option(
    name: .customLong("rule"),
    help: ArgumentHelp(
      "Set the severity of a rule: off, info, warning or error. The name may be a pattern such as "
        + "'unknown-*'. May be repeated.", valueName: "name=level"), completion: .ruleLevels)
  var levels: [String] = []

  @Option(
    help: ArgumentHelp(
      "Check only rules of this name or pattern. May be repeated.", valueName: "rule"),
    completion: .rules)
  var select: [String] = []

  @Option(
    help: ArgumentHelp(
      "Do not check rules of this name or pattern. May be repeated.", valueName: "rule"),
    completion: .rules)
  var ignore: [String] = []

  @OptionGroup var file: ConfigurationOptions

  /// The arguments, which override the configuration. The path of a configuration that the user did not name is printed
  /// on standard error: it decides what passes.
  func configuration(
    _ words: ProjectConfiguration = ProjectConfiguration()
  ) throws -> ProjectConfiguration {
    var words = words
    words.levels = try levels.map(Self.level)
    words.selected = select
    words.ignored = ignore
    guard var found = try file.read() else { return words }
    if file.isNamed {
      found.baselineFolder = nil
    } else {
      if found.showValues == true, words.showValues == nil {
        ConfigurationOptions.note(
          "its show-values is ignored; name the configuration with --config to use it")
      }
      found.showValues = nil
    }
    return words.over(found)
  }

  private static func level(_ text: String) throws -> (pattern: String, level: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw HealthError(
        .usage,
        "--rule has '\(text.printableName)', expected NAME=LEVEL, such as missing-unit=off; see 'healthconv rules'"
      )
    }
    return (parts[0], parts[1])
  }
}

extension ProjectConfiguration {
  /// Which rules are checked.
  func settings() throws -> RuleSettings {
    try RuleSettings(levels: levels, selected: selected, ignored: ignored)
  }
}

extension FailOn: ExpressibleByArgument {}

/// Findings for people: the most severe first, limited to a readable number.
struct FindingList {
  private let findings: FindingLog

  private static let shown = 10

  init(_ findings: FindingLog) { self.findings = findings }

  /// Writes the findings on standard error.
  func write(isQuiet: Bool) {
    let listed = isQuiet ? findings.first.filter { $0.severity == .error } : findings.first
    let rules = isQuiet ? findings.rules.filter { $0.severity == .error } : findings.rules
    let lines = listed.prefix(Self.shown).map(\.description.printable)
    let isColored = TerminalColor.Stream.errors.isColored
    for line in lines {
      StandardError.draw((isColored ? TerminalColor.finding(line) : line) + "\n")
    }
    let rest = rules.reduce(0) { $0 + $1.count } - lines.count
    if rest > 0 { StandardError.write("… and \(Figures.count(rest)) more\n") }
    if listed.contains(where: { $0.rule == "not-of-export" }) {
      StandardError.write(
        "healthconv: note: --all-files reads the files that are not part of the export, too.\n")
    }
  }
}

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
