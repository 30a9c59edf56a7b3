// Tables. `Tables/` derives the tables from the model's lists of fields (`Sample.Field`): dictionaries for what
// samples share (also for metadata: equal metadata are stored once), one row for each sample, a table for each
// nested structure. Columns have values that SQL can compute with: real numbers, instants with their offsets. A text
// form that these do not reproduce is stored as well (`exact`), which is rare; if all numbers of a row have the same
// number of decimals, as the points of Apple's routes do, that number is a column (`decimals`). A database stores
// values and rows without interpreting them. `StoreView` defines the views of every store, for users of SQL: names
// instead of numbers, local times, no duplicates. They are computed from the tables and cost nothing when saving. A
// duplicate is looked up by the index of series and start, the only one that every store has. Each database adds its
// functions for local times (`SQLDialect`). The totals of a workout have one definition, for views and tables
// (`Workout+Totals`).

/// A table of a store, the same in every database; the database's own words for types and keys are added by it.
package struct StoreTable: Sendable {
  package struct Column: Sendable {
    /// The type of the values in a column.
    package enum DataType: Sendable, Equatable {
      case integer, real, text, bytes, id, instant
      /// The number of a row of another table, by that table's name.
      case reference(String)
    }

    package let name: String
    package let type: DataType
    /// Whether it may be empty.
    package let isOptional: Bool
    /// The description, if the name is not enough.
    package let title: String?

    package init(
      _ name: String, _ type: DataType, isOptional: Bool = true, title: String? = nil
    ) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.title = title
    }
  }

  /// The role of a table.
  package enum Role: Sendable, Equatable {
    /// What many samples share, each once, under a number: the first column. All others together tell a row
    /// from every other; in these, nothing equals nothing, and texts are compared byte by byte.
    case dictionary
    /// Samples; the first column is the number of the change that brought them.
    case samples
    /// What is inside a row of another table. The first column is that row, and rows go when it goes; the second
    /// numbers the rows in the order in which they are read. The two tell a row from every other.
    case parts
    /// Rows next to the samples. The first column identifies a row.
    case other
  }

  package let name: String
  package let role: Role
  package let columns: [Column]
  /// The description in the documentation of the schema.
  package let title: String
  /// Its place in ``all``: what a store keeps for a table, it finds by this.
  package internal(set) var index = 0

  package init(_ name: String, _ role: Role, _ columns: [Column], title: String) {
    self.name = name
    self.role = role
    self.columns = columns
    self.title = title
  }
  /// The columns that hold numbers of rows, and the tables that these rows are in.
  package var references: [(column: Column, table: StoreTable)] {
    columns.compactMap { column in
      guard case .reference(let name) = column.type,
        let table = Self.all.first(where: { $0.name == name })
      else { return nil }
      return (column, table)
    }
  }
}

