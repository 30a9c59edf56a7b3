/// A table of a Health Connect database in schema 9, the oldest that a phone accepts. The phone adds what later schemas have.
///
/// Column names, types and numbers are those of the Health Connect module of Android. Ranges are those that its API requires of
/// an app: when an app reads a record out of range, the phone could refuse it.
struct HealthConnectTable: Sendable {
  /// What a row of the table represents.
  enum Kind: Equatable, Sendable {
    /// A record at an instant.
    case instant
    /// A record with a start and an end.
    case interval
    /// A part of a record of another table.
    case part(of: String)
  }

  struct Column: Sendable {
    let name: String
    /// `INTEGER`, `REAL` or `TEXT`. The phone stores some enumerations as text.
    let type: Substring
    let isRequired: Bool
    let range: ClosedRange<Double>?

    /// The cell that is stored for a missing value.
    var absent: HealthConnectCell {
      switch type {
      // The phone reads `NULL` in a `REAL` column as 0, and itself stores Java's least positive `double` for a missing
      // number.
      case "REAL": .real(.leastNonzeroMagnitude)
      // 0 is 'unknown' in all enumerations.
      default: range == nil ? .null : type == "TEXT" ? .text("0") : .integer(0)
      }
    }

    /// A text as a value; `nil` if the column cannot hold it.
    func cell(_ text: String) -> HealthConnectCell? {
      guard let range else { return type == "TEXT" && !text.isEmpty ? .text(text) : nil }
      if type == "REAL" {
        guard let value = Double(text), range.contains(value) else { return nil }
        return .real(value)
      }
      guard let value = Int64(text), range.contains(Double(value)), String(value) == text else {
        return nil
      }
      return type == "TEXT" ? .text(text) : .integer(value)
    }
  }

  let name: String
  let kind: Kind
  /// The number of the type of records (`RecordTypeIdentifier`); 0 for parts.
  let recordType: Int64
  /// The columns that only this table has.
  let columns: [Column]

  func column(named name: String) -> Int? { columns.firstIndex { $0.name == name } }

  /// The definition in SQL.
  var definition: String {
    var parts: [String] = []
    switch kind {
    case .instant, .interval:
      parts = [
        "row_id INTEGER PRIMARY KEY AUTOINCREMENT", "uuid BLOB NOT NULL UNIQUE",
        "last_modified_time INTEGER", "client_record_id TEXT", "client_record_version TEXT",
        "device_info_id INTEGER", "app_info_id INTEGER", "recording_method INTEGER",
        "dedupe_hash BLOB UNIQUE",
      ]
      parts += times.map { "\($0) INTEGER" }
    case .part: parts = ["parent_key INTEGER"]
    }
    parts += columns.map { "\($0.name) \($0.type)\($0.isRequired ? " NOT NULL" : "")" }
    let references =
      if case .part(let parent) = kind { [("parent_key", parent)] } else {
        [("device_info_id", "device_info_table"), ("app_info_id", "application_info_table")]
      }
    parts += references.map {
      "FOREIGN KEY (\($0)) REFERENCES \($1)(row_id) ON DELETE CASCADE"
    }
    return "CREATE TABLE \(name) (\(parts.joined(separator: ", ")))"
  }

  /// The columns with the times of a record.
  var times: [String] {
    switch kind {
    case .instant: ["time", "zone_offset", "local_date"]
    case .interval:
      ["start_time", "start_zone_offset", "end_time", "end_zone_offset", "local_date"]
    case .part: []
    }
  }

  /// The statement that inserts a row, unless there is one with its UUID or, by `dedupe_hash`, its app, device and time.
  var insertion: String {
    let common: [String] =
      if case .part = kind { ["parent_key"] } else {
        [
          "uuid", "last_modified_time", "client_record_id", "client_record_version",
          "device_info_id", "app_info_id", "recording_method", "dedupe_hash",
        ]
      }
    let names = common + times + columns.map(\.name)
    let places = names.map { _ in "?" }.joined(separator: ", ")
    return
      "INSERT OR IGNORE INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(places))"
  }
}

/// A value of a column.
enum HealthConnectCell: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

extension HealthConnectTable {
  /// `PRAGMA user_version` of the database.
  static let version = 9

