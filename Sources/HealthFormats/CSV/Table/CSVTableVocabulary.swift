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
        "lists in samples: events, parts, statistics, zones, routes and nested samples of workouts, beats, voltages, bytes of documents"
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

/// The fields of a structured kind as cells: those that have a column, and the others by name, exactly as written.
struct CSVTableFields {
  /// The cells of ``CSVTableColumn/fields``; empty where all are.
  var cells: [String?] = []
  /// The other fields that are there.
  var details: [(name: String, value: String)] = []
  /// Whether there are lists inside, which a row has no place for.
  var hasParts = false
  /// Whether a date was written in an unusual form.
  var hasSpelling = false
  /// Whether the sample's dates follow from a field.
  var hasImpliedDates = false

  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    if let index = CSVTableColumn.fields.firstIndex(where: { $0.rawValue == name }) {
      if cells.isEmpty { cells = CSVTableColumn.fields.map { _ in nil } }
      cells[index] = value
    } else {
      details.append((name, value))
    }
  }

  mutating func add(_ fields: [Sample.Field]) {
    for field in fields {
      switch field.value {
      case .number(let number): add(field.name, number?.description)
      case .text(let text): add(field.name, text)
      case .date(let date):
        add(field.name, date?.text(.iso8601).description)
        if date?.spelling != nil { hasSpelling = true }
      default: if !field.isEmpty { hasParts = true }
      }
    }
  }
}

/// Reads the fields of a rarer kind from cells: the mirror of ``CSVTableFields``.
struct CSVTableFieldReader: AttributeVisitor {
  /// The fields that were not taken yet, by name.
  var fields: [(name: String, value: String)]

  /// What is wrong with a field.
  struct Failure: Error {
    let message: String
  }

  init(_ fields: [(name: String, value: String)]) {
    self.fields = fields
  }

  private mutating func take(_ name: String) -> String? {
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return nil }
    return fields.remove(at: index).value
  }

  mutating func number(_ name: String, _ value: inout Number?) throws(Failure) {
    guard let text = take(name) else { return }
    value = Number(text)
    if value == nil { throw Failure(message: "found no number for \(name)") }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) throws(Failure) {
    guard let text = take(name) else { return }
    switch Timestamp.parse(text.utf8Span.span, form: .iso8601) {
    case .success(let date): value = date
    case .failure(let date): throw Failure(message: "\(name) \(date.wording)")
    }
  }

  mutating func text(_ name: String, _ value: inout String?) { value = take(name) }
  mutating func sideFile(_ name: String, _ value: inout String?) { value = take(name) }
}

extension CSVTableFields {
  /// The cells of a workout: its totals also where they are among the statistics, as iOS 16 and later write them.
  init(of workout: Workout) {
    var fields = workout.fields
    let (distance, energy, heartRate) = (workout.distance, workout.energyBurned, workout.heartRate)
    let summary = WorkoutStatistics.heartRate(
      average: heartRate.average, minimum: heartRate.minimum, maximum: heartRate.maximum)
    // Fields that the row contains completely are not lost.
    fields.statistics.removeAll { $0 == summary }
    if let distance {
      (fields.totalDistance, fields.totalDistanceUnit) = (distance.number, distance.unit)
    }
    if let energy {
      (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (energy.number, energy.unit)
    }
    add(Sample.Field.list(of: fields))
    for (column, number) in zip(
      CSVTableColumn.heartRate, [heartRate.average, heartRate.minimum, heartRate.maximum])
    {
      add(column.rawValue, number?.description)
    }
  }
}

extension WorkoutStatistics {
  /// Statistics of the heart rate as a row holds them: in beats a minute, without a time of their own.
  static func heartRate(average: Number?, minimum: Number?, maximum: Number?) -> WorkoutStatistics {
    var statistics = WorkoutStatistics()
    statistics.type = WorkoutTotals.heartRateType
    statistics.unit = WorkoutTotals.heartRateUnit
    statistics.average = average
    statistics.minimum = minimum
    statistics.maximum = maximum
    return statistics
  }
}

extension Timestamp {
  /// The instant at which a clock of another offset shows the same date and time.
  func onClock(offsetMinutes: Int16) -> Timestamp {
    Timestamp(
      secondsSince1970: secondsSince1970
        &+ (Int64(self.offsetMinutes) &- Int64(offsetMinutes)) &* 60,
      nanoseconds: nanoseconds, offsetMinutes: offsetMinutes)
  }
}
