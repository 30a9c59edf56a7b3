// An existing store is changed in one transaction of its write-ahead log; each sample is looked up by its identity. A
// sample that is not found, but whose identity is there, is inserted, and matched after all were read
// (`DeferredMatching`, on the disk), as PostgreSQL matches staged rows. Staging them costs SQLite too much: to copy
// only the table `sample` into a temporary one takes 0.9 s of CPU for each million of rows, without making these, where
// the whole load of a new store takes 2 s; and a load mostly has what the store has. The indexes for that (identity,
// users of metadata) cost as much as the load itself, so the first load into an existing store creates them; a program
// that only loads once, queries and deletes does not pay for them. Without them, samples are found by key with one scan
// of the table (half a second of CPU for ten million), for any number of keys. A deletion of many samples drops the
// index of identities instead of removing them one by one from different pages. Each sample row states which tables
// have parts of it, so a deletion visits only these.
//
// A predicate is looked up by series (type, unit, source, device) and start; the changes found are stored as bits,
// and the rows are read in runs of these, in the order of the file. To count samples by start alone, only rows near
// the bounds are decoded (`SampleCount`). Each query has its own connection and read transaction.

import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// Saves into a store that is in use: one transaction, in which each sample is looked up by its identity.
///
/// A sample that equals a stored one is the same and needs no further work. One whose identity is not stored is new. Any other is
/// inserted, and remembered until all were seen: what it is depends on which samples of its identity are left without
/// an equal then (``DeferredMatching``).
final class ChangingLoad: DigestedLoad, InboxLoad, @unchecked Sendable {
  private let store: SQLiteStore
  private let mode: SavingMode
  private var connection: Connection?
  private var encoder: RowEncoder
  private let lookup: IdentityLookup
  private let removal: SampleRemoval
  private let stored: StoredSamples
  private let known: StoreFacts
  private var facts: StoreFacts
  private var info: DatasetInfo?
  /// The first change of this load: a row that has it or a later one was inserted by it.
  private let first: Int64
  /// The stored samples that are matched with samples of this load.
  private var matched = ChangeSet()
  private var matchedCount = 0
  /// The stored samples with a sync identifier that are in this load unchanged.
  private var metVersions = ChangeSet()
  private var deferred: DeferredMatching?
  /// How many rows were inserted by this load and are still there.
  private var inserted = 0
  private let before: Int
  private var counts = SaveCounts()

  init(
    _ store: SQLiteStore, _ connection: Connection, _ mode: SavingMode
  ) throws(HealthError) {
    self.store = store
    self.mode = mode
    do throws(HealthError) {
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
      lookup = try IdentityLookup(connection)
      stored = StoredSamples(connection)
    } catch {
      store.release(connection)
      throw error
    }
    encoder = RowEncoder(RowWriter(connection))
    self.connection = connection
  }

  deinit { end() }

  func describe(_ info: DatasetInfo) throws(HealthError) {
    guard let connection else { throw ended }
    var united = if let info = self.info { info } else { try DatasetInfo(facts, connection) }
    united.update(with: info)
    self.info = united
  }

  func save(_ samples: [Sample]) throws(HealthError) {
    try save(samples, digests: samples.map { encoder.digest($0) })
  }

  func save(_ samples: [Sample], digests: [UInt64]) throws(HealthError) {
    guard connection != nil else { throw ended }
    do throws(HealthError) {
      for (sample, digest) in zip(samples, digests) { try saveOne(sample, digest) }
    } catch {
      end()
      throw error
    }
  }

  /// Saves a sample, if it is not there already.
  private func saveOne(_ sample: Sample, _ digest: UInt64) throws(HealthError) {
    let id = sample.id
    if let version = sample.syncVersion { return try saveVersion(sample, id, digest, version) }
    // Nearly every sample that is stored has the ordinal of its equal.
    if sample.ordinal > 0, mode != .add, let row = try lookup.row(id, sample.ordinal),
      isEqual(row, to: digest)
    {
      return countSame(row.change)
    }
    var isKnown = false
    var equal: Int64?
    try lookup.rows(id) { row in
      isKnown = true
      if isEqual(row, to: digest) { equal = row.change }
      return equal == nil
    }
    if let equal { return countSame(equal) }
    try insert(sample, sample.ordinal, digest)
    counts.new += 1
    if isKnown {
      if deferred == nil {
        deferred = try DeferredMatching(connectionInUse(), lookup, first: first)
      }
      try deferred?.add(id)
    }
  }

  /// Whether a row is an equal that has no partner yet; in a set, whether it is an equal.
  private func isEqual(_ row: IdentityLookup.Row, to digest: UInt64) -> Bool {
    guard row.digest == digest else { return false }
    return mode == .add || (row.change < first && !matched.contains(row.change))
  }

  private func countSame(_ change: Int64) {
    counts.same += 1
    markMatched(change)
  }

  /// Records that a stored sample has an equal or a version in this load.
  private func markMatched(_ change: Int64) {
    guard change < first, !matched.contains(change) else { return }
    matched.insert(change)
    matchedCount += 1
  }