/// Answers: statistics that SQL cannot compute, calculated by the program and saved as rows.
extension StoreTable {
  /// The tables of answers, after those of what samples share.
  package static let answers: [StoreTable] = [
    StoreTable(
      "answer_day", .other,
      [
        Column("n", .integer, isOptional: false, title: "from 0, by day, then by type and value"),
        Column("day", .text, isOptional: false, title: "as `2024-06-01`"),
        Column("type", .text, isOptional: false, title: "identifier of the type"),
        Column(
          "value", .text, title: "category value that the row is about; nothing for quantities"),
        Column(
          "unit", .text,
          title: "unit of the values: the canonical one of the type; in `%`, 95.8 is 95.8 %"),
        Column("count", .integer, isOptional: false, title: "samples that start on the day"),
        Column(
          "sum", .real, title: "of types that add up; what several sources measured counts once"),
        Column("average", .real, title: "of other types, as their aggregation style defines it"),
        Column("minimum", .real, title: "lowest value"),
        Column("maximum", .real, title: "highest value"),
        Column("latest", .real, title: "value that ended last"),
        Column(
          "duration", .real, title: "of categories: minutes covered by at least one sample"),
      ], title: "Statistics of each day and type; read the view `daily`"),
    StoreTable(
      "answer_night", .other,
      [
        Column("n", .integer, isOptional: false, title: "from 0, in the order of time"),
        Column("night", .text, isOptional: false, title: "day on which it ends, as `2024-06-02`"),
        Column("start_local", .text, title: "when the longest sleep begins"),
        Column("end_local", .text, title: "when it ends"),
      ]
        + [
          ("in_bed", "in bed"), ("asleep", "asleep, naps included"), ("core", "in core sleep"),
          ("deep", "in deep sleep"), ("rem", "in REM sleep"),
          ("unspecified", "asleep in no known stage"), ("awake", "awake"),
          ("naps", "asleep outside the longest sleep"),
        ].map { Column($0.0, .real, title: "minutes \($0.1); null if not measured") }
        + [
          Column("efficiency", .real, title: "from 0 to 1"),
          Column("source", .text, title: "sources of the sleep"),
        ], title: "Nights of sleep; read the view `sleep_by_night`"),
    StoreTable(
      "answer_workout", .other,
      [
        Column("n", .integer, isOptional: false, title: "from 0, in the order of the samples"),
        Column("start_local", .text, isOptional: false, title: "date and time of the start"),
        Column("activity", .text, isOptional: false, title: "as `Running`"),
        Column("duration", .real, isOptional: false, title: "minutes without pauses"),
        Column("distance", .real, title: "kilometers"),
        Column("energy", .real, title: "active energy in kilocalories"),
        Column("average_heart_rate", .real, title: "average, beats per minute"),
        Column("maximum_heart_rate", .real, title: "maximum, beats per minute"),
        Column("elevation", .real, title: "meters climbed"),
        Column("source", .text, isOptional: false, title: "source of the workout"),
        Column(
          "from_records", .text,
          title: "figures that the workout does not state: calculated from the records in its time"),
      ], title: "Workouts completed by records; read the view `workouts_completed`"),
  ]
}

/// The tables that samples share, and those next to the samples.
extension StoreTable {
  /// Types of samples.
  package static let type = all[0]
  package static let unit = all[1]
  /// Sources in each of their versions.
  package static let source = all[2]
  package static let device = all[3]
  /// Descriptors, each of which thousands of samples share.
  package static let series = all[4]
  /// Cases of categories.
  package static let categoryValue = all[5]
  package static let metadataKey = all[6]
  /// Metadata: all that is noted with a sample, as one.
  package static let metadata = all[7]
  /// The entries of metadata.
  package static let metadataEntry = all[8]
  package static let sample = all[9]
  /// Deletions.
  package static let tombstone = all[10]
  /// Facts about the store.
  package static let store = all[11]
  /// Characteristics of the person.
  package static let characteristic = all[12]

  private static var number: Column {
    Column("number", .integer, isOptional: false, title: "key of the row")
  }

