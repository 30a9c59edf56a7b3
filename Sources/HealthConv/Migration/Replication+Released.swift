import HealthErrors
import HealthModel
import HealthStore

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
