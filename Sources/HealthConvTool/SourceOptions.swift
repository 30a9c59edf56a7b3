import ArgumentParser
import HealthBytes
import HealthConv

/// The arguments for sources that have another name than before.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take the source NEW for the source OLD: a device or an app that was renamed. Its samples get the name OLD. May be "
        + "repeated.", valueName: "old=new"))
  var sameSource: [String] = []

  @Flag(help: "Take sources that appear for new ones, even if they have the samples of another.")
  var newSource = false

  /// The inputs, with the names to use.
  ///
  /// - Parameter configuration: A configuration that the user named; these arguments take precedence.
  func renamed(
    _ datasets: [Dataset], _ configuration: ProjectConfiguration? = nil
  ) throws -> [Dataset] {
    var names = configuration?.sameSources ?? [:]
    for text in sameSource {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw ConversionError(
          .usage, "--same-source has '\(text.printableName)', expected OLD=NEW")
      }
      names[String(parts[1])] = String(parts[0])
    }
    return names.isEmpty ? datasets : datasets.map { $0.renamingSources(names) }
  }
}
