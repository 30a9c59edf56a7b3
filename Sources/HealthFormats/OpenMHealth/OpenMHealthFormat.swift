import HealthBytes

extension Format {
  /// Data points of Open mHealth.
  public static let openMHealth = Format(
    name: "open-mhealth", title: "Open mHealth data points", extensions: [], isText: true,
    layouts: [
      Format.Layout("data-points", "a data point in each line", outputs: [.file]),
      Format.Layout("array", "one JSON array of data points", outputs: [.file]),
    ],
    losses: OpenMHealthLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, options) throws(HealthError) in
      try OpenMHealthWriter(output, options)
    })
}

/// What the schemas of Open mHealth cannot hold, or this format does not write.
enum OpenMHealthLoss: String, LossKind {
  case samples
  case types
  case stages
  case workouts
  case details
  case dates
  case textForms = "text-forms"
  case dataset

  var explanation: String {
    switch self {
    case .samples:
      "samples that no schema describes; of blood pressure, single values outside of a correlation of both"
    case .types: "the type of samples whose schema is that of several types: speeds"
    case .stages: "the stages of time asleep"
    case .workouts:
      "details of workouts: duration, statistics, events, parts, routes, zones and nested samples"
    case .details:
      "metadata without a member, devices, versions of sources, beats, unknown attributes, and the source of members"
    case .dates:
      "samples that end before they start, and samples before the year 1 or after 9999"
    case .textForms: "the text form of numbers and dates; their values are unchanged"
    case .dataset: "facts about the dataset and the person"
    }
  }
}
