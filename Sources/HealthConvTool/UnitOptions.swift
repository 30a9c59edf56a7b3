import ArgumentParser
import HealthConv

/// The arguments for the units of figures that people read.
struct UnitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The units of the figures: metric, imperial, si, a region such as GB, region for yours, or a type and its unit such as "
        + "BodyMass=lb. May be repeated for more types. Default: those of the configuration file, otherwise canonical units.",
      valueName: "units"), completion: .unitPreferences)
  var units: [String] = []

  @OptionGroup var file: ConfigurationOptions

  /// The units: those of the configuration, changed by those of the arguments.
  func preferences() throws -> UnitPreferences {
    var preferences = UnitPreferences()
    let configured = try file.read { !$0.units.isEmpty }?.units ?? []
    for text in configured + units { try preferences.add(text) }
    return preferences
  }
}
