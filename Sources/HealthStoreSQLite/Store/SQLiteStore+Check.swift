import HealthBytes
import HealthModel
public import HealthStore

extension SQLiteStore {
  /// Checks for damage: SQLite's check of the file and of references, samples that cannot be read or differ from what
  /// was saved, contradicting numbers.
  ///
  /// - Returns: What was found; nothing if the store is sound.
  /// - Throws: `StoreError` if the store cannot be read, or if a check takes much longer than files of its size do.
  /// - Complexity: Linear in the store.
  public func check() throws(StoreError) -> [StoreDefect] {
    let size = FileStatus(path: file.path, following: true)?.size ?? 0
    return try check(within: .seconds(60 + size >> 20))
  }

  /// The same with another time limit.
  func check(within limit: Duration) throws(StoreError) -> [StoreDefect] {
    try reading { (connection) throws(StoreError) in
      connection.deadline = .now + limit
      defer { connection.deadline = nil }
      var defects: [StoreDefect] = []
      try checkFile(connection, &defects)
      try checkReferences(connection, &defects)
      try checkSamples(connection, &defects)
      try defects.checkFacts(of: connection)
      return defects
    } ?? []
  }

  private func checkFile(
    _ connection: Connection, _ defects: inout [StoreDefect]
  ) throws(StoreError) {
    let statement = try connection.statement("PRAGMA integrity_check(100)")
    defer { statement.reset() }
    while try statement.step() {
      let text = try statement.text(0)
      if text != "ok" { defects.append(StoreDefect(.damagedFile, text)) }
    }
    if !defects.isEmpty, let failure = connection.readFailure { throw failure }
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
      try defects.noteMissingRows(
        statement.integer(2), for: statement.text(0), in: statement.text(1))
    }
  }

  private func checkSamples(
    _ connection: Connection, _ defects: inout [StoreDefect]
  ) throws(StoreError) {
    let statement = try connection.statement(
      "SELECT \(RowReader.columns) FROM sample WHERE parent IS NULL ORDER BY change")
    defer { statement.reset() }
    let reader = RowReader(connection)
    try defects.checkSamples(from: reader, of: name) { () throws(StoreError) in
      guard try statement.step() else { return nil }
      return Result { () throws(StoreError) in try reader.sample(statement) }
    }
  }
}
