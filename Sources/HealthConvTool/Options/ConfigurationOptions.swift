import ArgumentParser
import HealthBytes
public import HealthConv
import HealthValidation

struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this configuration file. Default: the nearest \(ProjectConfiguration.fileName) in this folder or above it, if it "
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

  /// Whether the user named the file.
  var isNamed: Bool { config != nil }

  /// Reads the configuration; `nil` without one. The path of one that the user did not name is printed on standard error
  /// if the configuration is used.
  ///
  /// - Parameter isUsed: Whether the command uses anything that is in the configuration.
  func read(
    if isUsed: (ProjectConfiguration) -> Bool = { _ in true }
  ) throws -> ProjectConfiguration? {
    if noConfig { return nil }
    if let config { return try ProjectConfiguration.read(config) }
    let nearest = ProjectConfiguration.nearest()
    for file in nearest.refused.map(\.file) + [nearest.file ?? ""] { HiddenPaths.names?.add(file) }
    for (file, reason) in nearest.refused {
      Self.note(
        "not using the configuration '\(file)': \(reason). Name it with --config to use it.")
    }
    guard let file = nearest.file else { return nil }
    let configuration: ProjectConfiguration
    do { configuration = try ProjectConfiguration.read(file) } catch {
      Self.note("using the configuration '\(file)'")
      throw error
    }
    guard isUsed(configuration) else { return nil }
    Self.note("using the configuration '\(file)'")
    return configuration
  }

  /// The configuration, if it has anything about statistics.
  func readForStatistics() throws -> ProjectConfiguration? {
    try read { !$0.units.isEmpty || $0.locale != nil || !$0.sourcePriority.isEmpty }
  }

  /// The configuration, if the user named the file.
  func readIfNamed() throws -> ProjectConfiguration? {
    try config.map { try ProjectConfiguration.read($0) }
  }

  static func note(_ text: String) { MessageOutput.write("healthconv: \(text.printable)\n") }
}

/// Passwords among the arguments: others of the machine can read these, so none is taken, and none is repeated.
enum Passwords {
  /// Refuses the address of a server that holds a password.
  ///
  /// - Throws: `HealthError`: `.usage`.
  static func reject(in arguments: some Sequence<String>) throws(HealthError) {
    for argument in arguments where isAddressWithPassword(argument.lowercased()) {
      throw HealthError(
        .usage,
        "an address contains a password, which others could read; put it in PGPASSWORD, ~/.pgpass or a "
          + "service file")
    }
  }

  /// Whether an argument, in lower case, has an address in it with `user:password@host`, however the colon is
  /// written, or `password=`.
  private static func isAddressWithPassword(_ argument: String) -> Bool {
    guard
      let scheme = ["postgresql:", "postgres:"].lazy.compactMap({ argument.firstRange(of: $0) })
        .first
    else { return false }
    let address = argument[scheme.upperBound...]
    if address.contains("password=") { return true }
    if let user = address.firstRange(of: "user="),
      hasColon(address[user.upperBound...].prefix { $0 != " " && $0 != "&" })
    {
      return true
    }
    guard address.hasPrefix("//") else { return false }
    let place = address.dropFirst(2).prefix { $0 != "?" }
    let authority = place.prefix { $0 != "/" }
    if let at = authority.lastIndex(of: "@") { return hasColon(authority[..<at]) }
    // A slash in a password ends the host for libpq. But a port is a number.
    guard place.contains("@"), let colon = authority.lastIndex(of: ":") else { return false }
    return !authority[colon...].dropFirst().allSatisfy(\.isNumber)
  }

  private static func hasColon(_ user: Substring) -> Bool {
    user.contains(":") || user.contains("%3a")
  }
}

/// The options that select rules and set the severity of their findings.
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
