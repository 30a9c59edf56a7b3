import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Saves into a store that is in use: one transaction, in which each sample is looked up by its key.
final class ChangingLoad: StoreLoad, @unchecked Sendable {
  private let store: SQLiteStore
  private let mode: SavingMode
  private var connection: Connection?
  private var encoder: RowEncoder
  private let find: Statement
  private let removal: SampleRemoval
  private let known: StoreFacts
  private var facts: StoreFacts
  private var info: DatasetInfo?
  /// The first change of this load: what has it or a later one was met.
  private let first: Int64
  private var met = ChangeSet()
  private var memory = TwinMemory()
  private let before: Int
  private var counts = SaveCounts()

  init(
    _ store: SQLiteStore, _ connection: Connection, _ mode: SavingMode
  ) throws(StoreError) {
    self.store = store
    self.mode = mode
    do throws(StoreError) {
      try connection.run("BEGIN IMMEDIATE")
      // Identities are everywhere in their index.
      try connection.run("PRAGMA cache_size = -16384")
      known = try StoreFacts(connection)
      facts = known
      first = facts.nextChange
      if try !Schema.isIndexedForChanging(connection) { try Schema.indexForChanging(connection) }
      removal = try SampleRemoval(connection)
      let all = try connection.integer("SELECT count(*) FROM sample") ?? 0
      let inside =
        try connection.integer("SELECT count(*) FROM sample WHERE parent IS NOT NULL") ?? 0
      before = Int(all - inside)
      find = try connection.statement(
        """
        SELECT change, digest, start_offset, end_offset, creation_offset, device_address FROM sample
        WHERE id = ? AND ordinal = ? AND parent IS NULL
        """)
    } catch {
      store.giveBack(connection)
      throw error
    }
    encoder = RowEncoder(RowWriter(connection))
    self.connection = connection
  }

  deinit { end() }

  func describe(_ info: DatasetInfo) throws(StoreError) {
    guard let connection else { throw ended }
    var united = if let info = self.info { info } else { try DatasetInfo(facts, connection) }
    united.update(with: info)
    self.info = united
  }

  func save(_ samples: [Sample]) throws(StoreError) {
    guard connection != nil else { throw ended }
    do throws(StoreError) { for sample in samples { try look(at: sample) } } catch {
      end()
      throw error
    }
  }

  /// Saves a sample, if it is not there already.
  private func look(at sample: Sample) throws(StoreError) {
    let id = sample.id
    let own = sample.ordinal
    let digest = encoder.digest(sample)
    var ordinal = memory.first(id, own)
    while true {
      guard let (change, known) = try look(id, ordinal) else {
        counts.new += 1
        break
      }
      if change >= first || met.contains(change) {
        guard ordinal < .max else { throw StoreError(.failed, store.name, "too many twins") }
        ordinal += 1
        continue
      }
      if known == digest {
        counts.same += 1
      } else {
        counts.changed += 1
        if mode == .upsert {
          try removal.remove(change)
          break
        }
      }
      met.insert(change)
      memory.note(id, own, ordinal)
      return
    }
    memory.note(id, own, ordinal)
    facts.nextChange = try encoder.encode(
      sample, change: facts.nextChange, ordinal: ordinal, digest: digest)
  }

  /// The change and the digest of the sample of a key.
  private func look(
    _ id: SampleID, _ ordinal: UInt32
  ) throws(StoreError) -> (change: Int64, digest: UInt64)? {
    find.bind(1, id)
    find.bind(2, Int64(ordinal))
    defer { find.reset() }
    guard try find.step() else { return nil }
    // What is nothing is 0 to SQLite.
    let seal = SampleRow.seal(
      find.integer(2), find.integer(3), find.integer(4), find.integer(5))
    return (find.integer(0), UInt64(bitPattern: find.integer(1) ^ seal))
  }

  func commit() throws(StoreError) -> SaveCounts {
    guard let connection else { throw ended }
    do throws(StoreError) {
      if counts.changed > 0 { try removal.finish() }
      if let info {
        facts.set(info)
        try info.writeCharacteristics(connection)
      }
      try Deletion.forgetOld(now: Int64(time(nil)), connection, &facts)
      if try facts.sealed(connection) != known { try facts.write(connection) }
      try store.checkPlace(of: connection)
      try connection.run("COMMIT")
    } catch {
      end()
      throw error
    }
    end()
    counts.gone = before - counts.same - counts.changed
    return counts
  }

  func rollBack() { end() }

  /// Gives the connection back, and takes back what was not committed.
  private func end() {
    guard let connection else { return }
    self.connection = nil
    connection.rollBack()
    try? connection.run("PRAGMA cache_size = -\(Connection.pageCache)")
    store.giveBack(connection)
  }

  private var ended: StoreError {
    StoreError(.failed, store.name, "the load has ended, nothing more can be saved")
  }
}

/// Where the search for a free ordinal ended for identities that were met lately, so that the next of many twins
/// need not begin at the first. Of fixed size: who is forgotten begins anew.
private struct TwinMemory {
  private struct Slot {
    var id: SampleID
    var own: UInt32
    var last: UInt32
  }

  private var slots = [Slot?](repeating: nil, count: 1 << 12)

  private static func place(_ id: SampleID) -> Int {
    Int(truncatingIfNeeded: id.high) & (1 << 12 - 1)
  }

  /// The first ordinal that may be free.
  func first(_ id: SampleID, _ own: UInt32) -> UInt32 {
    guard let slot = slots[Self.place(id)], slot.id == id, slot.own == own, slot.last < .max else {
      return own
    }
    return slot.last + 1
  }

  /// Notes which ordinal was taken.
  mutating func note(_ id: SampleID, _ own: UInt32, _ ordinal: UInt32) {
    slots[Self.place(id)] = Slot(id: id, own: own, last: ordinal)
  }
}
