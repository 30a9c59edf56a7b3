// `Connection` and `Statement` are thin wrappers of SQLite's own, so that a row costs no object. A new store is
// filled in a temporary file, which is then renamed. There rows are inserted once and in order, so the b-trees of
// samples, their parts and their indexes are written page by page according to the file format (`Pages/`, 860
// lines). With statements of SQLite instead (no journal, indexes at the end), a load of an export with 100 MB of XML
// takes 1.10 s of CPU instead of 0.53 s, and 69 MB of memory instead of 43 MB. SQLite creates the schema, looks up
// shared rows in a second database, and inserts rows that arrive out of order; a test compares trees of every shape
// with its own. A filter of fixed size finds duplicates that the reader's table of ordinals may have missed, and
// only these are sorted out, on the disk.

import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// Fills a new store in a temporary file next to the final one, whose pages are written sequentially. On any error the
/// file is removed, so no journal is needed.
///
/// Whether a sample is there already is not looked up. A filter notices keys that may be met a second time; if there
/// are any, the samples of their identities are checked at the end: those that must not be stored are removed, and
/// the ordinals of the others are assigned again, in their order.
final class FirstLoad: DigestedLoad, @unchecked Sendable {
  private let store: SQLiteStore
  private let mode: SavingMode
  private var file: AtomicFile?
  private let path: String
  /// What SQLite makes next to the file.
  private var others: DatabaseFiles?
  private let rows: TreeRows
  private var encoder: RowEncoder
  private var info = DatasetInfo()
  private var next: Int64 = 1
  private var counts = SaveCounts()
  private var isPrepared = false
  /// Keys that the filter has not seen yet: many at once.
  private var keys: [SampleKey] = []
  private var seen = IdentityFilter(bits: 26)
  /// The identities of keys that may occur twice.
  private var repeated: IdentityFilter?

  init(_ store: SQLiteStore, _ mode: SavingMode) throws(HealthError) {
    self.store = store
    self.mode = mode
    let file: AtomicFile
    do throws(HealthError) {
      file = try AtomicFile(store.file.path, overwrite: store.access == .replacing)
    } catch { throw error.ofStore(store.name) }
    guard let path = file.temporary else {
      throw HealthError(.foreign, store.name, "is not a file")
    }
    self.file = file
    self.path = path
    others = DatabaseFiles(of: path)
    rows = try TreeRows(path, name: store.name)
    encoder = RowEncoder(rows)
  }

  deinit { rollBack() }

  func describe(_ info: DatasetInfo) throws(HealthError) { self.info.update(with: info) }

  func save(_ samples: [Sample]) throws(HealthError) { try save(samples, nil) }

  func save(_ samples: [Sample], digests: [UInt64]) throws(HealthError) {
    try save(samples, digests)
  }

  private func save(_ samples: [Sample], _ digests: [UInt64]?) throws(HealthError) {
    guard file != nil, !isPrepared else { throw ended }
    for sample in samples {
      var ordinal = sample.ordinal
      // Of these no duplicates are stored.
      if ordinal > 0, mode == .add || sample.syncVersion != nil { ordinal = 0 }
      keys.append(SampleKey(id: sample.id, ordinal: ordinal))
      if keys.count == Self.keysAtOnce { noteKeys() }
    }
    do throws(HealthError) {
      next = try encoder.encode(samples, digests: digests, change: next)
    } catch {
      rollBack()
      throw error
    }
    counts.new += samples.count
  }

  func prepare() throws(HealthError) -> String? {
    guard let file else { throw ended }
    if isPrepared { return path }
    do throws(HealthError) {
      try rows.finish()
      try complete()
      do throws(HealthError) { try file.prepare() } catch { throw error.ofStore(store.name) }
    } catch {
      rollBack()
      throw error
    }
    isPrepared = true
    return path
  }

  func commit() throws(HealthError) -> SaveCounts {
    _ = try prepare()
    guard let file else { throw ended }
    do throws(HealthError) {
      guard try store.file.replace(with: file, overwriting: store.access == .replacing) else {
        defer { rollBack() }
        return try commitToOther()
      }
    } catch {
      rollBack()
      throw error
    }
    self.file = nil
    others = nil
    store.didCreateFile()
    return counts
  }

  /// Saves everything once more, into the store that another load has made meanwhile.
  private func commitToOther() throws(HealthError) -> SaveCounts {
    let load = try waitForTurn()
    try load.describe(info)
    let cursor = try SQLiteStore(path, for: .reading).samples(SampleQuery(.all))
    var batch: [Sample] = []
    while let sample = try cursor.next() {
      batch.append(sample)
      if batch.count < Self.keysAtOnce { continue }
      try load.save(batch)
      batch.removeAll(keepingCapacity: true)
    }
    try load.save(batch)
    var total = try load.commit()
    total.add(repeated: counts)
    return total
  }

  /// Begins an ordinary load, when those of others have ended: as many as began with this one may be before it.
  private func waitForTurn() throws(HealthError) -> any StoreLoad {
    let deadline = ContinuousClock.now + .seconds(600)
    while true {
      do throws(HealthError) { return try store.beginLoad(mode) } catch {
        if error.code != .busy || ContinuousClock.now > deadline { throw error }
      }
    }
  }

