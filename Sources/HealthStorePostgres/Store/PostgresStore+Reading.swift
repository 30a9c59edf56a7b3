#if PostgreSQL
  public import HealthFormats
  public import HealthModel
  public import HealthStore
  import Synchronization

  extension PostgresStore: SpanStore {
    /// Where it is, by whatever name of the server: copies of a store have its identity, but not a server that was
    /// started in the same microsecond. Anybody may ask for that.
    public func location() throws(HealthError) -> String {
      let connection = try connect()
      let found = try connection.rows(
        "select extract(epoch from pg_postmaster_start_time())::text, current_database()::text")
      release(connection)
      return [found.text(0, 0), found.text(0, 1), schema].map(quoted).joined(separator: ".")
    }

    /// Facts about the dataset and the person.
    public func info() throws(HealthError) -> DatasetInfo {
      guard let snapshot = try snapshot() else { return DatasetInfo() }
      return try DatasetInfo(StoreFacts(snapshot.connection), snapshot.connection)
    }

    /// The samples that match a query. The server keeps the state until the cursor is released.
    ///
    /// - Parameter query: Which samples, in what order, how many.
    public func samples(_ query: SampleQuery) throws(HealthError) -> any SampleCursor {
      let snapshot = try snapshot()
      if let snapshot, query.most == .max { try checkWhole(snapshot) }
      return try PostgresCursor(snapshot, query)
    }

    /// The sample of a key.
    ///
    /// - Returns: The sample, or `nil` if it is not stored.
    public func sample(_ key: SampleKey) throws(HealthError) -> Sample? {
      guard let snapshot = try snapshot() else { return nil }
      return try snapshot.connection.sample(key, from: snapshot)
    }

    /// The descriptors of samples, with the number of samples.
    public func descriptors() throws(HealthError) -> [DescriptorCount] {
      guard let snapshot = try snapshot() else { return [] }
      try checkWhole(snapshot)
      return try DescriptorCount.all(in: snapshot.connection, snapshot)
    }

    /// The spans of samples, by the index of series and starts.
    package func spans() throws(HealthError) -> [DescriptorSpan] {
      guard let snapshot = try snapshot() else { return [] }
      try checkWhole(snapshot)
      return try DescriptorSpan.all(
        in: snapshot.connection, snapshot, StoreContents.isAlsoTopLevel,
        second: "CAST(floor(extract(epoch FROM start_date)) AS bigint)")
    }

    package func offsets(inSeries numbers: [Int64]) throws(HealthError) -> [Int] {
      guard !numbers.isEmpty, let snapshot = try snapshot() else { return [] }
      return try snapshot.connection.rows(
        DescriptorSpan.offsetsQuery(inSeries: numbers), [], as: [.integer]
      ).compactMap { $0[0].integer.map { Int($0) } }
    }

    /// How many samples there are of each type.
    ///
    /// - Parameter limit: How many types are listed at most; all are counted.
    public func contents(limit: Int) throws(HealthError) -> StoreContents {
      guard let snapshot = try snapshot() else { return StoreContents() }
      try checkWhole(snapshot)
      return try StoreContents(snapshot.connection, limit: limit, byteOrder: "\"C\"")
    }

    /// The state of the store now.
    public func anchor() throws(HealthError) -> StoreAnchor {
      guard let snapshot = try snapshot() else { return emptyFacts.anchor }
      return try StoreFacts(snapshot.connection).anchor
    }
  }

  extension PostgresStore: InboxStore {
    /// Begins to save.
    ///
    /// - Parameter mode: What happens to samples that the store already contains.
    /// - Throws: `HealthError`: `.busy` if another program writes for more than 5 s, `.readOnly`.
    public func beginLoad(_ mode: SavingMode) throws(HealthError) -> any StoreLoad {
      let transaction = try beginWriting()
      guard isReplacing.withLock({ $0 }) else { return PostgresLoad(transaction, mode) }
      try StoreSchema.empty(emptyFacts, transaction.connection)
      try transaction.refresh()
      return PostgresLoad(transaction, mode) { [self] in isReplacing.withLock { $0 = false } }
    }

    /// Deletes samples.
    @discardableResult
    public func delete(_ keys: [SampleKey]) throws(HealthError) -> Int {
      let transaction = try beginWriting()
      let connection = transaction.connection
      try connection.run("create temporary table unwanted (id uuid, ordinal bigint) on commit drop")
      var rows = CopyRows()
      for key in keys { rows.append([.id(key.id)], Int64(key.ordinal)) }
      try connection.copy("copy unwanted from stdin (format binary)", &rows)
      let count = try transaction.remove(
        """
        select s.change from sample s join (select distinct id, ordinal from unwanted) u
        on u.id = s.id and u.ordinal = s.ordinal where s.parent is null
        """, areRemembered: true)
      try transaction.commit()
      return count
    }

    /// Deletes all samples that a predicate matches.
    @discardableResult
    public func delete(where predicate: SamplePredicate) throws(HealthError) -> Int {
      let transaction = try beginWriting()
      let connection = transaction.connection
      try checkWhole(Snapshot(connection))
      try connection.run("create temporary table unwanted (change bigint, n bigint) on commit drop")
      let scan = try SampleScan(Snapshot(connection), predicate, scope: .stored, after: 0)
      var rows = CopyRows()
      while let sample = try scan.next() {
        rows.append([.integer(sample.change)], 0)
        if rows.count > 1 << 19 {
          try connection.copy("copy unwanted from stdin (format binary)", &rows)
        }
      }
      try connection.copy("copy unwanted from stdin (format binary)", &rows)
      let count = try transaction.remove("select change from unwanted", areRemembered: true)
      try transaction.commit()
      return count
    }

    /// Forgets what was deleted before an instant.
    public func forgetDeleted(before instant: Timestamp) throws(HealthError) {
      let transaction = try beginWriting()
      try transaction.forgetDeleted(before: instant)
      try transaction.commit()
    }

    /// The keys of an identity, by ordinal.
    public func keys(of id: SampleID) throws(HealthError) -> [SampleKey] {
      guard let snapshot = try snapshot() else { return [] }
      return try snapshot.connection.keys(of: id)
    }

    /// The anchor that is kept under a name.
    public func anchor(named name: String) throws(HealthError) -> StoreAnchor? {
      guard let snapshot = try snapshot() else { return nil }
      return try snapshot.connection.anchor(named: name)
    }

    /// Keeps an anchor under a name.
    public func keep(_ anchor: StoreAnchor?, as name: String) throws(HealthError) {
      let transaction = try beginWriting()
      try transaction.connection.keep(anchor, as: name)
      try transaction.commit()
    }

    /// The ledger of files.
    package func inboxLedger() throws(HealthError) -> InboxLedger? {
      guard let snapshot = try snapshot() else { return nil }
      return try InboxLedger(snapshot.connection)
    }

    /// Adds the ledger of another store.
    package func add(_ ledger: InboxLedger) throws(HealthError) {
      let transaction = try beginWriting()
      try ledger.add(to: transaction.connection)
      try transaction.commit()
    }

    /// The clients of the store and what they may do.
    public func grants() throws(HealthError) -> [ClientGrant] {
      guard let snapshot = try snapshot() else { return [] }
      return try ClientGrant.all(in: snapshot.connection)
    }

    /// Replaces what a client may do.
    public func setGrant(_ grant: ClientGrant) throws(HealthError) {
      let transaction = try beginWriting()
      try grant.write(transaction.connection)
      try transaction.commit()
    }

    /// Removes a client.
    public func removeGrant(of client: String) throws(HealthError) {
      let transaction = try beginWriting()
      try ClientGrant.remove(client, transaction.connection)
      try transaction.commit()
    }
  }
#endif
