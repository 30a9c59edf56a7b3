#if PostgreSQL
  public import HealthStore

  extension PostgresStore {
    /// The samples added and deleted since an anchor.
    ///
    /// - Parameters:
    ///   - anchor: The state to start from; `nil` for all samples.
    ///   - limit: How many changes at most, 1 at least.
    /// - Throws: `StoreError`: `.expiredAnchor`, `.foreignAnchor`.
    public func changes(
      since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
    ) throws(StoreError) -> StoreChanges {
      guard let snapshot = try snapshot() else {
        return try StoreChanges(since: anchor, ofEmpty: emptyFacts, name)
      }
      return try StoreChanges(
        since: anchor, matching: predicate, limit: limit, of: snapshot.connection, name, series
      ) { (change) throws(StoreError) in
        let scan = try SampleScan(snapshot, predicate, scope: .holders, after: change)
        return { () throws(StoreError) in
          guard let (sample, change, key) = try scan.next(), let key else { return nil }
          return (change, sample, key)
        }
      }
    }
  }
#endif