  /// Parses a table from a line: its kind; the number of its records or, of a part, the table of its records; its name; and
  /// its columns, each with type, `!` for `NOT NULL`, and range.
  private init?(_ line: Substring) {
    let parts = line.split(separator: ":", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: " ")
    guard parts.count == 2, words.count == 3 else { return nil }
    name = String(words[2])
    recordType = Int64(words[1]) ?? 0
    kind =
      switch words[0] {
      case "instant": .instant
      case "interval": .interval
      default: .part(of: String(words[1]))
      }
    columns = parts[1].split(separator: ",").compactMap { text in
      let words = text.split(separator: " ")
      guard words.count > 1 else { return nil }
      let isRequired = words[1].hasSuffix("!")
      let bounds = words.dropFirst(2).compactMap { Double($0) }
      return Column(
        name: String(words[0]), type: isRequired ? words[1].dropLast() : words[1],
        isRequired: isRequired, range: bounds.count == 2 ? bounds[0]...bounds[1] : nil)
    }
  }

  /// The record types of the categories in which the phone orders apps by priority: activity and sleep
  /// (`HealthDataCategory`).
  static let prioritized: [(category: Int, types: Set<Int64>)] = [
    (1, [1, 2, 4, 5, 6, 7, 9, 12, 13, 14, 15, 18, 37]), (5, [38]),
  ]

  /// The tables of records and their parts.
  static let all: [HealthConnectTable] = lines.split(separator: "\n").compactMap {
    HealthConnectTable($0)
  }

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The other tables, most of which stay empty: the phone's migrations require them.
  static let others = [
    "android_metadata (locale TEXT)",
    "device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER)",
    "application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT NOT NULL UNIQUE, app_name TEXT, "
      + "app_icon BLOB, record_types_used TEXT)",
    "activity_date_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, epoch_days INTEGER NOT NULL, "
      + "record_type_id INTEGER NOT NULL, UNIQUE (epoch_days, record_type_id))",
    "change_logs_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, record_type INTEGER, app_id INTEGER, "
      + "uuids BLOB NOT NULL, operation_type INTEGER, time INTEGER)",
    "change_log_request_table (row_id INTEGER PRIMARY KEY, packages_to_filter TEXT NOT NULL, "
      + "package_name TEXT NOT NULL, record_types TEXT, row_id_change_logs_table INTEGER, time INTEGER)",
    "health_data_category_priority_table (row_id INTEGER PRIMARY KEY, health_data_category INTEGER UNIQUE, "
      + "app_id_priority_order TEXT NOT NULL)",
    "preference_table (key TEXT NOT NULL UNIQUE, value TEXT)",
    "access_logs_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, app_id INTEGER NOT NULL, "
      + "record_type TEXT NOT NULL, access_time INTEGER NOT NULL, operation_type INTEGER NOT NULL)",
    "migration_entity_table (row_id INTEGER PRIMARY KEY, entity_id TEXT NOT NULL UNIQUE)",
    "pre_migration_category_priority_table (category INTEGER UNIQUE, priority_order TEXT NOT NULL)",
  ]

