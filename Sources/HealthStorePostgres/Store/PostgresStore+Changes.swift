#if PostgreSQL
  public import HealthModel
  public import HealthStore

  extension PostgresStore {
    /// What was added and deleted since an anchor.
    ///
    /// - Parameters:
    ///   - anchor: Since when; `nil` for everything there is.
    ///   - predicate: Which samples.
    ///   - limit: How many changes at most, 1 at least.
    /// - Returns: The changes, and the anchor to ask with next.
    /// - Throws: `StoreError`: `.expiredAnchor`, `.foreignAnchor`.
    public func changes(
      since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
    ) throws(StoreError) -> StoreChanges {
      guard let snapshot = try snapshot() else {
        return try StoreChanges(since: anchor, ofEmpty: emptyFacts, name)
      }
      return try StoreChanges(
        since: anchor, matching: predicate, limit: limit, of: StoreFacts(snapshot.connection), name
      ) { (change) throws(StoreError) in
        let scan = try SampleScan(snapshot, predicate, after: change)
        return { () throws(StoreError) in
          guard let (sample, change) = try scan.next() else { return nil }
          return (change, sample, SampleKey(sample))
        }
      } deleted: { (change) throws(StoreError) in
        try TombstoneScan(after: change, snapshot.connection).next
      }
    }

    /// Deletes samples.
    ///
    /// - Parameter keys: Which.
    /// - Returns: How many were deleted.
    /// - Throws: `StoreError`: nothing is deleted then.
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
    ///
    /// - Parameter predicate: Which.
    /// - Returns: How many were deleted.
    /// - Throws: `StoreError`: nothing is deleted then.
    @discardableResult
    public func delete(where predicate: SamplePredicate) throws(StoreError) -> Int {
      let transaction = try beginWriting()
      let connection = transaction.connection
      try connection.run("create temporary table unwanted (change bigint, n bigint) on commit drop")
      let scan = try SampleScan(Snapshot(connection), predicate, after: 0)
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
    ///
    /// - Parameter instant: The first instant to remember.
    /// - Throws: `StoreError`.
    public func forgetDeleted(before instant: Timestamp) throws(StoreError) {
      let transaction = try beginWriting()
      try transaction.forgetDeleted(before: instant)
      try transaction.commit()
    }
  }
#endif
