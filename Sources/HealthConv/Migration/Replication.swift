import HealthBytes
public import HealthErrors
import HealthModel
public import HealthStore

/// Brings one store up to date with another: samples that were added are added, those that were replaced are
/// replaced, those that were deleted are deleted.
///
/// The target stores the anchor of the source up to which it was copied, so that each run reads only the changes since
/// the run before. Each identity that has changed gets the same samples in the target as in the source; the target's other
/// samples are not touched. A run that is interrupted is repeated by the next one. The ledger of loaded files is copied, so that
/// these are not loaded into the target again; grants and answers are not.
///
/// Memory is that of a thousand changes.
public struct Replication {
  /// What a run has done.
  public struct Counts: Sendable, Equatable {
    /// Samples of the source that were saved in the target, or replaced there.
    public internal(set) var saved = 0
    /// Samples that were removed from the target.
    public internal(set) var deleted = 0
    /// Samples that were the same in both.
    public internal(set) var unchanged = 0

    /// Whether there was nothing to copy.
    public var isEmpty: Bool { self == Counts() }
  }

  let source: any SampleStore
  let target: any SampleStore
  /// Called after each step with what was done so far. An error that it throws ends the replication.
  public var onProgress: (Counts) throws(HealthError) -> Void = { _ in }

  static let changesAtOnce = 1_000

  /// A replication.
  ///
  /// - Throws: `HealthError` of code `.usage` if both are the same database.
  public init(of source: any SampleStore, to target: any SampleStore) throws(HealthError) {
    self.source = source
    self.target = target
    if try source.location() == target.location() {
      throw HealthError(.usage, "'\(target.name)' is the source itself; expected another store")
    }
  }

  /// Copies all changes up to now.
  ///
  /// - Throws: `HealthError`: `.expiredAnchor` if the last run was more than 400 days ago, so that deletions are forgotten:
  ///   the target has to be made anew.
  public func run() throws(HealthError) -> Counts {
    if source is ReleasedStore { return try runReleased() }
    var counts = Counts()
    // Read before the changes: all samples of its files are among them.
    let ledger = try (source as? any InboxStore)?.inboxLedger()
    try copyChanges(&counts)
    try (target as? any InboxStore)?.complete(by: ledger)
    return counts
  }

  private func copyChanges(_ counts: inout Counts) throws(HealthError) {
    let now = try source.anchor()
    let name = "replica of \(now.store)"
    var anchor = try target.anchor(named: name)
    if try target.anchor().change == 0 {
      // Stored before the copy: after an interruption, a target with samples continues here, an empty one begins anew.
      try target.keep(now, as: name)
      try copyAll(&counts)
      anchor = now
    } else if let facts = try? source.info(), try target.info() != facts {
      try describe(facts)
    }
    while true {
      if let anchor, try source.anchor() == anchor { return }
      let found = try source.changes(
        since: anchor, matching: .all, limit: Self.changesAtOnce)
      try copy(found.changes, &counts)
      if found.anchor != anchor { try target.keep(found.anchor, as: name) }
      anchor = found.anchor
      try onProgress(counts)
      if !found.hasMore { return }
    }
  }

  /// Copies everything into a store that is empty, at the speed of a first load.
  private func copyAll(_ counts: inout Counts) throws(HealthError) {
    let load = try target.beginSaving(.upsert, .unchecked)
    try load.describe(try source.info())
    let samples = try source.samples(SampleQuery())
    var batch: [Sample] = []
    while let sample = try samples.next() {
      // A nested sample is saved with the sample that contains it.
      guard samples.key != nil else { continue }
      batch.append(sample)
      counts.saved += 1
      if batch.count == Self.changesAtOnce {
        try load.save(batch)
        batch = []
        try onProgress(counts)
      }
    }
    try load.save(batch)
    _ = try load.commit()
  }

  func describe(_ facts: DatasetInfo) throws(HealthError) {
    let load = try target.beginSaving(.upsert, .unchecked)
    try load.describe(facts)
    _ = try load.commit()
  }

