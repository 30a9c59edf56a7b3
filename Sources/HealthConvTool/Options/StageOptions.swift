public import ArgumentParser
public import HealthBytes
public import HealthConv

/// The arguments for processing the selected samples.
struct StageOptions: ParsableArguments {
  @Flag(help: "Check the rules of 'validate' during the conversion and report their findings.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Check, and write samples with errors to this file instead of the output: JSON Lines with location and fault.",
      valueName: "file"), completion: .file())
  var rejects: String?

  @Option(
    help: ArgumentHelp(
      "The units to convert to: as-is, si, metric, imperial, a region such as GB, region for the region of the "
        + "environment, or a type and its unit such as BodyMass=lb. "
        + "May be repeated for more types.", valueName: "units"), completion: .unitPreferences)
  var units: [String] = []

  @Flag(
    help:
      "Drop exact duplicates of earlier samples, which overlapping exports contain, and mark nested samples that are also stored separately. Several inputs in one store, or in FHIR, are joined as 'merge' joins them."
  )
  var merge = false

  @Flag(
    help: ArgumentHelp(
      "Normalize: convert to canonical units (or to those of --units), replace deprecated names, drop duplicates, mark "
        + "nested samples that are also stored separately. Use --dry-run to preview."))
  var normalize = false

  @Option(
    help: ArgumentHelp(
      "The order of the samples; none keeps that of the inputs.",
      valueName: "order"))
  var sort = Conversion.Order.none

  func preferences() throws -> UnitPreferences {
    var preferences = UnitPreferences()
    for text in units { try preferences.add(text) }
    return preferences
  }
}

extension Compression: ExpressibleByArgument {}
extension Conversion.Order: ExpressibleByArgument {}
