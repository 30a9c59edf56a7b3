import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// Identities of which a load has inserted a sample although a row with the identity was there. Their samples are
/// matched when all were seen. The identities wait on the disk; the samples are in the store already.
struct DeferredMatching: ~Copyable {
  private let connection: Connection
  private let lookup: IdentityLookup
  /// The first change of the load.
  private let first: Int64
  private var ids: ExternalSorter

  init(
    _ connection: Connection, _ lookup: IdentityLookup, first: Int64
  ) throws(HealthError) {
    ids = try Self.sorter()
    self.connection = connection
    self.lookup = lookup
    self.first = first
  }

  private static func sorter() throws(HealthError) -> ExternalSorter {
    try ExternalSorter(memory: 1 << 21)
  }

  mutating func add(_ id: SampleID) throws(HealthError) {
    try ids.add(Self.key(id), Span())
  }

  private static func key(_ id: SampleID) -> SortKey { SortKey(high: id.high, low: id.low) }

  /// Decides about the samples of these identities, and assigns their ordinals.
  ///
  /// - Parameters:
  ///   - isMatched: Whether a stored sample has a partner already.
  ///   - body: Carries out a decision. It returns whether the sample has got the ordinal of its partner.
  consuming func match(
    _ mode: SavingMode, _ isMatched: (Int64) -> Bool,
    _ body: (SaveDecision) throws(HealthError) -> Bool
  ) throws(HealthError) {
    let (connection, lookup, first) = (connection, lookup, first)
    var stored = try Self.sorter()
    var new = try Self.sorter()
    var numbered = try Self.sorter()
    var record = ByteBuffer()
    var identities = DistinctIdentities(try ids.sorted())
    while let id = try identities.next() {
      try numbered.add(Self.key(id), Span())
      try lookup.rows(id, limit: .max) { (row) throws(HealthError) in
        let isStored = row.change < first
        if isStored, isMatched(row.change) { return true }
        record.removeAll()
        SavedChange(row.change, row.uuid).write(to: &record)
        try record.withBytes { (bytes) throws(HealthError) in
          let key = SortKey(id, content: row.digest)
          if isStored { try stored.add(key, bytes) } else { try new.add(key, bytes) }
        }
        return true
      }
    }
    let old = try stored.sorted()
    let saved = try new.sorted()
    var keepsOrdinal = ChangeSet()
    var matching = try SaveMatching<MatchedRecords<SavedChange>>(
      MatchedRecords(old), MatchedRecords(saved), mode)
    while let decision = try matching.next() {
      if try body(decision) { keepsOrdinal.insert(decision.change) }
    }
    try Self.number(try numbered.sorted(), connection) {
      $0 < first || keepsOrdinal.contains($0)
    }
  }

  /// Assigns ordinals to the samples of the load, in the order in which they were saved: each gets the first one from its own
  /// on that is free.
  private static func number(
    _ identities: consuming SortedRecords, _ connection: Connection,
    keeping keepsOrdinal: (Int64) -> Bool
  ) throws(HealthError) {
    var identities = DistinctIdentities(identities)
    let rows = try connection.statement(
      "SELECT change, ordinal FROM sample WHERE id = ? AND parent IS NULL ORDER BY +change")
    let update = try connection.statement("UPDATE sample SET ordinal = ? WHERE change = ?")
    var numbering = OrdinalNumbering()
    while let id = try identities.next() {
      for keeps in [true, false] {
        rows.bind(1, id)
        defer { rows.reset() }
        while try rows.step() {
          let change = rows.integer(0)
          if keepsOrdinal(change) != keeps { continue }
          let own = rows.integer(1)
          let ordinal = Int64(numbering.next(id, from: UInt32(clamping: own)))
          if keeps || ordinal == own { continue }
          update.bind(1, ordinal)
          update.bind(2, change)
          try update.run()
        }
      }
    }
  }
}

/// Identities that are sorted on the disk, each once.
private struct DistinctIdentities: ~Copyable {
  private var records: SortedRecords
  private var last: SortKey?

  init(_ records: consuming SortedRecords) { self.records = records }

  mutating func next() throws(HealthError) -> SampleID? {
    while try records.next() {
      if records.key == last { continue }
      last = records.key
      return SampleID(high: records.key.high, low: records.key.low)
    }
    return nil
  }
}