  /// In an order in which no table refers to a later one, but for samples to samples.
  static let shared: [StoreTable] = [
    StoreTable(
      "type", .dictionary,
      [
        number,
        Column("kind", .text, isOptional: false, title: "kind of the samples, as `quantity`"),
        Column(
          "identifier", .text, isOptional: false,
          title: "identifier of the type; of a workout, that of its activity"),
      ], title: "Types of samples, and names of unknown elements"),
    StoreTable(
      "unit", .dictionary,
      [
        number,
        Column("name", .text, isOptional: false, title: "exactly as written, as `count/min`"),
      ],
      title: "Units"),
    StoreTable(
      "source", .dictionary,
      [
        number,
        Column("name", .text, isOptional: false, title: "name of the app or device"),
        Column("version", .text, title: "its version"),
        Column("product_type", .text, title: "model of the hardware, as `Watch6,2`"),
        Column("operating_system_version", .text, title: "version of its operating system"),
      ], title: "Apps and devices that write samples, a row for each version"),
    StoreTable(
      "device", .dictionary,
      [number] + deviceColumns.map { Column($0.name, .text, title: $0.title) } + [
        Column("raw", .text, title: "text of the export, if the columns do not reproduce it")
      ], title: "Devices that measure; one without any fields has only its number"),
    StoreTable(
      "series", .dictionary,
      [
        number,
        Column("type", .reference("type"), isOptional: false, title: "type of the samples"),
        Column("unit", .reference("unit"), title: "unit of their values"),
        Column("source", .reference("source"), title: "app or device that wrote them"),
        Column("device", .reference("device"), title: "device that measured them"),
        Column("participant", .text, title: "id of the participant, if there are several"),
      ], title: "Combinations of type, unit, source, device and participant; each sample has one"),
    StoreTable(
      "category_value", .dictionary,
      [
        number,
        Column("name", .text, isOptional: false, title: "as `HKCategoryValueSleepAnalysisAwake`"),
        Column("raw_value", .integer, title: "its number in HealthKit, where that is known"),
      ], title: "Values of categories"),
    StoreTable(
      "metadata_key", .dictionary,
      [
        number,
        Column("name", .text, isOptional: false, title: "as `HKMetadataKeyHeartRateMotionContext`"),
      ],
      title: "Keys of metadata"),
    StoreTable(
      "metadata", .dictionary,
      [
        number, Column("hash", .id, isOptional: false, title: "hash of keys and values, in order"),
        Column(
          "sync_version", .integer,
          title:
            "sync version as a whole number, if there is a sync identifier; the lowest number if no version is stated"
        ),
      ],
      title: "Sets of metadata; samples with equal metadata share one"),
    StoreTable(
      "metadata_entry", .parts,
      [
        Column(
          "metadata", .reference("metadata"), isOptional: false, title: "the set it is part of"),
        Column("n", .integer, isOptional: false, title: "from 0, in the order written"),
        Column("key", .reference("metadata_key"), isOptional: false, title: "key of the entry"),
        Column("value", .text, isOptional: false, title: "value of the entry, exactly as written"),
      ], title: "Keys and values of metadata"),
    StoreTable("sample", .samples, SampleRow.columns, title: "Samples of all kinds"),
    StoreTable(
      "tombstone", .other,
      [
        Column("change", .integer, isOptional: false, title: "the number of the deletion"),
        Column("id", .id, isOptional: false, title: "identity of the sample"),
        Column("ordinal", .integer, isOptional: false, title: "ordinal of the sample"),
        Column(
          "series", .reference("series"), isOptional: false, title: "its type and participant"),
        Column("deletion_date", .instant, isOptional: false, title: "when it was deleted"),
        Column("uuid", .id, title: "the UUID that it stated, if it did"),
      ], title: "Samples that were deleted"),
    StoreTable(
      "store", .other,
      [
        Column("name", .text, isOptional: false, title: "name of the fact, as `export_date`"),
        Column("value", .text, isOptional: false, title: "its value"),
      ],
      title: "Facts about the store and the dataset"),
    StoreTable(
      "characteristic", .other,
      [
        Column("n", .integer, isOptional: false, title: "from 0, in the order written"),
        Column(
          "type", .text, isOptional: false, title: "as `HKCharacteristicTypeIdentifierBloodType`"),
        Column("value", .text, isOptional: false, title: "value of the characteristic"),
      ], title: "Characteristics of the person: date of birth, sex, blood type, skin type"),
    StoreTable(
      "client_grant", .other,
      [
        Column("n", .integer, isOptional: false, title: "number of the decision: its key"),
        Column("client", .text, isOptional: false, title: "name of the client, and of its source"),
        Column("type", .text, title: "types, as in a selection; empty if nothing is decided"),
        Column("share", .integer, title: "1 if the client may save samples of these, 0 if not"),
        Column("read", .integer, title: "1 if it may read them, 0 if not"),
        Column(
          "read_from", .integer,
          title: "if only later samples may be read, from when on: seconds since 1970"),
        Column(
          "object", .id,
          title: "instead of types, a prescription or a dose that may be read: its UUID"),
      ], title: "What clients may read and write"),
    StoreTable(
      "kept_anchor", .other,
      [
        Column("n", .integer, isOptional: false, title: "number of the anchor: its key"),
        Column("name", .text, isOptional: false, title: "the name under which it is kept"),
        Column(
          "anchor", .text, isOptional: false,
          title: "a state of this store or of another: identifier and number of a change"),
      ], title: "How far changes were delivered ('follow') or copied ('replicate')"),
  ]

  /// The columns of a device, in the order of its fields.
  private static let deviceColumns: [(name: String, title: String)] = [
    ("name", "as `Apple Watch`"), ("manufacturer", "as `Apple Inc.`"),
    ("model", "as `Watch`"), ("hardware_version", "as `Watch6,2`"),
    ("firmware_version", "version of the firmware"),
    ("software_version", "version of the software"),
    ("local_identifier", "identifier of the device on the phone"),
    ("udi_device_identifier", "unique device identifier (UDI) of a medical device"),
    ("creation_date", "when the device was first registered, as text of the export"),
  ]
}
