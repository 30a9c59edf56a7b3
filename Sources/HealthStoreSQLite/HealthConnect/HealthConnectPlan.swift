import HealthBytes
import HealthFormats
import HealthModel
import HealthUnits

/// Where each type of samples is in the database: the built-in map `health-connect`, in the direction of writing.
struct HealthConnectPlan: Sendable {
  /// A quantity in a column.
  struct Value: Sendable {
    let column: Int
    let unit: HealthUnit
    /// What a number in the unit is multiplied by.
    let factor: Number
  }

  /// Metadata in a column.
  struct Note: Sendable {
    let key: MetadataKey
    let column: Int
    /// The stored texts by the values of the metadata; `nil` if they are equal.
    let codes: [String: String]?
  }

  /// Where samples of a type are.
  struct Place: Sendable {
    let table: HealthConnectTable
    /// The table of measurements, if the records are series.
    let series: HealthConnectTable?
    /// The values by identifiers of types: that of the samples, or those of the members of a correlation.
    var values: [String: Value] = [:]
    /// Whether a record needs only some of the values.
    var isPartial = false
    /// The codes of a category's values, and their column; a category without a column has one value.
    var codes: [(value: CategoryValue, code: String)] = []
    var codeColumn: Int?
    var notes: [Note] = []
    /// Whether the type is read again.
    var isExact = true
  }

  /// The places by the identifiers of types.
  private(set) var places: [String: Place] = [:]
  /// The numbers of stages of sleep by those of HealthKit.
  private(set) var stages: [Int: Int64] = [:]
  /// The activities by the numbers of sessions.
  private(set) var activities: [Int64: String] = [:]
  /// The metadata of workouts that follow from the number.
  private(set) var implied: [(key: MetadataKey, values: [Int64: String])] = []

  static let shared = HealthConnectPlan()
  static let sleep = "HKCategoryTypeIdentifierSleepAnalysis"
  static let food = "HKCorrelationTypeIdentifierFood"

  /// The keys that the reader adds to each sample.
  static let clientKey = MetadataKey("client_record_id")
  static let recordKey = MetadataKey("record_uuid")
  static let exerciseKey = MetadataKey("exercise_type")
  static let titleKey = MetadataKey("title")
  static let notesKey = MetadataKey("notes")

