public import HealthBytes
public import HealthFormats
public import HealthModel

/// Writes samples as the tables that healthkit-to-sqlite makes, so that what was built on these keeps working.
///
/// - `r…`, such as `rHeartRate`, for each type of record: `startDate`, `endDate`, `value`, `unit`,
///   `sourceName`, `sourceVersion`, `device`, `creationDate` and `metadata_…` for each key.
/// - `workouts` under the same identifiers, with `workout_events` as JSON, and `workout_points`.
/// - `activity_summary`.
///
/// That program leaves out the rest. Here, parts of workouts (`workout_statistics`, `workout_activities`,
/// `workout_routes`, `workout_records`), `correlations` with their `correlation_members`, all other kinds and
/// the `dataset` have tables, too; lists inside of them are JSON. Dates are texts as in an export.
///
/// One transaction into a file that appears whole or not at all. Memory does not grow with the samples.
public final class DogsheepWriter: SampleWriter {
  let database: DogsheepDatabase
  let row = DogsheepRow()
  private let file: AtomicFile
  private var index = DescriptorIndex()
  private var origins: [DogsheepOrigin] = []
  /// The tables by what they are of: a type of records, a kind, a structure.
  private var tables: [String: DogsheepTable] = [:]
  private var tableNames: Set<String> = []
  private var recordTables = 0
  /// The tables of records that correlations have as members.
  private var memberTables: Set<String> = []
  /// Looks for the identifier of a workout.
  var workoutSearch: DogsheepStatement?
  var workoutCount = 0

  /// Names that could be those of types, and are not.
  private static let reservedNames: Set<String> = ["records", "record_types", "renamed_columns"]
  /// How many types have a table of their own; of real data there are about 200.
  private static let mostRecordTables = 500

  /// Begins a database.
  ///
  /// - Parameters:
  ///   - path: Where it will be; its folder has to exist.
  ///   - overwrite: Whether a file that is there is replaced.
  /// - Throws: `WriteError` for a file that is there, a folder that is not, a device.
  public init(path: String, overwrite: Bool = false) throws(WriteError) {
    do throws(ByteError) {
      file = try AtomicFile(path, overwrite: overwrite)
    } catch {
      throw WriteError(error)
    }
    guard let temporary = file.temporary else {
      throw WriteError(ByteError(.unsupported, path, "a database cannot be written to a device"))
    }
    database = try DogsheepDatabase(temporary, name: path)
  }

  /// Writes what is known of the dataset.
  public func begin(_ dataset: DatasetInfo) throws(WriteError) {
    // Dashboards ask for these three whether there is anything in them or not.
    _ = try workoutTable()
    _ = try pointTable()
    _ = try table(.activitySummary, ActivitySummaryFields())
    var rows: [(String, String, String)] = []
    if let date = dataset.exportDate { rows.append(("exportDate", "", date.description)) }
    if let locale = dataset.locale { rows.append(("locale", "", locale)) }
    if let version = dataset.exportVersion { rows.append(("exportVersion", "", version)) }
    if let path = dataset.path { rows.append(("path", "", path)) }
    rows += dataset.characteristics.map { ("characteristic", $0.type.identifier, $0.value) }
    rows += dataset.attributes.map { ("attribute", $0.name, $0.value) }
    let table = try table("dataset", [.text("property"), .text("name"), .text("value")])
    for cells in rows {
      row.begin()
      row.add(0, cells.0)
      row.add(1, cells.1)
      row.add(2, cells.2)
      try table.insert(row)
    }
  }

  /// Writes the rows of a sample.
  public func write(_ sample: Sample) throws(WriteError) {
    _ = try insert(sample)
  }

  /// Makes the indexes and ends the transaction.
  public func finish() throws(WriteError) {
    try findMembers()
    for name in ["workout_points", "workout_statistics"] where tables[name] != nil {
      try database.execute("CREATE INDEX idx_\(name)_workout_id ON \(name) (workout_id)")
    }
    for table in tables.values { table.forgetStatement() }
    workoutSearch = nil
    try database.close()
  }

  /// Gives the file its name. Without that nothing is left of it.
  ///
  /// - Throws: `ByteError` if somebody else has made such a file meanwhile, or the disk does not take it.
  public func commit() throws(ByteError) { try file.finish() }

  /// What could not be carried so far.
  public var losses: [LossCount] {
    [(DogsheepLoss.spellings, row.lostSpellings), (.order, row.lostOrders)].compactMap {
      loss, count in
      count == 0 ? nil : LossCount(loss: loss.loss, count: count)
    }
  }

  /// The losses that the layout declares.
  package static let losses = DogsheepLoss.allCases.map(\.loss)

  // MARK: Tables

  /// A table of what is not a sample's kind.
  func table(
    _ name: String, _ columns: @autoclosure () -> [DogsheepTable.Column]
  ) throws(WriteError) -> DogsheepTable {
    if let table = tables[name] { return table }
    let table = try DogsheepTable(name, columns(), in: database)
    tables[name] = table
    tableNames.insert(name.loweredASCII)
    return table
  }

  /// The table of a type of records, such as `rHeartRate`.
  func table(ofRecords type: SampleType) throws(WriteError) -> DogsheepTable {
    let key = "type:\(type.identifier)"
    if let table = tables[key] { return table }
    guard recordTables < Self.mostRecordTables, type.identifier.isFitForName else {
      return try table("records", DogsheepRecordColumn.all + [.text("type")])
    }
    recordTables += 1
    let plain = "r" + type.identifier.withoutTypePrefix
    var name = plain
    var number = 1
    while tableNames.contains(name.loweredASCII) || Self.reservedNames.contains(name.loweredASCII) {
      number += 1
      name = "\(plain)_\(number)"
    }
    let new = try DogsheepTable(name, DogsheepRecordColumn.all, in: database)
    tables[key] = new
    tableNames.insert(name.loweredASCII)
    let list = try table("record_types", [.text("table_name"), .text("type")])
    let saved = DogsheepRow()
    saved.add(0, name)
    saved.add(1, type.identifier)
    try list.insert(saved)
    return new
  }

