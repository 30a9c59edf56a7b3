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
