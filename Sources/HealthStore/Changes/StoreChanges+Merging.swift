package import HealthModel

/// A sample with the number of the change that brought it.
package typealias AddedChange = (number: Int64, sample: Sample, key: SampleKey)
/// A deletion with its number.
typealias DeletedChange = (number: Int64, sample: DeletedSample)

extension StoreChanges {
  /// The changes since an anchor: what was added and what was deleted, merged in the order of their numbers. The law
  /// of every store.
  ///
  /// - Parameters:
  ///   - anchor: The state to start from; `nil` for all samples.
  ///   - limit: How many changes at most, 1 at least; fewer if their samples have more bytes than ``mostBytes``.
  ///   - added: Seeks to the matching samples added after a change; then returns one after another, `nil` at the end
  ///     and after it.
  /// - Throws: `StoreError`: `.expiredAnchor`, `.foreignAnchor`, what `added` throws.
  package init(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int,
    of database: any SQLDatabase, _ store: String,
    added: (_ change: Int64) throws(StoreError) -> () throws(StoreError) -> AddedChange?
  ) throws(StoreError) {
    let facts = try StoreFacts(database)
    let now = facts.anchor
    if let anchor { try facts.check(anchor, of: store) }
    let matcher = SampleMatcher(predicate)
    let nextAdded = try added(anchor?.change ?? 0)
    // The first reading without an anchor skips earlier deletions.
    let allDeleted = TombstoneScan(after: anchor?.horizon ?? now.change, database)
    func nextDeleted() throws(StoreError) -> DeletedChange? {
      while let (number, sample) = try allDeleted.next() {
        if matcher.canMatch(sample) { return (number, sample) }
      }
      return nil
    }
    var changes: [StoreChange] = []
    var weight = SampleWeight()
    var last: Int64 = 0
    var (sample, tombstone) = (try nextAdded(), try nextDeleted())
    while sample != nil || tombstone != nil {
      guard changes.count < max(limit, 1), weight.bytes < Self.mostBytes else {
        let anchor = StoreAnchor(after: last, since: anchor, now: now)
        self.init(changes: changes, anchor: anchor, hasMore: true)
        return
      }
      if let found = sample, tombstone.map({ found.number < $0.number }) ?? true {
        changes.append(.added(found.sample, key: found.key))
        weight.add(found.sample)
        last = found.number
        sample = try nextAdded()
      } else if let found = tombstone {
        changes.append(.deleted(found.sample))
        last = found.number
        tombstone = try nextDeleted()
      }
    }
    self.init(changes: changes, anchor: now, hasMore: false)
  }

  /// About the most bytes of the samples of an answer.
  private static var mostBytes: Int { 1 << 24 }

  /// The changes of a store that is not there yet: none.
  ///
  /// - Throws: `StoreError`: `.foreignAnchor`.
  package init(
    since anchor: StoreAnchor?, ofEmpty facts: StoreFacts, _ store: String
  ) throws(StoreError) {
    if let anchor { try facts.check(anchor, of: store) }
    self.init(changes: [], anchor: facts.anchor, hasMore: false)
  }
}
