import HealthBytes
import HealthModel

/// What InfluxDB's line protocol cannot represent.
enum InfluxLoss: Int, CaseIterable {
  case samples, points, details, texts, times, dataset

  /// The loss as the format declares it.
  var loss: Loss {
    switch self {
    case .samples:
      Loss(
        "samples", "samples other than quantities, categories, workouts and members of correlations"
      )
    case .points:
      Loss(
        "points",
        "samples that follow one of the same type, source, device, unit and start: a database keeps the last"
      )
    case .details:
      Loss(
        "details",
        "metadata, date of saving, versions, details of devices, identifiers, lists in samples")
    case .texts: Loss("texts", "line ends in names, and backslashes at their end")
    case .times: Loss("times", "UTC offsets, and samples before 1678 or after 2261")
    case .dataset: Loss("dataset", "facts about the dataset and the person")
    }
  }
}

extension Format {
  /// The line protocol of InfluxDB, which other time series databases read as well.
  public static let influx = Format(
    name: "influx", title: "InfluxDB line protocol, a point per sample", extensions: ["lp"],
    isText: true,
    layouts: [Format.Layout("points", "a line for each sample", outputs: [.file])],
    losses: InfluxLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, _) throws(HealthError) in try InfluxWriter(output) })
}
