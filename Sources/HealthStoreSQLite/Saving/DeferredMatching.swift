import HealthBytes
import HealthModel
import HealthStore

/// Samples of a load that are matched with those of the store when all were seen. They wait on the disk, as identity,
/// digest and change: their rows are in the store already.
struct DeferredMatching: ~Copyable {
  /// What a sample that waited turns out to be, by the changes of the stored one and of its own row. All others are new.
  enum Outcome {
    case same(stored: Int64, deferred: Int64)
    case changed(stored: Int64, deferred: Int64)
  }

  private struct Waiting: MatchedRecord {
    let change: Int64

    init(_ bytes: Span<UInt8>) { change = Int64(bitPattern: bytes.word(at: 0)) }
  }

  private let connection: Connection
  /// What waits, by identity and digest.
  private var deferred: ExternalSorter
  /// The identities that wait.
  private var ids: ExternalSorter
  private var record = ByteBuffer()

  init(_ connection: Connection) throws(HealthError) {
    let deferred = try ExternalSorter(memory: 1 << 21)
    let ids = try ExternalSorter(memory: 1 << 21)
    self.connection = connection
    self.deferred = deferred
    self.ids = ids
  }

  mutating func add(
    _ id: SampleID, _ digest: UInt64, _ change: Int64
  ) throws(HealthError) {
    try Self.add(id, digest, change, &record, to: &deferred)
    try ids.add(SortKey(high: id.high, low: id.low), Span())
  }

  private static func add(
    _ id: SampleID, _ digest: UInt64, _ change: Int64, _ record: inout ByteBuffer,
    to sorter: inout ExternalSorter
  ) throws(HealthError) {
    record.removeAll()
    record.append(word: UInt64(bitPattern: change))
    try record.withBytes { (bytes) throws(HealthError) in
      try sorter.add(IdentityJoin<Waiting>.key(id, content: digest), bytes)
    }
  }

  /// Matches what waited with what the store has of the same identities.
  ///
  /// - Parameters:
  ///   - matched: The stored samples that are matched already.
  ///   - body: Gets what is not new.
  consuming func match(
    _ lookup: IdentityLookup, before first: Int64, _ matched: ChangeSet,
    _ body: (Outcome) throws(HealthError) -> Void
  ) throws(HealthError) {
    let connection = connection
    let stored = try Self.stored(try ids.sorted(), lookup, connection) {
      $0 < first && !matched.contains($0)
    }
    var join: IdentityJoin<Waiting>
    let waiting = try deferred.sorted()
    join = try IdentityJoin<Waiting>(stored, waiting)
    while true {
      let outcome: IdentityJoin<Waiting>.Outcome?
      outcome = try join.next()
      switch outcome {
      case nil: return
      case .same:
        let old = join.withBytes { Waiting($0).change }
        try body(.same(stored: old, deferred: join.withNewBytes { Waiting($0).change }))
      case .changed(let old, let new): try body(.changed(stored: old.change, deferred: new.change))
      case .gone, .new: break
      }
    }
  }

  /// Finds deferred samples that equal an earlier row, of the store or of the load.
  consuming func findEquals(
    _ lookup: IdentityLookup, before first: Int64,
    _ body: (Int64, Int64) throws(HealthError) -> Void
  ) throws(HealthError) {
    let connection = connection
    // What waited has a larger ordinal than the rows before it.
    var rows = try Self.stored(try ids.sorted(), lookup, connection) { _ in true }
    var kept: (key: SortKey, change: Int64)?
    while try rows.next() {
      let change = rows.withBytes { Waiting($0).change }
      if let kept, kept.key == rows.key {
        if change >= first { try body(kept.change, change) }
      } else {
        kept = (rows.key, change)
      }
    }
  }

  /// The rows of the identities that wait.
  private static func stored(
    _ identities: consuming SortedRecords, _ lookup: IdentityLookup, _ connection: Connection,
    where isWanted: (Int64) -> Bool
  ) throws(HealthError) -> SortedRecords {
    var identities = identities
    var record = ByteBuffer()
    var found = try ExternalSorter(memory: 1 << 21)
    var last: SortKey?
    while try identities.next() {
      let key = identities.key
      if key == last { continue }
      last = key
      let id = SampleID(high: key.high, low: key.low)
      var fault: HealthError?
      try lookup.rows(id, limit: .max) { row in
        guard isWanted(row.change) else { return true }
        do throws(HealthError) { try add(id, row.digest, row.change, &record, to: &found) } catch {
          fault = error
        }
        return fault == nil
      }
      if let fault { throw fault }
    }
    return try found.sorted()
  }
}
