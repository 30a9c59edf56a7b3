import HealthBytes
package import HealthModel
import Synchronization

/// A sample with the number of the change that brought it.
package typealias AddedChange = (number: Int64, sample: Sample, key: SampleKey)
/// A deletion with its number.
typealias DeletedChange = (number: Int64, sample: DeletedSample)

/// The bytes of answers that each continue where the one before ended: all of them together are bounded by ``Limits/ratio``,
/// since samples share texts. Each handle of a store has one.
package final class ChangeSeries: Sendable {
  private let latest = Mutex<(anchor: StoreAnchor, bytes: Int64)?>(nil)

  package init() {}

  /// Adds an answer.
  ///
  /// - Parameters:
  ///   - start: The anchor of the request.
  ///   - end: The anchor for the next answer; `nil` after the last one.
  ///   - size: The bytes of the store.
  fileprivate func add(
    _ bytes: Int, from start: StoreAnchor?, to end: StoreAnchor?, _ store: String,
    size: () throws(StoreError) -> Int64
  ) throws(StoreError) {
    let before = latest.withLock { latest in
      defer { latest = nil }
      return latest.flatMap { $0.anchor == start ? $0.bytes : nil } ?? 0
    }
    let total = before + Int64(bytes)
    if total > RatioGuard.allowance, total > RatioGuard.mostText(of: try size()) {
      throw .expansion(of: store)
    }
    if let end { latest.withLock { $0 = (end, total) } }
  }
}

extension StoreChanges {
  /// The changes since an anchor: what was added and what was deleted, merged in the order of their numbers. The law
  /// of every store.
  ///
  /// - Parameters:
  ///   - anchor: The state to start from; `nil` for all samples.
  ///   - limit: How many changes at most, 1 at least; fewer if their samples have more bytes than ``mostBytes``.
  ///   - series: The answers of the same handle before.
  ///   - added: Seeks to the matching samples added after a change; then returns one after another, `nil` at the end
  ///     and after it.
  /// - Throws: `StoreError`: `.expiredAnchor`, `.foreignAnchor`, what `added` throws.
  package init(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int,
    of database: any SQLDatabase, _ store: String, _ series: ChangeSeries,
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
        let next = StoreAnchor(after: last, since: anchor, now: now)
        try series.add(weight.bytes, from: anchor, to: next, store, size: database.size)
        self.init(changes: changes, anchor: next, hasMore: true)
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
    try series.add(weight.bytes, from: anchor, to: nil, store, size: database.size)
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