  /// Adds the facts that are not of single samples.
  private func complete() throws(HealthError) {
    let connection = try Connection(path, name: store.name, isOwn: true)
    try connection.run("PRAGMA journal_mode = OFF")
    // The file is synchronised when it gets its name.
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("BEGIN EXCLUSIVE")
    try encoder.checkText(connection.size())
    try numberDuplicates(connection)
    try Schema.indexForNested(connection)
    var facts = store.emptyFacts
    facts.nextChange = next
    facts.set(info)
    try info.writeCharacteristics(connection)
    try facts.write(connection)
    try connection.run("COMMIT")
    // From now on every connection uses a write-ahead log.
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.close()
  }

  func rollBack() {
    file?.abandon()
    file = nil
    others = nil
  }

  private var ended: HealthError {
    HealthError(.failed, store.name, "the load has ended, nothing more can be saved")
  }
}

// MARK: Duplicates

extension FirstLoad {
  private static var keysAtOnce: Int { 256 }

  private func noteKeys() {
    seen.fetch(keys)
    for key in keys where seen.insert(key.id, key.ordinal) {
      if repeated == nil { repeated = IdentityFilter(bits: 23) }
      _ = repeated?.insert(key.id)
    }
    keys.removeAll(keepingCapacity: true)
  }

  /// Assigns ordinals to duplicates: each gets the first free one from its own on.
  private func numberDuplicates(_ connection: Connection) throws(HealthError) {
    noteKeys()
    guard let repeated else { return }
    try removeRepeats(of: repeated, connection)
    var records = try samples(of: repeated, connection).sorted()
    let statement = try connection.statement("UPDATE sample SET ordinal = ? WHERE change = ?")
    var numbering = OrdinalNumbering()
    while try records.next() {
      let id = SampleID(high: records.key.high, low: records.key.low)
      let (change, own) = records.withBytes { ($0.word(at: 0), $0.word(at: SavedChange.size)) }
      let ordinal = numbering.next(id, from: UInt32(truncatingIfNeeded: own))
      if UInt64(ordinal) == own { continue }
      statement.bind(1, Int64(ordinal))
      statement.bind(2, Int64(bitPattern: change))
      try statement.run()
    }
  }

  /// Sorts the samples of all identities in question by these, and by change or by content.
  private func samples(
    of repeated: IdentityFilter, byContent: Bool = false, _ connection: Connection
  ) throws(HealthError) -> ExternalSorter {
    var sorter = try ExternalSorter(memory: 1 << 22)
    let statement = try connection.statement(
      """
      SELECT change, id, ordinal, digest, start_offset, end_offset, creation_offset, device_address, uuid
      FROM sample WHERE parent IS NULL ORDER BY change
      """)
    defer { statement.reset() }
    var record = ByteBuffer()
    while try statement.step() {
      guard let id = statement.id(1), repeated.contains(id) else { continue }
      let digest = statement.digest(3)
      record.removeAll()
      SavedChange(statement.integer(0), statement.id(8).map { SampleUUID($0) }).write(to: &record)
      record.append(word: UInt64(bitPattern: statement.integer(2)))
      record.append(word: digest)
      try record.withBytes { (bytes) throws(HealthError) in
        try sorter.add(
          byContent ? SortKey(id, content: digest) : SortKey(high: id.high, low: id.low), bytes)
      }
    }
    return sorter
  }

  /// Removes the samples that must not be stored: all but one of the versions of a sample and, in a set, all but one of equal
  /// samples.
  private func removeRepeats(
    of repeated: IdentityFilter, _ connection: Connection
  ) throws(HealthError) {
    let removal = try SampleRemoval(connection)
    if try StoredSamples(connection).hasKey(.syncIdentifier) {
      try removeVersions(of: repeated, removal, connection)
    }
    if mode == .add {
      let none = try ExternalSorter(memory: 1 << 12)
      let stored = try none.sorted()
      let new = try samples(of: repeated, byContent: true, connection).sorted()
      var matching = try SaveMatching<MatchedRecords<SavedChange>>(
        MatchedRecords(stored), MatchedRecords(new), mode)
      while let decision = try matching.next() {
        try carryOut(decision, removal, connection)
      }
    }
    try removal.finish()
  }

  /// Removes all but one of the versions of a sample.
  private func removeVersions(
    of repeated: IdentityFilter, _ removal: SampleRemoval, _ connection: Connection
  ) throws(HealthError) {
    let stored = StoredSamples(connection)
    var records = try samples(of: repeated, connection).sorted()
    var matching = VersionMatching(mode, stored: nil)
    var identity: SortKey?
    while try records.next() {
      if records.key != identity { matching = VersionMatching(mode, stored: nil) }
      identity = records.key
      let (change, digest) = records.withBytes {
        (SavedChange($0).change, $0.word(at: SavedChange.size + 8))
      }
      guard let number = try stored.version(of: change) else { continue }
      let version = VersionMatching.Version(change: change, digest: digest, number: number)
      if let decision = matching.add(version) { try carryOut(decision, removal, connection) }
    }
  }

  /// Removes a sample that is not to be stored.
  private func carryOut(
    _ decision: SaveDecision, _ removal: SampleRemoval, _ connection: Connection
  ) throws(HealthError) {
    switch decision.verdict {
    case .saved: return
    case .same: counts.same += 1
    case .kept:
      counts.add(kept: 1, of: try StoredSamples(connection).type(of: decision.change))
    }
    counts.new -= 1
    try removal.remove(decision.change)
  }
}
