import ArgumentParser
import HealthConv

/// The arguments for the units and the form of figures that people read.
struct UnitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The units of the figures: as-is, metric, imperial, si, a region such as GB, region for the region of the environment, "
        + "or a type and its unit such as BodyMass=lb. May be repeated for more types. A type is added to the units of the "
        + "configuration file, the others replace them. Default: those of the configuration file, otherwise canonical units.",
      valueName: "units"), completion: .unitPreferences)
  var units: [String] = []

  @Option(
    help: ArgumentHelp(
      "Format figures, units and months for a locale such as en_GB or de_DE, by the library ICU of the system; only for text, "
        + "Markdown, reports, and CSV with --spreadsheet. Without --units its region decides the units. Default: that of the configuration file, "
        + "otherwise the plain form, which is the same everywhere.",
      valueName: "locale"))
  var locale: String?

  @OptionGroup var file: ConfigurationOptions

  /// The units and the locale: those of the arguments, otherwise those of the configuration.
  ///
  /// - Parameter isForPeople: Whether people read the output. Otherwise the locale of a configuration does not matter.
  func choices(
    _ configured: ProjectConfiguration?, isForPeople: Bool
  ) throws -> (units: UnitPreferences, locale: String?) {
    var preferences = UnitPreferences()
    // A system or a region decides all units, a type only its own.
    let isReplaced = units.contains { !$0.contains("=") }
    for text in (isReplaced ? [] : configured?.units ?? []) + units { try preferences.add(text) }
    if let locale { return (preferences, locale) }
    guard isForPeople, let locale = configured?.locale else { return (preferences, nil) }
    if let failure = UnitPreferences.localeFailure {
      MessageOutput.write(
        "healthconv: note: the locale of the configuration is not used: \(failure)\n")
      return (preferences, nil)
    }
    return (preferences, locale)
  }
}
