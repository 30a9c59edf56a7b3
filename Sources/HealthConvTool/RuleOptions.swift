public import ArgumentParser
public import HealthConv

/// The arguments that say which rules are checked, and how much their findings matter.
struct RuleOptions: ParsableArguments {
  @Option(
    name: .customLong("rule"),
    help: ArgumentHelp(
      "How much a rule's findings matter: off, info, warning or error. The name may be a pattern such as "
        + "'unknown-*'. Repeat for more.", valueName: "name=level"))
  var levels: [String] = []

  @Option(
    help: ArgumentHelp(
      "Check only rules of this name or pattern. Repeat for more.", valueName: "rule"))
  var select: [String] = []

  @Option(
    help: ArgumentHelp(
      "Check no rules of this name or pattern. Repeat for more.", valueName: "rule"))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      "The configuration; by default the nearest \(ValidationConfiguration.fileName) upwards from here. "
        + "Options of the command line win.", valueName: "file"), completion: .file())
  var config: String?

  /// What the arguments say, over what the configuration says.
  ///
  /// - Parameter words: What other arguments say.
  /// - Returns: Both together.
  /// - Throws: `ConversionError` for a configuration that cannot be read or says what cannot be said.
  func configuration(
    _ words: ValidationConfiguration = ValidationConfiguration()
  ) throws -> ValidationConfiguration {
    var words = words
    words.levels = try levels.map(Self.level)
    words.selected = select
    words.ignored = ignore
    let file = config ?? ValidationConfiguration.nearestFile
    return words.over(try file.map { try ValidationConfiguration.read($0) } ?? .init())
  }

  private static func level(_ text: String) throws -> (pattern: String, level: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw ConversionError(.usage, "--rule has '\(text)', expected NAME=LEVEL")
    }
    return (parts[0], parts[1])
  }
}

extension ValidationConfiguration {
  /// Which rules are checked.
  func settings() throws -> RuleSettings {
    try RuleSettings(levels: levels, selected: selected, ignored: ignored)
  }
}

extension FailOn: ExpressibleByArgument {}
