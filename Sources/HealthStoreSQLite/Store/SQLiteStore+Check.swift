import HealthModel
public import HealthStore

extension SQLiteStore {
  /// Looks for what is damaged: what SQLite says of its file and of references, samples that cannot be read or are
  /// not as they were saved, numbers that contradict each other.
  ///
  /// - Returns: What was found; nothing if the store is sound.
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: Linear in the store.
  public func check() throws(StoreError) -> [StoreDefect] {
    try reading { (connection) throws(StoreError) in
      var defects = try checkFile(connection)
      try checkReferences(connection, &defects)
      try checkSamples(connection, &defects)
      try checkNumbers(connection, &defects)
      return defects
    } ?? []
  }

  /// The most defects of a kind that are told.
  private static let mostDefects = 100

  private func checkFile(_ connection: Connection) throws(StoreError) -> [StoreDefect] {
    let statement = try connection.statement("PRAGMA integrity_check(\(Self.mostDefects))")
    defer { statement.reset() }
    var defects: [StoreDefect] = []
    while try statement.step() {
      let text = statement.text(0)
      if text != "ok" { defects.append(StoreDefect("damaged-file", text)) }
    }
    return defects
  }

  private func checkReferences(
    _ connection: Connection, _ defects: inout [StoreDefect]
  ) throws(StoreError) {
    let statement = try connection.statement(
      """
      SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent
      """)
    defer { statement.reset() }
    while try statement.step() {
      defects.append(
        StoreDefect(
          "missing-row",
          "\(statement.integer(2)) rows of the table '\(statement.text(0))' refer to rows of '\(statement.text(1))' that are not there"
        ))
    }
  }

  private func checkSamples(
    _ connection: Connection, _ defects: inout [StoreDefect]
  ) throws(StoreError) {
    let statement = try connection.statement(
      "SELECT \(RowReader.columns) FROM sample WHERE parent IS NULL ORDER BY change")
    defer { statement.reset() }
    let reader = RowReader(connection)
    var decoder = RowDecoder(reader, store: name)
    let digester = SampleDigester(.saved)
    var found = 0
    while try statement.step(), found < Self.mostDefects {
      var key: SampleKey?
      do throws(StoreError) {
        let row = try reader.sample(statement)
        key = SampleKey(id: row.id, ordinal: row.ordinal)
        let sample = try decoder.sample(row)
        if sample.id != row.id {
          defects.append(
            StoreDefect("changed-identity", "a sample is not the one it was saved as", key: key))
        } else if row.digest != Int64(bitPattern: digester.total(sample)) {
          defects.append(
            StoreDefect(
              "changed-sample", "a sample does not say what it did when it was saved", key: key))
        } else {
          continue
        }
      } catch {
        guard error.code == .damaged else { throw error }
        defects.append(StoreDefect("unreadable-sample", error.message, key: key))
      }
      found += 1
    }
  }

  private func checkNumbers(
    _ connection: Connection, _ defects: inout [StoreDefect]
  ) throws(StoreError) {
    let facts = try StoreFacts(connection)
    let last = try connection.integer(
      "SELECT max((SELECT ifnull(max(change), 0) FROM sample), (SELECT ifnull(max(change), 0) FROM tombstone))"
    )
    if let last, last >= facts.nextChange {
      defects.append(
        StoreDefect("reused-change", "the next change would get a number that was given already"))
    }
    if let defect = facts.defect(with: try DatasetInfo.characteristics(connection)) {
      defects.append(defect)
    }
    if facts.identity.utf8.count != 32 {
      defects.append(StoreDefect("missing-identity", "the store does not say which one it is"))
    }
    let twins = try connection.integer(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM sample WHERE parent IS NULL GROUP BY id, ordinal HAVING count(*) > 1)
      """)
    if let twins, twins > 0 {
      defects.append(StoreDefect("equal-keys", "\(twins) keys are those of more than one sample"))
    }
  }
}
