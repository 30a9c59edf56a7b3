/// What samples share, and what stands beside them.
extension StoreTable {
  /// Types of samples.
  package static let type = all[0]
  /// Units.
  package static let unit = all[1]
  /// Sources in each of their versions.
  package static let source = all[2]
  /// Devices.
  package static let device = all[3]
  /// What thousands of samples have in common.
  package static let series = all[4]
  /// Cases of categories.
  package static let categoryValue = all[5]
  /// Keys of metadata.
  package static let metadataKey = all[6]
  /// Metadata: all that is noted with a sample, as one.
  package static let metadata = all[7]
  /// The entries of metadata.
  package static let metadataEntry = all[8]
  /// The samples.
  package static let sample = all[9]
  /// What was deleted.
  package static let tombstone = all[10]
  /// Facts about the store.
  package static let store = all[11]
  /// What does not change about the person.
  package static let characteristic = all[12]

  private static var number: Column { Column("number", .integer, isOptional: false) }

  /// In an order in which no table refers to a later one, but for samples to samples.
  static let shared: [StoreTable] = [
    StoreTable(
      "type", .dictionary,
      [
        number,
        Column("kind", .text, isOptional: false, title: "of the samples, as `quantity`"),
        Column("identifier", .text, isOptional: false, title: "of a workout, that of its activity"),
      ], title: "Types of samples; of unknown elements, their names"),
    StoreTable(
      "unit", .dictionary, [number, Column("name", .text, isOptional: false)], title: "Units"),
    StoreTable(
      "source", .dictionary,
      [
        number, Column("name", .text, isOptional: false), Column("version", .text),
        Column("product_type", .text), Column("operating_system_version", .text),
      ], title: "Apps and devices that write samples, in each of their versions"),
    StoreTable(
      "device", .dictionary,
      [number] + deviceColumns.map { Column($0, .text) } + [
        Column("raw", .text, title: "the text of the export, where the fields would not print it")
      ], title: "Devices that measure; one of which nothing is known has only its number"),
    StoreTable(
      "series", .dictionary,
      [
        number, Column("type", .reference("type"), isOptional: false),
        Column("unit", .reference("unit")), Column("source", .reference("source")),
        Column("device", .reference("device")),
      ], title: "What thousands of samples have in common"),
    StoreTable(
      "category_value", .dictionary,
      [
        number, Column("name", .text, isOptional: false),
        Column("raw_value", .integer, title: "its number in HealthKit, where that is known"),
      ], title: "Values of categories"),
    StoreTable(
      "metadata_key", .dictionary, [number, Column("name", .text, isOptional: false)],
      title: "Keys of metadata"),
    StoreTable(
      "metadata", .dictionary,
      [
        number, Column("hash", .id, isOptional: false, title: "of keys and values, in their order"),
      ],
      title: "Metadata: all that is noted with one sample, shared by those with the same"),
    StoreTable(
      "metadata_entry", .parts,
      [
        Column("metadata", .reference("metadata"), isOptional: false),
        Column("n", .integer, isOptional: false, title: "from 0, in the order written"),
        Column("key", .reference("metadata_key"), isOptional: false),
        Column("value", .text, isOptional: false, title: "to the letter"),
      ], title: "Keys and values of metadata"),
    StoreTable("sample", .samples, SampleRow.columns, title: "Samples of all kinds"),
    StoreTable(
      "tombstone", .other,
      [
        Column("change", .integer, isOptional: false, title: "the number of the deletion"),
        Column("id", .id, isOptional: false), Column("ordinal", .integer, isOptional: false),
        Column("type", .reference("type"), isOptional: false, title: "type and kind"),
        Column("deletion_date", .instant, isOptional: false),
      ], title: "Samples that were deleted"),
    StoreTable(
      "store", .other,
      [Column("name", .text, isOptional: false), Column("value", .text, isOptional: false)],
      title: "Facts about the store and the dataset"),
    StoreTable(
      "characteristic", .other,
      [
        Column("n", .integer, isOptional: false), Column("type", .text, isOptional: false),
        Column("value", .text, isOptional: false),
      ], title: "What does not change about the person from day to day"),
  ]

  /// The columns of a device, in the order of its fields.
  private static let deviceColumns = [
    "name", "manufacturer", "model", "hardware_version", "firmware_version", "software_version",
    "local_identifier", "udi_device_identifier", "creation_date",
  ]
}
