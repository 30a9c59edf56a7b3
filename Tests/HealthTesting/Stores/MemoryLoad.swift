import HealthBytes
import HealthFormats
import HealthModel
import HealthStore
import Synchronization

/// Samples on their way into memory. They are matched when all are there.
final class MemoryLoad: StoreLoad {
  private struct Load {
    var state: MemoryStore.State
    var samples: [Sample] = []
    var isEnded = false
  }

  private let store: MemoryStore
  private let mode: SavingMode
  private let load: Mutex<Load>

  init(_ store: MemoryStore, _ state: MemoryStore.State, _ mode: SavingMode) {
    self.store = store
    self.mode = mode
    load = Mutex(Load(state: state))
  }

  deinit { rollBack() }

  func describe(_ info: DatasetInfo) throws(HealthError) {
    load.withLock { $0.state.info.update(with: info) }
  }

  func save(_ samples: [Sample]) throws(HealthError) { load.withLock { $0.samples += samples } }

  func commit() throws(HealthError) -> SaveCounts {
    load.withLock { load in
      var matching = MemoryMatching(load.state, mode)
      let counts = matching.match(load.samples)
      load.isEnded = true
      load.state = matching.state
      load.state.isBeingSaved = false
      load.state.link()
      store.state.withLock { $0 = load.state }
      return counts
    }
  }

  func rollBack() {
    load.withLock { load in
      if load.isEnded { return }
      load.isEnded = true
      store.state.withLock { $0.isBeingSaved = false }
    }
  }
}

/// Matches the samples of a load with those of a store in memory.
private struct MemoryMatching {
  var state: MemoryStore.State
  private let mode: SavingMode
  private let digester = SampleDigester(.saved)
  private var counts = SaveCounts()
  /// What to do with the samples of the load, whose changes are their places.
  private var decisions: [SaveDecision?] = []
  /// The stored samples that have a partner, by their changes.
  private var met: Set<Int64> = []

  init(_ state: MemoryStore.State, _ mode: SavingMode) {
    self.state = state
    self.mode = mode
  }

  mutating func match(_ samples: [Sample]) -> SaveCounts {
    let before = state.samples.count
    decisions = samples.map { _ in nil }
    for (id, places) in Dictionary(grouping: samples.indices, by: { samples[$0].id }) {
      let stored = state.samples.filter { $0.key.id == id }.map { ($0.change, $0.sample) }
      let new = places.map { (Int64($0), samples[$0]) }
      if new[0].1.syncVersion == nil { match(new, stored) } else { match(new, stored.first) }
    }
    for (sample, decision) in zip(samples, decisions) {
      if let decision { store(sample, decision) }
    }
    counts.gone = before - met.count
    return counts
  }

  private mutating func match(_ new: [(Int64, Sample)], _ stored: [(Int64, Sample)]) {
    let side = { [digester] (samples: [(Int64, Sample)]) in
      ListedSamples(
        samples.map {
          (SortKey($1.id, content: digester.total($1)), SavedChange($0, $1.header?.uuid))
        })
    }
    var matching = SaveMatching(side(stored), side(new), mode)
    while let decision = matching.next() { record(decision) }
  }

  private mutating func match(_ versions: [(Int64, Sample)], _ stored: (Int64, Sample)?) {
    let version = { [digester] (change: Int64, sample: Sample) in
      VersionMatching.Version(
        change: change, digest: digester.total(sample),
        number: sample.syncVersion ?? SyncVersion(nil))
    }
    var matching = VersionMatching(mode, stored: stored.map(version))
    for (change, sample) in versions {
      if let decision = matching.add(version(change, sample)) { record(decision) }
    }
    if let decision = matching.finish() { record(decision) }
  }

  private mutating func record(_ decision: SaveDecision) {
    decisions[Int(decision.change)] = decision
    if let stored = decision.stored { met.insert(stored) }
  }

  private mutating func store(_ sample: Sample, _ decision: SaveDecision) {
    let type = sample.header?.descriptor.type.identifier ?? "unknown"
    var sample = sample
    switch (decision.verdict, decision.stored) {
    case (.same, _):
      counts.same += 1
      return
    case (.kept, _): return counts.add(kept: 1, of: type)
    case (.saved, let stored?):
      counts.add(replaced: 1, of: type)
      guard let index = state.samples.firstIndex(where: { $0.change == stored }) else { return }
      sample.ordinal = state.samples.remove(at: index).key.ordinal
    case (.saved, nil):
      counts.new += 1
      var key = SampleKey(sample)
      let isVersion = sample.syncVersion != nil
      if isVersion { key = SampleKey(id: key.id) }
      while state.samples.contains(where: { $0.key == key }) {
        key = SampleKey(id: key.id, ordinal: key.ordinal + 1)
      }
      sample.ordinal = key.ordinal
    }
    state.lastChange += 1
    state.samples.append(
      MemoryStore.Saved(change: state.lastChange, key: SampleKey(sample), sample: sample))
  }
}
