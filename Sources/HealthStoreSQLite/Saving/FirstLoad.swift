import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// Fills a store that is not there yet: in a file beside the one it will be, whose pages are written in one go. If
/// anything goes wrong the file is removed, so nothing has to be kept safe meanwhile.
///
/// Whether a sample is there already is not looked up. A filter notices keys that may be met a second time; if there
/// are any, the ordinals of their identities are given anew at the end, in the order of the samples.
final class FirstLoad: StoreLoad, @unchecked Sendable {
  private let store: SQLiteStore
  private var file: AtomicFile?
  private let path: String
  /// What SQLite makes next to the file.
  private var others: DatabaseFiles?
  private let rows: TreeRows
  private var encoder: RowEncoder
  private var info = DatasetInfo()
  private var next: Int64 = 1
  private var count = 0
  private var isPrepared = false
  /// Keys that the filter has not seen yet: many at once.
  private var keys: [SampleKey] = []
  private var seen = TwinFilter(bits: 26)
  /// The identities of keys that may have been met a second time.
  private var suspects: TwinFilter?

  init(_ store: SQLiteStore) throws(StoreError) {
    self.store = store
    let file: AtomicFile
    do throws(ByteError) {
      file = try AtomicFile(store.file.path, overwrite: store.access == .replacing)
    } catch { throw StoreError(error, store.name) }
    guard let path = file.temporary else {
      throw StoreError(.foreign, store.name, "is no file")
    }
    self.file = file
    self.path = path
    others = DatabaseFiles(of: path)
    rows = try TreeRows(path, name: store.name)
    encoder = RowEncoder(rows)
  }

  deinit { rollBack() }

  func describe(_ info: DatasetInfo) throws(StoreError) { self.info.update(with: info) }

  func save(_ samples: [Sample]) throws(StoreError) {
    guard file != nil, !isPrepared else { throw ended }
    for sample in samples {
      keys.append(SampleKey(id: sample.id, ordinal: sample.ordinal))
      if keys.count == Self.keysAtOnce { noteKeys() }
    }
    do throws(StoreError) { next = try encoder.encode(samples, change: next) } catch {
      rollBack()
      throw error
    }
    count += samples.count
  }

  func prepare() throws(StoreError) -> String? {
    guard let file else { throw ended }
    if isPrepared { return path }
    do throws(StoreError) {
      try rows.finish()
      try complete()
      do throws(ByteError) { try file.prepare() } catch { throw StoreError(error, store.name) }
    } catch {
      rollBack()
      throw error
    }
    isPrepared = true
    return path
  }

  func commit() throws(StoreError) -> SaveCounts {
    _ = try prepare()
    guard let file else { throw ended }
    do throws(StoreError) {
      try store.file.replace(with: file, overwriting: store.access == .replacing)
    } catch {
      rollBack()
      throw error
    }
    self.file = nil
    others = nil
    store.noteMade()
    var counts = SaveCounts()
    counts.new = count
    return counts
  }

  /// Adds what is not of single samples.
  private func complete() throws(StoreError) {
    let connection = try Connection(path, name: store.name, isOwn: true)
    try connection.run("PRAGMA journal_mode = OFF")
    // The file is synchronised when it gets its name.
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("BEGIN EXCLUSIVE")
    try numberTwins(connection)
    var facts = store.emptyFacts
    facts.nextChange = next
    facts.set(info)
    try info.writeCharacteristics(connection)
    try facts.write(connection)
    try connection.run("COMMIT")
    // From now on, whoever opens it keeps a log.
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.close()
  }

  func rollBack() {
    file?.abandon()
    file = nil
    others = nil
  }

  private var ended: StoreError {
    StoreError(.failed, store.name, "the load has ended, nothing more can be saved")
  }
}

// MARK: Twins

extension FirstLoad {
  private static var keysAtOnce: Int { 256 }

  private func noteKeys() {
    seen.fetch(keys)
    for key in keys where seen.insert(key.id, key.ordinal) {
      if suspects == nil { suspects = TwinFilter(bits: 23) }
      _ = suspects?.insert(key.id)
    }
    keys.removeAll(keepingCapacity: true)
  }

  /// Gives twins their ordinals: each the first that is free from its own on.
  private func numberTwins(_ connection: Connection) throws(StoreError) {
    noteKeys()
    guard let suspects else { return }
    var records = try connection.sorted(try samples(of: suspects, connection))
    let statement = try connection.statement("UPDATE sample SET ordinal = ? WHERE change = ?")
    var key: SortKey?
    var taken = TakenOrdinals()
    while try connection.onDisk({ () throws(ByteError) in try records.next() }) {
      if records.key != key {
        key = records.key
        taken = TakenOrdinals()
      }
      let (change, own) = records.withBytes { ($0.word(at: 0), $0.word(at: 8)) }
      let ordinal = taken.take(from: UInt32(truncatingIfNeeded: own))
      if UInt64(ordinal) == own { continue }
      statement.bind(1, Int64(ordinal))
      statement.bind(2, Int64(bitPattern: change))
      try statement.run()
    }
  }

  /// Sorts the samples of all identities in question by these, and by change.
  private func samples(
    of suspects: TwinFilter, _ connection: Connection
  ) throws(StoreError) -> ExternalSorter {
    var sorter = try connection.onDisk { () throws(ByteError) in try ExternalSorter(memory: 1 << 22)
    }
    let statement = try connection.statement(
      "SELECT change, id, ordinal FROM sample WHERE parent IS NULL ORDER BY change")
    defer { statement.reset() }
    var record = ByteBuffer()
    while try statement.step() {
      guard let id = statement.id(1), suspects.contains(id) else { continue }
      record.removeAll()
      record.append(word: UInt64(bitPattern: statement.integer(0)))
      record.append(word: UInt64(bitPattern: statement.integer(2)))
      try connection.onDisk { () throws(ByteError) in
        try record.withBytes { (bytes) throws(ByteError) in
          try sorter.add(SortKey(high: id.high, low: id.low), bytes)
        }
      }
    }
    return sorter
  }
}
