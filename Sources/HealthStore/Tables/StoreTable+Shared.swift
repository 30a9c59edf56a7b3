/// The tables that samples share, and those next to the samples.
extension StoreTable {
  /// Types of samples.
  package static let type = all[0]
  package static let unit = all[1]
  /// Sources in each of their versions.
  package static let source = all[2]
  package static let device = all[3]
  /// What thousands of samples have in common.
  package static let series = all[4]
  /// Cases of categories.
  package static let categoryValue = all[5]
  package static let metadataKey = all[6]
  /// Metadata: all that is noted with a sample, as one.
  package static let metadata = all[7]
  /// The entries of metadata.
  package static let metadataEntry = all[8]
  package static let sample = all[9]
  /// What was deleted.
  package static let tombstone = all[10]
  /// Facts about the store.
  package static let store = all[11]
  /// What does not change about the person.
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
        Column("name", .text, isOptional: false, title: "as it was written, as `count/min`"),
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
        Column("raw", .text, title: "text of the export, where the columns do not print it")
      ], title: "Devices that measure; one without any fields has only its number"),
    StoreTable(
      "series", .dictionary,
      [
        number,
        Column("type", .reference("type"), isOptional: false, title: "type of the samples"),
        Column("unit", .reference("unit"), title: "unit of their values"),
        Column("source", .reference("source"), title: "app or device that wrote them"),
        Column("device", .reference("device"), title: "device that measured them"),
      ], title: "Combinations of type, unit, source and device; each sample has one"),
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
            "with a sync identifier: the sync version as a whole number, the lowest if none is stated"
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
        Column("type", .reference("type"), isOptional: false, title: "its type and kind"),
        Column("deletion_date", .instant, isOptional: false, title: "when it was deleted"),
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
