#if PostgreSQL
  public import HealthFormats
  public import HealthModel
  public import HealthStore
  import Synchronization

  extension PostgresStore {
    /// Begins to save.
    ///
    /// - Parameter mode: What becomes of samples that are there already.
    /// - Throws: `StoreError`: `.busy` if another program writes for more than 5 s, `.readOnly`.
    public func beginLoad(_ mode: SavingMode) throws(StoreError) -> any StoreLoad {
      let transaction = try beginWriting()
      guard isReplacing.withLock({ $0 }) else { return PostgresLoad(transaction, mode) }
      try StoreSchema.empty(emptyFacts, transaction.connection)
      try transaction.refresh()
      return PostgresLoad(transaction, mode) { [self] in isReplacing.withLock { $0 = false } }
    }

    /// Deletes samples.
    @discardableResult
    public func delete(_ keys: [SampleKey]) throws(StoreError) -> Int {
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
    public func delete(where predicate: SamplePredicate) throws(StoreError) -> Int {
      let transaction = try beginWriting()
      let connection = transaction.connection
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
    public func forgetDeleted(before instant: Timestamp) throws(StoreError) {
      let transaction = try beginWriting()
      try transaction.forgetDeleted(before: instant)
      try transaction.commit()
    }
  }
#endif
