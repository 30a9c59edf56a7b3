package import HealthFormats

extension Format {
  /// The database of Health Connect, as the phone exports and imports it. It is read by the built-in map of the same name.
  package static let healthConnect = Format(
    name: "health-connect",
    title: "Health Connect of Android, as a phone imports it; experimental", extensions: [],
    isText: false,
    layouts: [
      Format.Layout(
        "android", "the database \(HealthConnectDatabase.name), in a zip for the phone",
        outputs: [.archive, .file])
    ],
    losses: HealthConnectLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, _) throws(HealthError) in try HealthConnectWriter(output) })
}

/// What Health Connect cannot hold, or this format does not write.
enum HealthConnectLoss: String, LossKind {
  case samples
  case values
  case duplicates
  case types
  case periods
  case precision
  case units
  case nights
  case workouts
  case details
  case times
  case textForms = "text-forms"
  case dataset

  var explanation: String {
    switch self {
    case .samples:
      "samples for which there is no table, such as audio, symptoms and electrocardiograms, or no value; of blood pressure, "
        + "values without the other one"
    case .values:
      "samples that a phone could refuse: values out of its range, samples that end before they begin"
    case .duplicates:
      "samples with the time, source and device of another one of the type, which a phone takes for the same"
    case .types:
      "distinctions between types: distances, speeds and powers of a sport, activities of workouts, nutrients outside of food"
    case .periods:
      "ends of what has only a time; what has start and end and lasts no time ends 1 ms later"
    case .precision: "fractions of what is stored as a whole number, such as steps and heart rates"
    case .units: "units that Health Connect does not have: the values are converted"
    case .nights:
      "how sleep was divided: stages become sessions, which are also time in bed; time in bed that overlaps is one session; "
        + "stages that overlap another one are left out"
    case .workouts:
      "details of workouts: totals, statistics, events other than laps and pauses, parts, zones, nested samples, and of routes "
        + "course, speed and what is not during the workout"
    case .details:
      "other metadata, dates of saving, names and versions of devices, versions of sources, members that are also stored "
        + "separately, beats, unknown attributes"
    case .times: "fractions of milliseconds, and samples before the year 1 or after 9999"
    case .textForms: "the text form of values, numbers and dates; their meaning is unchanged"
    case .dataset: "facts about the dataset and the person"
    }
  }
}
