import ArgumentParser
import HealthConv

/// The arguments that say what is done to the samples that are wanted.
struct StageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The units to convert to: as-is, si, metric, imperial, or a type and its unit such as BodyMass=lb. "
        + "Repeat for more types.", valueName: "units"))
  var units: [String] = []

  /// The units wanted.
  func preferences() throws -> UnitPreferences {
    var preferences = UnitPreferences()
    for text in units { try preferences.add(text) }
    return preferences
  }
}
