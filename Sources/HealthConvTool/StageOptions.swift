public import ArgumentParser
public import HealthConv

/// The arguments for processing the selected samples.
struct StageOptions: ParsableArguments {
  @Flag(help: "Check the rules of 'validate' on the way; what they find is among the findings.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Check, and put samples with errors aside: JSON Lines of each with its place and what is wrong.",
      valueName: "file"), completion: .file())
  var rejects: String?

  @Option(
    help: ArgumentHelp(
      "The units to convert to: as-is, si, metric, imperial, or a type and its unit such as BodyMass=lb. "
        + "Repeat for more types.", valueName: "units"))
  var units: [String] = []

  @Flag(
    help:
      "Drop samples that equal one before them in every letter, as overlapping exports have them.")
  var merge = false

  @Flag(
    help: ArgumentHelp(
      "Put right what can be: canonical units, names that are not deprecated, no duplicates, members of "
        + "correlations linked to their samples. See it first with --dry-run."))
  var normalize = false

  @Option(
    help: ArgumentHelp(
      "The order of the samples; none is that of the inputs.",
      valueName: "order"))
  var sort = SampleOrder.none

  /// The target units.
  func preferences() throws -> UnitPreferences {
    var preferences = UnitPreferences()
    for text in units { try preferences.add(text) }
    return preferences
  }
}

extension SampleOrder: ExpressibleByArgument {}
