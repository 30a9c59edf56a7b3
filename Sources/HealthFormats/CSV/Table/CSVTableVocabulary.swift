import HealthModel

/// A column of the table, in the order of the file.
enum CSVTableColumn: String, CaseIterable {
  case kind, type
  case localDate = "local_date"
  case start, end, value, categoryValue, unit, source, sourceVersion, device, created, id
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
      Loss("dataset", "what is known of the dataset: date of export, locale, characteristics")
    case .unknown: Loss("unknown", "elements that nobody knows")
    case .parts:
      Loss(
        "parts",
        "samples with lists inside: events, statistics, routes, beats, voltages, bytes of documents"
      )
    case .members:
      Loss(
        "members",
        "correlations: which samples belong to them; members that stand nowhere else become rows")
    case .origins:
      Loss(
        "origins",
        "samples whose device was known by more than a name, or whose source by more than name and "
          + "version")
    case .extras: Loss("extras", "samples with something that has no field")
    case .spellings: Loss("spellings", "samples whose dates were written in an unusual form")
    case .kinds: Loss("kinds", "samples that layout tdda has no file for")
    case .columns:
      Loss("columns", "samples with metadata or fields that layout tdda has no column for")
    }
  }
}
