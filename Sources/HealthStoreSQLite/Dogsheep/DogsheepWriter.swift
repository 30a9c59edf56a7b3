// The layout `dogsheep` is not a store: it is written once, by one connection without a journal, to an `AtomicFile`,
// and never read. Its tables are those of healthkit-to-sqlite by name, column and identifier
// (`Schemas/dogsheep.md`), created while samples are written: a new key of metadata is a new column, up to a limit,
// beyond which keys are members of a JSON object. What that program leaves out has tables derived from the lists of
// fields (`Sample.Field`), with nested lists as JSON.

package import HealthBytes
package import HealthFormats
package import HealthModel
import HealthStore

/// Writes samples as the tables that healthkit-to-sqlite makes, so that what was built on these keeps working.
///
/// - `r…`, such as `rHeartRate`, for each type of record: `startDate`, `endDate`, `value`, `unit`,
///   `sourceName`, `sourceVersion`, `device`, `creationDate` and `metadata_…` for each key.
/// - `workouts` under the same identifiers, with `workout_events` as JSON, and `workout_points`.
/// - `activity_summary`.
///
/// That program leaves out the rest. Here, parts of workouts (`workout_statistics`, `workout_activities`,
/// `workout_routes`, `workout_records`), `correlations` with their `correlation_members`, all other kinds and the
/// `dataset` have tables, too; their lists are JSON. Dates are texts as in an export.
///
/// One transaction into a file that is created atomically. Memory does not grow with the samples.
package final class DogsheepWriter: SampleWriter {
  let database: DogsheepDatabase
  let row = DogsheepRow()
  private let file: AtomicFile
  private let isReplacing: Bool
  var index = DescriptorIndex()
  var origins: [DogsheepOrigin] = []
  /// The tables by their content: a type of records, a kind, a structure.
  var tables: [String: DogsheepTable] = [:]
  var tableNames: Set<String> = []
  var recordTables = 0
  /// The tables of records that correlations have as members.
  private var memberTables: [String: Set<String>] = [:]
  var workoutCount = 0

  /// Begins a database.
  ///
  /// - Parameters:
  ///   - path: Where it will be; its folder has to exist.
  ///   - overwrite: Whether a file that is there is replaced.
  /// - Throws: `HealthError` for a file that is there, a folder that is not, a device.
  public init(path: String, overwrite: Bool = false) throws(HealthError) {
    isReplacing = overwrite
    file = try AtomicFile(path, overwrite: overwrite)
    guard let temporary = file.temporary else {
      throw HealthError(
        .unsupported, place: Place(file: path), "a database cannot be written to a device")
    }
    database = try DogsheepDatabase(temporary, name: path)
  }

  /// Writes the facts about the dataset.
  public func begin(_ dataset: DatasetInfo) throws(HealthError) {
    try writeFacts(dataset)
  }

  private func writeFacts(_ dataset: DatasetInfo) throws(HealthError) {
    // Dashboards ask for these three whether there is anything in them or not.
    _ = try workoutTable()
    _ = try pointTable()
    _ = try table(.activitySummary, Sample.Field.list(of: Sample.ActivitySummaryFields()))
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
  public func write(_ sample: Sample) throws(HealthError) {
    _ = try insert(sample)
  }

  /// Makes the indexes and ends the transaction.
  public func finish() throws(HealthError) {
    try findMembers()
    for name in ["workout_points", "workout_statistics"] where tables[name] != nil {
      try database.connection.run(
        "CREATE INDEX idx_\(name)_workout_id ON \(name) (workout_id)")
    }
    for table in tables.values { table.forgetStatement() }
    try database.connection.run("COMMIT")
    try database.connection.close()
  }

  /// Gives the file its name; a file without a name is removed. An existing database is replaced in the same way as a
  /// store, since SQLite would apply a journal or a log of the old database to the new one.
  ///
  /// - Throws: `HealthError` if another program has made such a file meanwhile, writes to the old one or reads it for
  ///   longer than 5 s, or it cannot be written to the disk.
  public func commit() throws(HealthError) {
    _ = try StoreFile(file.path).replace(with: file, overwriting: isReplacing)
  }

  /// The losses so far.
  public var losses: [Loss.Count] {
    [(DogsheepLoss.spellings, row.lostSpellings), (.order, row.lostOrders)].compactMap {
      loss, count in
      count == 0 ? nil : Loss.Count(loss: loss.loss, count: count)
    }
  }

  /// The losses that the layout declares.
  package static let losses = DogsheepLoss.allCases.map(\.loss)

  // MARK: Members

  /// Records that the rows of a list refer to records in a table.
  func noteMembers(of list: DogsheepTable, in table: DogsheepTable) {
    memberTables[table.name, default: []].insert(list.name)
  }

  /// Finds the records that are also nested.
  private func findMembers() throws(HealthError) {
    let lists = Set(memberTables.values.joined()).sorted()
    for list in lists {
      try database.connection.run(
        "CREATE INDEX idx_\(list)_record ON \(list) (record_table, record_id)")
    }
    for (name, lists) in memberTables.sorted(by: { $0.key < $1.key }) {
      let table = name.quoted
      try database.connection.run(
        "CREATE INDEX \("idx_\(name)_startDate".quoted) ON \(table) (startDate)")
      let type = name == "records" ? "AND r.type = m.type" : ""
      for list in lists.sorted() {
        let update = try Statement(
          """
          UPDATE \(list) AS m SET record_id = (
            SELECT min(r.id) FROM \(table) AS r WHERE r.startDate = m.startDate AND r.endDate = m.endDate
              AND r.value IS m.value AND r.sourceName IS m.sourceName \(type))
          WHERE record_table = ? AND record_id IS NULL
          """, database.connection)
        update.bind(1, name)
        try update.run()
      }
    }
    for list in lists {
      try database.connection.run("UPDATE \(list) SET record_table = NULL WHERE record_id IS NULL")
    }
  }
}

/// What has no column of its own from the start.
extension DogsheepWriter {
  /// Adds metadata to the row: a column for each key while there is room, the others as JSON. Of a key that
  /// comes more than once, the last value is in the column, as with healthkit-to-sqlite.
  func add(_ metadata: Metadata, to table: DogsheepTable) throws(HealthError) {
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
    row.add(try table.addedColumnIndex(named: DogsheepTable.otherMetadata)) { $0.object(others) }
  }

  /// Adds what has no field to the row: attributes in columns of their names, as with healthkit-to-sqlite, and
  /// content as JSON.
  func add(_ extras: Extras?, to table: DogsheepTable) throws(HealthError) {
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
    row.add(try table.addedColumnIndex(named: DogsheepTable.extras)) {
      $0.members { $0.unknown(rest) }
    }
  }
}
