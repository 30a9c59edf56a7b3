import HealthModel
public import HealthStore

extension SQLiteStore {
  /// What was added and deleted since an anchor, in the order of the changes, each once.
  ///
  /// - Parameters:
  ///   - anchor: The state to start from; `nil` for all samples.
  ///   - limit: How many changes at most.
  /// - Throws: `StoreError`: `.expiredAnchor`, `.foreignAnchor`.
  public func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
  ) throws(StoreError) -> StoreChanges {
    let answer = try reading { (connection) throws(StoreError) in
      try StoreChanges(
        since: anchor, matching: predicate, limit: limit, of: connection, name, series
      ) { (change) throws(StoreError) in
        var scan = try SampleScan(
          predicate, scope: .holders, after: change, isBrief: true, connection)
        return { () throws(StoreError) in
          guard let sample = try scan.next() else { return nil }
          let key = SampleKey(id: scan.row.id, ordinal: scan.row.ordinal)
          return (scan.row.change, sample, key)
        }
      }
    }
    if let answer { return answer }
    return try StoreChanges(since: anchor, ofEmpty: emptyFacts, name)
  }
}
