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
        since: anchor, matching: predicate, limit: limit, of: StoreFacts(connection), name
      ) { (change) throws(StoreError) in
        var scan = try SampleScan(
          predicate, scope: .holders, after: change, isBrief: true, connection)
        return { () throws(StoreError) in
          guard let sample = try scan.next() else { return nil }
          let key = SampleKey(id: scan.row.id, ordinal: scan.row.ordinal)
          return (scan.row.change, sample, key)
        }
      } deleted: { (change) throws(StoreError) in
        try TombstoneScan(after: change, connection).next
      }
    }
    if let answer { return answer }
    return try StoreChanges(since: anchor, ofEmpty: emptyFacts, name)
  }
}

/// The deletions since a change, in their order.
private final class TombstoneScan {
  private let statement: Statement
  private let name: String

  init(after change: Int64, _ connection: Connection) throws(StoreError) {
    name = connection.name
    statement = try connection.statement(
      """
      SELECT tombstone.change, id, ordinal, kind, identifier
      FROM tombstone JOIN type ON type.number = tombstone.type
      WHERE tombstone.change > ? ORDER BY tombstone.change
      """)
    statement.bind(1, change)
  }

  deinit { statement.reset() }

  func next() throws(StoreError) -> DeletedChange? {
    guard try statement.step() else { return nil }
    guard let id = statement.id(1), let ordinal = UInt32(exactly: statement.integer(2)),
      let kind = SampleKind(rawValue: try statement.text(3))
    else { throw StoreError(.damaged, name, "a row of the table 'tombstone' is malformed") }
    let key = SampleKey(id: id, ordinal: ordinal)
    let type = try statement.text(4)
    return (statement.integer(0), DeletedSample(key: key, kind: kind, type: type))
  }
}