  private init() {
    let map = CSVMap.BuiltIn.description(of: "health-connect")
    for table in map?["tables"]?.items ?? [] {
      guard let sample = table["samples"]?.items.first, let type = sample["type"]?.text,
        let name = table["table"]?.text, let own = HealthConnectTable.byName[name]
      else { continue }
      switch name {
      case "sleep_session_record_table": continue
      case "sleep_stages_table": addStages(sample)
      case "exercise_session_record_table": addActivities(sample)
      default: add(type, sample, table, own)
      }
    }
    for line in Self.inexact.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 5, let table = HealthConnectTable.byName[words[1]],
        let part = HealthConnectTable.byName[words[2]],
        let column = part.column(named: words[3]),
        let value = Self.value(column, words[4], nil, QuantityType(Self.prefix + words[0]))
      else { continue }
      let isSeries = part.name != table.name
      var place = Place(table: table, series: isSeries ? part : nil)
      place.values[Self.prefix + words[0]] = value
      place.isExact = false
      places[Self.prefix + words[0]] = place
    }
  }

  private static let prefix = "HKQuantityTypeIdentifier"

  /// Types that Health Connect does not distinguish: name, tables of the record and of its values, column, unit. The
  /// map determines the type of a value by the workout of the same app at that time, if there is one.
  private static let inexact = """
    DistanceCycling distance_record_table distance_record_table distance m
    DistanceSwimming distance_record_table distance_record_table distance m
    DistanceWheelchair distance_record_table distance_record_table distance m
    DistanceCrossCountrySkiing distance_record_table distance_record_table distance m
    DistanceDownhillSnowSports distance_record_table distance_record_table distance m
    DistancePaddleSports distance_record_table distance_record_table distance m
    DistanceRowing distance_record_table distance_record_table distance m
    DistanceSkatingSports distance_record_table distance_record_table distance m
    WalkingSpeed SpeedRecordTable speed_record_table speed m/s
    RunningSpeed SpeedRecordTable speed_record_table speed m/s
    CyclingSpeed SpeedRecordTable speed_record_table speed m/s
    RunningPower PowerRecordTable power_record_table power W
    CyclingPower PowerRecordTable power_record_table power W
    """

  // MARK: Compiling

  private mutating func add(
    _ name: String, _ sample: JSONText, _ table: JSONText, _ own: HealthConnectTable
  ) {
    let hasUnit = sample["unit"] != nil
    let type = MapTypes.sampleType(name, hasUnit: hasUnit)
    var place = Place(table: own, series: nil)
    if case .part(let parent) = own.kind {
      guard let table = HealthConnectTable.byName[parent] else { return }
      place = Place(table: table, series: own)
    }
    switch type {
    case .quantity(let quantity):
      guard let value = Self.value(sample, own, quantity) else { return }
      place.values[quantity.identifier] = value
    case .correlation:
      place.isPartial = sample["partial"] != nil
      for member in sample["members"]?.items ?? [] {
        guard let name = member["type"]?.text,
          case .quantity(let quantity) = MapTypes.sampleType(name, hasUnit: true),
          let value = Self.value(member, own, quantity)
        else { continue }
        place.values[quantity.identifier] = value
      }
    case .category(let category):
      if let column = sample["value"]?["column"]?.text, let index = own.column(named: column) {
        place.codeColumn = index
        place.codes = (sample["value"]?["table"]?.members ?? []).compactMap { code, value in
          value.text.map { (category.value(named: $0) ?? CategoryValue($0), code) }
        }
      }
    default: return
    }
    let metadata = (table["metadata"]?.members ?? []) + (sample["metadata"]?.members ?? [])
    place.notes = metadata.compactMap { Self.note($0.0, $0.1, place.table) }
    places[type.identifier] = place
  }

  private static func value(
    _ sample: JSONText, _ table: HealthConnectTable, _ type: QuantityType
  ) -> Value? {
    guard let stated = sample["value"], let unit = sample["unit"]?.text,
      let name = stated.text ?? stated["column"]?.text, let column = table.column(named: name)
    else { return nil }
    return value(column, unit, stated["scale"]?.text, type)
  }

  private static func value(
    _ column: Int, _ unit: String, _ scale: String?, _ type: QuantityType
  ) -> Value? {
    guard let unit = try? HealthUnit(unit, of: type) else { return nil }
    let scale = scale.flatMap { Double($0) } ?? 1
    return Value(column: column, unit: unit, factor: Number(1 / scale) ?? Number(1))
  }

  private static func note(
    _ key: String, _ cell: JSONText, _ table: HealthConnectTable
  ) -> Note? {
    guard let name = cell.text ?? cell["column"]?.text, let column = table.column(named: name)
    else { return nil }
    var codes: [String: String]?
    for (code, value) in cell["table"]?.members ?? [] {
      if let text = value.text {
        codes = (codes ?? [:]).merging([text: code]) { first, _ in first }
      }
    }
    return Note(key: MetadataKey(key), column: column, codes: codes)
  }

  private mutating func addStages(_ sample: JSONText) {
    let type = CategoryType(Self.sleep)
    for (code, name) in sample["value"]?["table"]?.members ?? [] {
      // The first code of a stage, but not 0, which is 'unknown'.
      guard let code = Int64(code), code > 0, let name = name.text,
        let number = type.value(named: name)?.number
      else { continue }
      stages[number] = stages[number] ?? code
    }
  }

  private mutating func addActivities(_ sample: JSONText) {
    for (code, name) in sample["activity"]?["table"]?.members ?? [] {
      guard let code = Int64(code), let name = name.text else { continue }
      activities[code] = "HKWorkoutActivityType" + name
    }
    for (key, cell) in sample["metadata"]?.members ?? [] {
      guard let table = cell["table"]?.members else { continue }
      var values: [Int64: String] = [:]
      for (code, value) in table { if let code = Int64(code) { values[code] = value.text } }
      implied.append((MetadataKey(key), values))
    }
  }

  // MARK: Workouts

  /// The number of a workout's session.
  ///
  /// - Returns: The number, and whether the activity is read again.
  func exercise(of workout: Workout) -> (number: Int64, isExact: Bool) {
    let activity = workout.activityType.identifier
    let metadata = workout.metadata
    if let stated = metadata[Self.exerciseKey].flatMap({ Int64($0) }),
      activities[stated] == activity
    {
      return (stated, true)
    }
    var best: (number: Int64, count: Int)?
    for (number, name) in activities where name == activity {
      let count = implied.count { $0.values[number] == metadata[$0.key] }
      let isBetter =
        best.map { count > $0.count || count == $0.count && number < $0.number } ?? true
      if isBetter { best = (number, count) }
    }
    if let best { return (best.number, true) }
    let name = activity.dropFirst("HKWorkoutActivityType".utf8.count)
    return (Self.similar[String(name)] ?? Self.other, name == "Other")
  }

  /// The number of workouts of any other kind.
  private static let other: Int64 = 58

  /// Numbers for activities that Health Connect does not distinguish.
  private static let similar: [String: Int64] = [
    "Barre": 11, "CardioDance": 10, "CoreTraining": 45, "CrossCountrySkiing": 38, "Dance": 10,
    "DanceInspiredTraining": 10, "HandCycling": 4, "Kickboxing": 24, "SnowSports": 40, "Stairs": 44,
    "StepTraining": 44, "TaiChi": 24, "WheelchairRunPace": 56,
  ]
}

extension JSONText {
  fileprivate subscript(name: String) -> JSONText? { members.first { $0.0 == name }?.1 }

  fileprivate var members: [(String, JSONText)] {
    if case .object(let members) = self { members } else { [] }
  }

  fileprivate var items: [JSONText] { if case .array(let items) = self { items } else { [] } }

  /// A text, or a number as text.
  fileprivate var text: String? {
    switch self {
    case .string(let text): text
    case .number(let number): String(number)
    default: nil
    }
  }
}
