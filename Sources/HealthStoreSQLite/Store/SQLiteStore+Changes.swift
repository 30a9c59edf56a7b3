import HealthModel
public import HealthStore

extension SQLiteStore {
  /// What was added and deleted since an anchor, in the order of the changes, each once.
  ///
  /// - Parameters:
  ///   - anchor: Since when; `nil` for everything there is.
  ///   - predicate: Which samples.
  ///   - limit: How many changes at most.
  /// - Returns: The changes, and the anchor to ask with next.
  /// - Throws: `StoreError`: `.expiredAnchor`, `.foreignAnchor`.
  public func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
  ) throws(StoreError) -> StoreChanges {
    let answer = try reading { (connection) throws(StoreError) in
      let facts = try StoreFacts(connection)
      if let anchor { try facts.check(anchor, of: name) }
      return try changes(since: anchor, matching: predicate, limit: limit, facts, connection)
    }
    if let answer { return answer }
    if let anchor { try emptyFacts.check(anchor, of: name) }
    return StoreChanges(changes: [], anchor: emptyFacts.anchor, hasMore: false)
  }

  private func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int,
    _ facts: StoreFacts, _ connection: Connection
  ) throws(StoreError) -> StoreChanges {
    let added = try SampleScan(
      predicate, after: anchor?.change ?? 0, isBrief: true, connection)
    // Who begins needs not hear of what is gone already.
    let deleted = try anchor.map { (anchor) throws(StoreError) in
      try TombstoneScan(predicate, after: anchor.horizon, connection)
    }
    var changes: [StoreChange] = []
    var last: Int64 = 0
    var sample = try added.next()
    var tombstone = try deleted?.next()
    while sample != nil || tombstone != nil {
      if changes.count >= max(limit, 1) {
        return StoreChanges(
          changes: changes, anchor: StoreAnchor(after: last, since: anchor, now: facts.anchor),
          hasMore: true)
      }
      if let found = sample, tombstone.map({ found.row.change < $0.change }) ?? true {
        last = found.row.change
        let key = SampleKey(id: found.row.id, ordinal: found.row.ordinal)
        changes.append(.added(found.sample, key: key))
        sample = try added.next()
      } else if let found = tombstone {
        last = found.change
        changes.append(.deleted(found.sample))
        tombstone = try deleted?.next()
      }
    }
    return StoreChanges(changes: changes, anchor: facts.anchor, hasMore: false)
  }
}

/// The deletions since a change that a predicate can mean, in their order.
private final class TombstoneScan {
  private let statement: Statement
  private let matcher: SampleMatcher
  private let name: String

  init(
    _ predicate: SamplePredicate, after change: Int64, _ connection: Connection
  ) throws(StoreError) {
    name = connection.name
    matcher = SampleMatcher(predicate)
    statement = try connection.statement(
      """
      SELECT tombstone.change, id, ordinal, kind, identifier
      FROM tombstone JOIN type ON type.number = tombstone.type
      WHERE tombstone.change > ? ORDER BY tombstone.change
      """)
    statement.bind(1, change)
  }

  deinit { statement.reset() }

  func next() throws(StoreError) -> (change: Int64, sample: DeletedSample)? {
    while try statement.step() {
      guard let id = statement.id(1), let ordinal = UInt32(exactly: statement.integer(2)),
        let kind = SampleKind(rawValue: statement.text(3))
      else { throw StoreError(.damaged, name, "a row of the table 'tombstone' is none of ours") }
      let type = statement.text(4)
      guard matcher.canMatch(type: type, kind: kind) else { continue }
      let key = SampleKey(id: id, ordinal: ordinal)
      return (statement.integer(0), DeletedSample(key: key, kind: kind, type: type))
    }
    return nil
  }
}