  /// What records of a descriptor have in common.
  @inline(__always)
  func origin(of descriptor: SampleDescriptor) throws(WriteError) -> DogsheepOrigin {
    if let number = index.number(of: descriptor) { return origins[number] }
    return try newOrigin(of: descriptor)
  }

  @inline(never)
  private func newOrigin(of descriptor: SampleDescriptor) throws(WriteError) -> DogsheepOrigin {
    if index.isLarge {
      index = DescriptorIndex()
      origins = []
    }
    let number = index.insert(descriptor)
    if number == origins.count { origins.append(try makeOrigin(of: descriptor)) }
    return origins[number]
  }

  private func makeOrigin(of descriptor: SampleDescriptor) throws(WriteError) -> DogsheepOrigin {
    let table = try table(ofRecords: descriptor.type)
    var texts: [(Int, String)] = []
    let source = descriptor.source
    if let unit = descriptor.unitText { texts.append((DogsheepRecordColumn.unit, unit)) }
    if descriptor.hasSource { texts.append((DogsheepRecordColumn.sourceName, source.name)) }
    if let version = source.version { texts.append((DogsheepRecordColumn.sourceVersion, version)) }
    for (name, text) in source.whatExportsLack {
      texts.append((try table.placeOfOwn(name), text))
    }
    if table.name == "records" {
      texts.append((try table.placeOfOwn("type"), descriptor.type.identifier))
    }
    return DogsheepOrigin(descriptor, table, texts)
  }

  // MARK: What has no column

  /// Adds metadata to the row: a column for each key while there is room, the others as JSON. Of a key that
  /// comes more than once, the last value is in the column, as with healthkit-to-sqlite.
  func add(_ metadata: Metadata, to table: DogsheepTable) throws(WriteError) {
    let entries = metadata.entries
    if entries.count == 1, let place = try table.place(ofKey: entries[0].key.identifier) {
      row.add(place, entries[0].value)
      return
    }
    var places: [Int?] = []
    for entry in entries { places.append(try table.place(ofKey: entry.key.identifier)) }
    var filled: Set<Int> = []
    var others: [MetadataEntry] = []
    for (entry, place) in zip(entries, places).reversed() {
      if let place, filled.insert(place).inserted {
        row.add(place, entry.value)
      } else {
        others.append(entry)
      }
    }
    guard !others.isEmpty else { return }
    others.reverse()
    row.add(try table.placeOfOwn(DogsheepTable.otherMetadata)) { $0.object(others) }
  }

  /// Adds what has no field to the row: attributes in columns of their names, as with healthkit-to-sqlite, and
  /// content as JSON.
  func add(_ extras: Extras?, to table: DogsheepTable) throws(WriteError) {
    guard let extras else { return }
    if !extras.order.isEmpty || !extras.renamed.isEmpty { row.lostOrders += 1 }
    var others: [Element.Attribute] = []
    for attribute in extras.attributes {
      if let place = try table.placeOfAttribute(attribute.name) {
        row.add(place, attribute.value)
      } else {
        others.append(attribute)
      }
    }
    guard !others.isEmpty || !extras.content.isEmpty else { return }
    let rest = Extras(attributes: others, content: extras.content)
    row.add(try table.placeOfOwn(DogsheepTable.extras)) { $0.members { $0.unknown(rest) } }
  }

  // MARK: Members

  /// Notes that correlations have members in a table.
  func noteMembers(in table: DogsheepTable) { memberTables.insert(table.name) }

  /// Finds the records that members of correlations stand for.
  private func findMembers() throws(WriteError) {
    guard !memberTables.isEmpty else { return }
    try database.execute(
      "CREATE INDEX idx_correlation_members_record ON correlation_members (record_table, record_id)"
    )
    for name in memberTables.sorted() {
      let table = name.quoted
      try database.execute("CREATE INDEX \("idx_\(name)_startDate".quoted) ON \(table) (startDate)")
      let type = name == "records" ? "AND r.type = m.type" : ""
      try database.prepare(
        """
        UPDATE correlation_members AS m SET record_id = (
          SELECT min(r.id) FROM \(table) AS r WHERE r.startDate = m.startDate AND r.endDate = m.endDate
            AND r.value IS m.value AND r.sourceName IS m.sourceName \(type))
        WHERE record_table = ? AND record_id IS NULL
        """
      ).run([name])
    }
    try database.execute(
      "UPDATE correlation_members SET record_table = NULL WHERE record_id IS NULL")
  }
}

extension String {
  /// The identifier without what healthkit-to-sqlite takes out of it.
  fileprivate var withoutTypePrefix: String {
    for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"] where hasPrefix(prefix) {
      return String(dropFirst(prefix.count))
    }
    return self
  }
}

extension Source {
  /// What of it exports do not carry and other formats do, under the names of columns.
  var whatExportsLack: [(name: String, text: String)] {
    var texts: [(String, String)] = []
    if let productType { texts.append(("sourceProductType", productType)) }
    if let system = operatingSystemVersion {
      texts.append(("sourceOperatingSystemVersion", system))
    }
    return texts
  }
}
