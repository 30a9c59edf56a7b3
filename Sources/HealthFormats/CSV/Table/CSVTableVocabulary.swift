import HealthModel

/// A column of the table, in the order of the file.
enum CSVTableColumn: String, CaseIterable {
  case kind, type
  case localDate = "local_date"
  case start, end, value, categoryValue, unit, source, sourceVersion, device, participant, created,
    id
  case duration, durationUnit, totalDistance, totalDistanceUnit, totalEnergyBurned
  case totalEnergyBurnedUnit, averageHeartRate, minimumHeartRate, maximumHeartRate
  case metadata, details, ordinal

  /// The columns of fields: those of a workout, and of other kinds that have fields of these names.
  static let fields: [CSVTableColumn] =
    [
      .duration, .durationUnit, .totalDistance, .totalDistanceUnit, .totalEnergyBurned,
      .totalEnergyBurnedUnit,
    ] + heartRate

  /// Of a workout, the statistics of its heart rate.
  static let heartRate: [CSVTableColumn] = [
    .averageHeartRate, .minimumHeartRate, .maximumHeartRate,
  ]

  /// The columns without which there is no sample.
  static let required: Set<String> = [Self.type.rawValue, Self.start.rawValue]

  /// What spreadsheet programs take its cells for.
  var spreadsheetKind: SpreadsheetSink.Kind {
    switch self {
    case .start, .end, .created: .time
    case .value, .duration, .totalDistance, .totalEnergyBurned, .averageHeartRate,
      .minimumHeartRate, .maximumHeartRate, .ordinal:
      .number
    default: .text
    }
  }

  /// The columns of a dataset.
  static func columns(hasParticipants: Bool) -> [CSVTableColumn] {
    allCases.filter { $0 != .participant || hasParticipants }
  }

  /// The place of each column among all.
  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The losses of the table.
enum CSVTableLoss: Int, CaseIterable {
  case dataset, unknown, parts, members, origins, extras, spellings, kinds, columns

  /// The loss as the format declares it.
  var loss: Loss {
    switch self {
    case .dataset:
      Loss("dataset", "facts about the dataset: date of export, locale, characteristics")
    case .unknown: Loss("unknown", "unknown elements")
    case .parts:
      Loss(
        "parts",
        "lists in samples: events, statistics, routes, beats, voltages, bytes of documents"
      )
    case .members:
      Loss(
        "members",
        "correlations: which samples are their members; members not stored separately become rows")
    case .origins:
      Loss(
        "origins",
        "details of a sample's device other than its name, or of its source other than name and "
          + "version")
    case .extras: Loss("extras", "unknown attributes and elements of samples, and UUIDs")
    case .spellings: Loss("spellings", "the unusual text form of dates")
    case .kinds: Loss("kinds", "samples for which layout tdda has no file")
    case .columns:
      Loss("columns", "metadata and fields for which layout tdda has no column")
    }
  }
}
