import HealthBytes
public import HealthFormats
public import HealthModel
public import HealthStore

extension SQLiteStore: SpanStore {
  /// The samples that match a query.
  ///
  /// - Returns: The samples at the time of the call, without later changes. Each cursor has its own
  ///   connection until it is read to the end or dropped.
  public func samples(_ query: SampleQuery) throws(HealthError) -> any SampleCursor {
    try SQLiteCursor(self, query)
  }

  /// The number of matching samples, if the predicate depends only on type, unit, source, device and start.
  ///
  /// - Returns: The number; `nil` if the samples have to be read to count them.
  public func knownCount(of predicate: SamplePredicate) throws(HealthError) -> Int? {
    try reading { (connection) throws(HealthError) in
      try checkWhole(connection)
      try connection.run("PRAGMA cache_size = -\(Connection.scanCache)")
      defer { try? connection.run("PRAGMA cache_size = -\(Connection.pageCache)") }
      return try SampleCount(predicate, connection).count()
    } ?? 0
  }

  /// The sample of a key.
  ///
  /// - Returns: The sample, or `nil` if it is not stored.
  /// - Complexity: Linear in the size of the store until its first change, which creates the index.
  public func sample(_ key: SampleKey) throws(HealthError) -> Sample? {
    try reading { (connection) throws(HealthError) in
      try connection.sample(key, from: RowReader(connection))
    } ?? nil
  }

  /// The keys of an identity, by ordinal.
  public func keys(of id: SampleID) throws(HealthError) -> [SampleKey] {
    try reading { (connection) throws(HealthError) in try connection.keys(of: id) } ?? []
  }

  /// The descriptors of samples, with the number of samples.
  ///
  /// - Returns: Each descriptor that samples have, once.
  public func descriptors() throws(HealthError) -> [DescriptorCount] {
    try reading { (connection) throws(HealthError) in
      try checkWhole(connection)
      return try DescriptorCount.all(
        in: connection, RowReader(connection), Schema.isAlsoTopLevel(connection))
    } ?? []
  }

  /// The spans of samples, by the indexes of the store.
  package func spans() throws(HealthError) -> [DescriptorSpan] {
    try reading { (connection) throws(HealthError) in
      try checkWhole(connection)
      return try DescriptorSpan.all(
        in: connection, RowReader(connection), Schema.isAlsoTopLevel(connection),
        second: "CAST(start_date AS bigint)")
    } ?? []
  }

  package func offsets(inSeries numbers: [Int64]) throws(HealthError) -> [Int] {
    if numbers.isEmpty { return [] }
    return try reading { (connection) throws(HealthError) in
      try connection.rows(
        DescriptorSpan.offsetsQuery(inSeries: numbers), [], as: [.integer]
      ).compactMap { $0[0].integer.map { Int($0) } }
    } ?? []
  }

  /// How many samples there are of each type.
  ///
  /// - Parameter limit: How many types are listed at most; all are counted.
  public func contents(limit: Int) throws(HealthError) -> StoreContents {
    try reading { (connection) throws(HealthError) in
      try checkWhole(connection)
      return try StoreContents(
        connection, limit: limit, byteOrder: "BINARY", Schema.isAlsoTopLevel(connection))
    } ?? StoreContents()
  }
}

extension SQLiteStore {
  /// Begins to save. A new store is written to a temporary file, without a journal, and renamed when it is complete.
  ///
  /// - Parameter mode: How samples are saved that the store already has.
  /// - Throws: `HealthError`: `.busy` while another writes, `.readOnly`, `.full`.
  public func beginLoad(_ mode: SavingMode) throws(HealthError) -> any StoreLoad {
    guard access != .reading else { throw readOnly }
    AtomicFile.removeLeftovers(of: file.path)
    if let connection = try connect() { return try beginLoad(mode, connection) }
    do throws(HealthError) { return try FirstLoad(self, mode) } catch {
      // Another program may have made the file meanwhile.
      guard let connection = try connect() else { throw error }
      return try beginLoad(mode, connection)
    }
  }

  private func beginLoad(
    _ mode: SavingMode, _ connection: Connection
  ) throws(HealthError) -> any StoreLoad {
    if connection.isReadOnly { throw readOnly }
    return try ChangingLoad(self, connection, mode)
  }

  /// Deletes samples.
  @discardableResult
  public func delete(_ keys: [SampleKey]) throws(HealthError) -> Int {
    try writing { (connection) throws(HealthError) in
      let deletion = try Deletion(connection)
      var keys = keys[...]
      while !keys.isEmpty {
        try deletion.delete(try changes(of: keys.prefix(Self.keysAtOnce), connection))
        keys = keys.dropFirst(Self.keysAtOnce)
      }
      return try deletion.finish()
    } ?? 0
  }

  /// How many keys are searched for in one pass through the store.
  private static let keysAtOnce = 1 << 14

