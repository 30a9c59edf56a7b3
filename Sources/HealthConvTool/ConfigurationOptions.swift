import ArgumentParser
import HealthBytes
import HealthConv

/// The arguments for the configuration file.
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

  static func note(_ text: String) { StandardError.write("healthconv: \(text.printable)\n") }
}
