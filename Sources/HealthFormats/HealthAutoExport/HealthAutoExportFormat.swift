import HealthBytes

extension Format {
  /// The JSON of the app Health Auto Export, in version 2. It is read by the built-in map of the same name.
  public static let healthAutoExport = Format(
    name: "health-auto-export", title: "JSON of Health Auto Export, metrics and workouts",
    extensions: [], isText: true,
    layouts: [
      Format.Layout("metrics", "one object with metrics and workouts", outputs: [.file])
    ],
    losses: HealthAutoExportLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, _) throws(HealthError) in try HealthAutoExportWriter(output) })
}

/// What the JSON of Health Auto Export cannot hold, or this format does not write.
enum HealthAutoExportLoss: String, LossKind {
  case samples
  case periods
  case aggregates
  case units
  case details
  case workouts
  case times
  case textForms = "text-forms"
  case dataset

  var explanation: String {
    switch self {
    case .samples:
      "samples for which there is no metric; of blood pressure, values outside of a correlation of both"
    case .periods: "ends of quantities: an item of a metric has one date"
    case .aggregates:
      "that a sample is that of a device: items are read as sums, averages or total times of a period, or as copies"
    case .units: "units that exports do not have: the values are converted"
    case .details:
      "metadata, date of saving, identifiers, devices, versions of sources, sources of workouts, members that are also "
        + "stored separately, beats, unknown attributes"
    case .workouts:
      "details of workouts: units of durations, statistics other than totals and heart rates, events, parts, zones, nested "
        + "samples, and of routes all but their points"
    case .times: "fractions of seconds, and samples before the year 1 or after 9999"
    case .textForms: "the text form of values, numbers and dates; their meaning is unchanged"
    case .dataset: "facts about the dataset and the person"
    }
  }
}