  private func changes(
    of keys: ArraySlice<SampleKey>, _ connection: Connection
  ) throws(HealthError) -> ChangeSet {
    try connection.run(
      """
      CREATE TEMP TABLE IF NOT EXISTS wanted (id BLOB, ordinal INTEGER, PRIMARY KEY (id, ordinal)) WITHOUT ROWID;
      DELETE FROM temp.wanted
      """)
    let note = try connection.statement("INSERT OR IGNORE INTO temp.wanted VALUES (?, ?)")
    for key in keys {
      note.bind(1, key.id)
      note.bind(2, Int64(key.ordinal))
      try note.run()
    }
    // Without the index, which one load into the store pays for, all samples are looked at, but once for all keys.
    let isIndexed = try Schema.isIndexedForChanging(connection)
    let tables = isIndexed ? ["temp.wanted", "sample"] : ["sample", "temp.wanted"]
    var changes = ChangeSet()
    let find = try connection.statement(
      """
      SELECT change FROM \(tables.joined(separator: " CROSS JOIN "))
      WHERE sample.id = wanted.id AND sample.ordinal = wanted.ordinal AND sample.parent IS NULL
      """)
    while try find.step() { changes.insert(find.integer(0)) }
    find.reset()
    try connection.run("DELETE FROM temp.wanted")
    return changes
  }

  /// Deletes all samples that a predicate matches.
  @discardableResult
  public func delete(where predicate: SamplePredicate) throws(HealthError) -> Int {
    try writing { (connection) throws(HealthError) in
      try checkWhole(connection)
      let deletion = try Deletion(connection)
      var last: Int64?
      var changes = ChangeSet()
      repeat {
        changes = ChangeSet()
        // Deleting rows during a scan could return a row twice or not at all, so all changes are
        // collected first.
        var scan = try SampleScan(predicate, scope: .stored, after: last, connection)
        while !changes.isFull, try scan.next() != nil {
          changes.insert(scan.row.change)
          last = scan.row.change
        }
        scan.end()
        try deletion.delete(changes)
      } while changes.isFull
      return try deletion.finish()
    } ?? 0
  }

  /// Removes records of deletions before an instant, so that anchors from before then expire.
  public func forgetDeleted(before instant: Timestamp) throws(HealthError) {
    _ = try writing { (connection) throws(HealthError) in
      var facts = try StoreFacts(connection)
      try Deletion.forget(before: instant, connection, &facts)
      try facts.write(connection)
    }
  }
}

extension SQLiteStore: InboxStore {
  /// The clients of the store and what they may do.
  public func grants() throws(HealthError) -> [ClientGrant] {
    try reading { (connection) throws(HealthError) in try ClientGrant.all(in: connection) } ?? []
  }

  /// Replaces what a client may do.
  public func setGrant(_ grant: ClientGrant) throws(HealthError) {
    try making { (connection) throws(HealthError) in try grant.write(connection) }
  }

  /// Changes something other than samples; a missing store is made.
  private func making(_ write: (Connection) throws(HealthError) -> Void) throws(HealthError) {
    if try writing(write) != nil { return }
    // The store is made by the first change.
    _ = try beginLoad(.add).commit()
    _ = try writing(write)
  }

  /// The ledger of files.
  package func inboxLedger() throws(HealthError) -> InboxLedger? {
    try reading { (connection) throws(HealthError) in try InboxLedger(connection) }
  }

  /// Adds the ledger of another store.
  package func add(_ ledger: InboxLedger) throws(HealthError) {
    try making { (connection) throws(HealthError) in try ledger.add(to: connection) }
  }

  /// The anchor that is kept under a name.
  public func anchor(named name: String) throws(HealthError) -> StoreAnchor? {
    try reading { (connection) throws(HealthError) in try connection.anchor(named: name) } ?? nil
  }

  /// Keeps an anchor under a name.
  public func keep(_ anchor: StoreAnchor?, as name: String) throws(HealthError) {
    try making { (connection) throws(HealthError) in try connection.keep(anchor, as: name) }
  }

  /// Removes a client.
  public func removeGrant(of client: String) throws(HealthError) {
    _ = try writing { (connection) throws(HealthError) in
      try ClientGrant.remove(client, connection)
    }
  }
}

extension StoreKind {
  /// Stores in a file, by SQLite: see ``SQLiteStore``.
  public static let sqlite = StoreKind(
    format: .store(
      name: "sqlite", title: "SQLite database", extensions: ["db", "sqlite", "sqlite3"],
      schemes: ["sqlite"],
      layouts: [
        Format.Layout(
          "dogsheep", "the tables of healthkit-to-sqlite, complete; only written",
          outputs: [.database], losses: DogsheepWriter.losses)
      ],
      confidence: { preview in
        guard preview.kind == .file else { return .no }
        return ByteScan.equal(preview.firstBytes.span, at: 0, to: "SQLite format 3\0")
          ? .certain : .no
      },
      open: open,
      makeWriter: { (output, _) throws(HealthError) in
        let writer = try DogsheepWriter(
          path: output.database?.location ?? discardedPath,
          overwrite: output.database?.isReplacing ?? true
        )
        output.database?.onCommit = { () throws(HealthError) in
          try writer.commit()
          return nil
        }
        return writer
      }),
    open: open)

  private static let open: Open = { (location, access) throws(HealthError) in
    try SQLiteStore(location, for: access)
  }

  /// The path of a database that is discarded: only its losses count.
  private static var discardedPath: String {
    "\(Environment.temporaryFolder)/healthconv.db"
  }
}