  /// Makes the samples of each identity that has changed the same in the target. What the source has now is copied,
  /// which may be later than the changes.
  private func copy(_ changes: [StoreChange], _ counts: inout Counts) throws(HealthError) {
    var seen: Set<SampleID> = []
    var unwanted: [SampleKey] = []
    var wanted: [SampleKey] = []
    for change in changes {
      let key =
        switch change {
        case .added(_, let key): key
        case .deleted(let sample): sample.key
        }
      guard seen.insert(key.id).inserted else { continue }
      let new = try source.keys(of: key.id)
      let old = try target.keys(of: key.id)
      let areSame = new == old ? try areSame(new) : false
      if areSame {
        counts.unchanged += new.count
        continue
      }
      unwanted += old
      wanted += new
      counts.deleted += max(0, old.count - new.count)
    }
    if !unwanted.isEmpty { try target.delete(unwanted) }
    if wanted.isEmpty { return }
    let load = try target.beginSaving(.upsert, .unchecked)
    for key in wanted {
      guard var sample = try source.sample(key) else { continue }
      sample.ordinal = key.ordinal
      try load.save(sample)
      counts.saved += 1
    }
    _ = try load.commit()
  }

  private func areSame(_ keys: [SampleKey]) throws(HealthError) -> Bool {
    for key in keys {
      guard let new = try source.sample(key), let old = try target.sample(key), new == old,
        new.uuid == old.uuid
      else { return false }
    }
    return true
  }
}

extension Replication {
  /// Copies the changes that a policy releases. The target has no identity of the source in it, so samples are found by their
  /// UUIDs, and the source keeps the anchor, under the identity of the target.
  func runReleased() throws(HealthError) -> Counts {
    var counts = Counts()
    var anchor: StoreAnchor?
    let isEmpty = try target.anchor().change == 0
    if !isEmpty { anchor = try source.anchor(named: name()) }
    let isFirst = anchor == nil
    let facts = try source.info()
    let old = try target.info()
    if facts != DatasetInfo(), facts != old { try describe(facts) }
    while true {
      if let anchor, try source.anchor() == anchor { return counts }
      let found = try source.changes(since: anchor, matching: .all, limit: Self.changesAtOnce)
      try save(found.changes, isFirst: isFirst, &counts)
      if found.anchor != anchor { try source.keep(found.anchor, as: name()) }
      anchor = found.anchor
      try onProgress(counts)
      if !found.hasMore { return counts }
    }
  }

  /// The name under which the source stores the anchor of the target. An empty store gets an identity when something is saved.
  private func name() throws(HealthError) -> String { "replica \(try target.anchor().store)" }

  private func save(
    _ changes: [StoreChange], isFirst: Bool, _ counts: inout Counts
  ) throws(HealthError) {
    var wanted: [SampleUUID: Sample] = [:]
    var (unwanted, types) = (Set<SampleUUID>(), Set<String>())
    for change in changes {
      switch change {
      case .added(let sample, _):
        wanted[sample.uuid] = sample
        if !isFirst { types.insert(sample.sampleType?.identifier ?? "") }
      case .deleted(let sample):
        unwanted.insert(sample.uuid)
        types.insert(sample.type)
      }
    }
    var old: [SampleKey] = []
    if !types.isEmpty {
      var query = SampleQuery(.or(types.sorted().map { .type(identifier: $0) }))
      query.findsNested = false
      let stored = try target.samples(query)
      while let sample = try stored.next() {
        guard let key = stored.key, let uuid = sample.header?.uuid else { continue }
        if unwanted.contains(uuid) {
          counts.deleted += 1
          old.append(key)
        } else if let new = wanted[uuid] {
          var sample = sample
          sample.ordinal = 0
          if sample == new {
            counts.unchanged += 1
            wanted[uuid] = nil
          } else {
            old.append(key)
          }
        }
      }
    }
    if !old.isEmpty { try target.delete(old) }
    if wanted.isEmpty { return }
    let load = try target.beginSaving(.upsert, .unchecked)
    // In the order of the changes.
    for case .added(let sample, _) in changes where wanted[sample.uuid] != nil {
      try load.save(sample)
      counts.saved += 1
    }
    _ = try load.commit()
  }
}
