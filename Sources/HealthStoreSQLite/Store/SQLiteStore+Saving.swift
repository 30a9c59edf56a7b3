import HealthBytes
public import HealthFormats
public import HealthModel
public import HealthStore

extension SQLiteStore {
  /// Begins to save. A store that is not there yet is made in a file beside it, without the care that a store in
  /// use needs, and takes its name when it is whole.
  ///
  /// - Parameter mode: What becomes of samples that are there already.
  /// - Returns: Takes the samples.
  /// - Throws: `StoreError`: `.busy` while another writes, `.readOnly`, `.full`.
  public func beginSaving(_ mode: SavingMode) throws(StoreError) -> any StoreLoad {
    guard access != .reading else { throw readOnly }
    AtomicFile.removeLeftovers(of: file.path)
    guard let connection = try connect() else { return try FirstLoad(self) }
    if connection.isReadOnly { throw readOnly }
    return try ChangingLoad(self, connection, mode)
  }

  /// Deletes samples.
  ///
  /// - Parameter keys: Which.
  /// - Returns: How many were deleted.
  /// - Throws: `StoreError`: nothing is deleted then.
  @discardableResult
  public func delete(_ keys: [SampleKey]) throws(StoreError) -> Int {
    try writing { (connection) throws(StoreError) in
      let deletion = try Deletion(connection)
      let statement = try connection.statement(
        "SELECT change FROM sample WHERE id = ? AND ordinal = ? AND parent IS NULL")
      for key in keys {
        statement.bind(1, key.id)
        statement.bind(2, Int64(key.ordinal))
        let change = try statement.step() ? statement.integer(0) : nil
        statement.reset()
        if let change { try deletion.delete(change) }
      }
      return try deletion.finish()
    } ?? 0
  }

  /// Deletes all samples that a predicate matches.
  ///
  /// - Parameter predicate: Which.
  /// - Returns: How many were deleted.
  /// - Throws: `StoreError`: nothing is deleted then.
  @discardableResult
  public func delete(where predicate: SamplePredicate) throws(StoreError) -> Int {
    try writing { (connection) throws(StoreError) in
      let deletion = try Deletion(connection)
      try connection.run(
        "CREATE TEMP TABLE IF NOT EXISTS wanted (change INTEGER PRIMARY KEY); DELETE FROM temp.wanted"
      )
      let note = try connection.statement("INSERT INTO temp.wanted VALUES (?)")
      // What is deleted while it is read may come twice or not at all: first all are noted.
      let scan = try SampleScan(predicate, connection)
      while let found = try scan.next() {
        note.bind(1, found.row.change)
        try note.run()
      }
      let wanted = try connection.statement("SELECT change FROM temp.wanted ORDER BY change")
      while try wanted.step() { try deletion.delete(wanted.integer(0)) }
      wanted.reset()
      try connection.run("DELETE FROM temp.wanted")
      return try deletion.finish()
    } ?? 0
  }

  /// Forgets what was deleted before an instant, so that anchors from before then expire.
  ///
  /// - Parameter instant: The first instant to remember.
  /// - Throws: `StoreError`.
  public func forgetDeleted(before instant: Timestamp) throws(StoreError) {
    _ = try writing { (connection) throws(StoreError) in
      var facts = try StoreFacts(connection)
      try Deletion.forget(before: instant, connection, &facts)
      try facts.write(connection)
    }
  }
}