  private func insert(
    _ sample: Sample, _ ordinal: UInt32, _ digest: UInt64
  ) throws(HealthError) {
    facts.nextChange = try encoder.encode(
      sample, change: facts.nextChange, ordinal: ordinal, digest: digest)
    inserted += 1
  }

  private func remove(_ change: Int64) throws(HealthError) {
    try removal.remove(change)
    if change >= first { inserted -= 1 }
  }

  /// Saves a sample that has a sync identifier, unless the store or this load has a version of it that stays.
  private func saveVersion(
    _ sample: Sample, _ id: SampleID, _ digest: UInt64, _ version: SyncVersion
  ) throws(HealthError) {
    var found: IdentityLookup.Row?
    try lookup.rows(id) { row in
      found = row
      return false
    }
    guard let row = found else {
      try insert(sample, 0, digest)
      counts.new += 1
      return
    }
    let isOurs = row.change >= first
    let old = VersionMatching.Version(
      change: row.change, digest: row.digest,
      number: row.digest == digest
        ? version : try stored.version(of: row.change) ?? SyncVersion(nil))
    var matching = VersionMatching(
      mode, stored: isOurs ? nil : old, isStoredMet: metVersions.contains(row.change),
      best: isOurs ? old : nil)
    let new = VersionMatching.Version(change: facts.nextChange, digest: digest, number: version)
    let decision = matching.add(new)
    markMatched(row.change)
    if let decision, decision.change == new.change {
      guard decision.verdict == .same else {
        return counts.add(kept: 1, of: sample.typeIdentifier)
      }
      counts.same += 1
      if !isOurs { metVersions.insert(row.change) }
      return
    }
    try remove(row.change)
    try insert(sample, row.ordinal, digest)
    // What was inserted before by this load is counted already.
    counts.add(replaced: isOurs ? 0 : 1, kept: isOurs ? 1 : 0, of: sample.typeIdentifier)
  }

  func commit() throws(HealthError) -> SaveCounts {
    try commit { (_) throws(HealthError) in }
    return counts
  }

  func commit(_ file: InboxFile, _ times: InboxTimes) throws(HealthError) -> InboxFile {
    var file = file
    try commit { (connection) throws(HealthError) in
      let superseded = try AggregateSearch(connection).superseded(by: times)
      var stored = ChangeSet()
      for change in superseded {
        if change < first { stored.insert(change) } else { try remove(change) }
      }
      let deletion = try Deletion(connection, in: (facts, removal))
      try deletion.delete(stored)
      facts.nextChange = deletion.nextChange
      file.count(counts, superseded: (superseded.count - stored.count, stored.count))
      try file.write(connection)
    }
    return file
  }

  /// Commits what was saved and what `completion` changes after that.
  private func commit(
    _ completion: (Connection) throws(HealthError) -> Void
  ) throws(HealthError) {
    guard let connection else { throw ended }
    do throws(HealthError) {
      try matchDeferred()
      // Where nothing is left of what was inserted, no change was made.
      if inserted == 0 { facts.nextChange = first }
      try completion(connection)
      try removal.finish()
      try encoder.checkText(connection.size())
      if let info {
        facts.set(info)
        try info.writeCharacteristics(connection)
      }
      try Deletion.forgetOld(now: SystemClock.secondsSince1970, connection, &facts)
      if try facts.withDigest(connection) != known { try facts.write(connection) }
      try store.checkPlace(of: connection)
      try connection.run("COMMIT")
    } catch {
      end()
      throw error
    }
    end()
    counts.gone = before - matchedCount
  }

  /// Matches what was inserted without knowing whether it is new.
  private func matchDeferred() throws(HealthError) {
    guard let deferred = deferred.take() else { return }
    try deferred.match(mode, { mode != .add && matched.contains($0) }) {
      (decision) throws(HealthError) in
      guard let stored = decision.stored else {
        guard decision.verdict == .same else { return false }
        counts.new -= 1
        counts.same += 1
        try remove(decision.change)
        return false
      }
      counts.new -= 1
      markMatched(stored)
      switch decision.verdict {
      case .same:
        counts.same += 1
        try remove(decision.change)
      case .kept:
        counts.add(kept: 1, of: try self.stored.type(of: stored))
        try remove(decision.change)
      case .saved:
        counts.add(replaced: 1, of: try self.stored.type(of: stored))
        let ordinal = try lookup.ordinal(of: stored)
        try remove(stored)
        try lookup.setOrdinal(ordinal, of: decision.change)
        return true
      }
      return false
    }
  }

  func rollBack() { end() }

  /// Returns the connection to the pool, and rolls back what was not committed.
  private func end() {
    guard let connection else { return }
    self.connection = nil
    connection.rollBack()
    try? connection.run("PRAGMA cache_size = -\(Connection.pageCache)")
    store.release(connection)
  }

  private func connectionInUse() throws(HealthError) -> Connection {
    guard let connection else { throw ended }
    return connection
  }

  private var ended: HealthError {
    HealthError(.failed, store.name, "the load has ended, nothing more can be saved")
  }
}
