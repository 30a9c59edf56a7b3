import ArgumentParser
import HealthBytes
public import HealthConv

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

  @Option(
    help: ArgumentHelp(
      "Use this configuration file. Default: the nearest \(ValidationConfiguration.fileName) in this folder or above it, if it "
        + "belongs to you. Options of the command line take precedence.", valueName: "file"),
    completion: .file())
  var config: String?

  @Flag(help: "Use no configuration file.")
  var noConfig = false

  func validate() throws {
    guard config == nil || !noConfig else {
      throw ValidationError("--config and --no-config cannot be combined")
    }
  }

  /// The arguments, which override the configuration. The path of a configuration that the user did not name is printed
  /// on standard error: it decides what passes.
  func configuration(
    _ words: ValidationConfiguration = ValidationConfiguration()
  ) throws -> ValidationConfiguration {
    var words = words
    words.levels = try levels.map(Self.level)
    words.selected = select
    words.ignored = ignore
    if noConfig { return words }
    if let config { return words.over(try ValidationConfiguration.read(config)) }
    let nearest = ValidationConfiguration.nearest()
    for (file, reason) in nearest.refused {
      Self.note(
        "not using the configuration '\(file)': \(reason). Name it with --config to use it.")
    }
    guard let file = nearest.file else { return words }
    Self.note("using the configuration '\(file)'")
    var found = try ValidationConfiguration.read(file)
    if found.showValues == true, words.showValues == nil {
      Self.note("its show-values is ignored; name the configuration with --config to use it")
    }
    found.showValues = nil
    return words.over(found)
  }

  private static func note(_ text: String) {
    StandardError.write("healthconv: \(text.printable)\n")
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