  private static let lines = """
    interval 1 steps_record_table: count INTEGER 0 1000000
    interval 2 active_calories_burned_record_table: energy REAL 0 1000000000
    interval 3 hydration_record_table: volume REAL 0 100
    interval 4 elevation_gained_record_table: elevation REAL -1000000 1000000
    interval 5 floors_climbed_record_table: floors REAL 0 1000000
    interval 6 wheelchair_pushes_record_table: count INTEGER 0 1000000
    interval 7 distance_record_table: distance REAL 0 1000000
    interval 8 nutrition_record_table: \(nutrients)
    interval 9 total_calories_burned_record_table: energy REAL 0 1000000000
    interval 10 menstruation_period_record_table:
    interval 11 heart_rate_record_table:
    part heart_rate_record_table heart_rate_record_series_table: beats_per_minute INTEGER 1 300, epoch_millis INTEGER
    interval 12 CyclingPedalingCadenceRecordTable:
    part CyclingPedalingCadenceRecordTable cycling_pedaling_cadence_record_table: epoch_millis INTEGER, \
    revolutions_per_minute REAL 0 10000
    interval 13 PowerRecordTable:
    part PowerRecordTable power_record_table: power REAL 0 100000, epoch_millis INTEGER
    interval 14 SpeedRecordTable:
    part SpeedRecordTable speed_record_table: speed REAL 0 1000000, epoch_millis INTEGER
    interval 15 StepsCadenceRecordTable:
    part StepsCadenceRecordTable steps_cadence_record_table: rate REAL 0 10000, epoch_millis INTEGER
    instant 16 basal_metabolic_rate_record_table: basal_metabolic_rate REAL 0 484
    instant 17 body_fat_record_table: percentage REAL 0 100
    instant 18 vo2_max_record_table: measurement_method INTEGER 0 5, vo2_milliliters_per_minute_kilogram REAL 0 100
    instant 19 cervical_mucus_record_table: sensation INTEGER 0 3, appearance INTEGER 0 6
    instant 20 basal_body_temperature_record_table: measurement_location INTEGER 0 10, temperature REAL 0 100
    instant 21 menstruation_flow_record_table: flow INTEGER 0 3
    instant 22 oxygen_saturation_record_table: percentage REAL 0 100
    instant 23 blood_pressure_record_table: measurement_location TEXT! 0 4, systolic REAL 20 200, \
    diastolic REAL 10 180, body_position TEXT! 0 4
    instant 24 height_record_table: height REAL 0 3
    instant 25 blood_glucose_record_table: specimen_source TEXT! 0 6, level REAL 0 50, \
    relation_to_meal TEXT! 0 4, meal_type TEXT! 0 4
    instant 26 weight_record_table: weight REAL 0 1000000
    instant 27 lean_body_mass_record_table: mass REAL 0 1000000
    instant 28 sexual_activity_record_table: protection_used INTEGER 0 2
    instant 29 body_temperature_record_table: measurement_location INTEGER 0 10, temperature REAL 0 100
    instant 30 ovulation_test_record_table: result INTEGER 0 3
    instant 31 respiratory_rate_record_table: rate REAL 0 1000
    instant 32 bone_mass_record_table: mass REAL 0 1000000
    instant 33 resting_heart_rate_record_table: beats_per_minute INTEGER 1 300
    instant 34 body_water_mass_record_table: body_water_mass REAL! 0 1000000
    instant 35 heart_rate_variability_rmssd_record_table: heart_rate_variability_millis REAL! 1 200
    instant 36 intermenstrual_bleeding_record_table:
    interval 37 exercise_session_record_table: notes TEXT, exercise_type INTEGER 0 61, title TEXT, has_route INTEGER 0 1
    part exercise_session_record_table exercise_route_table: timestamp_millis INTEGER!, longitude REAL! -180 180, \
    latitude REAL! -90 90, horizontal_accuracy REAL! 0 100000, vertical_accuracy REAL! 0 100000, altitude REAL! -100000 100000
    part exercise_session_record_table exercise_laps_table: lap_start_time INTEGER!, lap_end_time INTEGER!, lap_length REAL!
    part exercise_session_record_table exercise_segments_table: segment_start_time INTEGER!, segment_end_time INTEGER!, \
    segment_type INTEGER!, repetitions_count INTEGER!
    interval 38 sleep_session_record_table: notes TEXT, title TEXT
    part sleep_session_record_table sleep_stages_table: stage_start_time INTEGER!, stage_end_time INTEGER!, stage_type INTEGER! 0 7
    """

  /// The columns of food, energy in calories and the others in grams.
  private static let nutrients: String = {
    let small =
      "potassium thiamin manganese caffeine selenium vitamin_b6 chloride cholesterol copper iodine vitamin_b12 zinc "
      + "riboflavin molybdenum phosphorus chromium calcium vitamin_c vitamin_e biotin vitamin_d niacin magnesium vitamin_k "
      + "sodium folate pantothenic_acid iron vitamin_a folic_acid"
    let large =
      "unsaturated_fat trans_fat dietary_fiber protein total_fat total_carbohydrate polyunsaturated_fat saturated_fat "
      + "monounsaturated_fat sugar"
    let energies = "energy energy_from_fat"
    let groups = [(small, 100), (large, 100_000), (energies, 100_000_000)]
    let columns = groups.flatMap { names, most in
      names.split(separator: " ").map { "\($0) REAL 0 \(most)" }
    }
    return (["meal_type INTEGER 0 4", "meal_name TEXT"] + columns).joined(separator: ", ")
  }()
}
