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
  /// What to do with the samples of the load, by index.
  private var outcomes: [Outcome] = []
  /// The stored samples that have a partner, by their changes.
  private var met: Set<Int64> = []

  private enum Outcome: Equatable {
    case new
    case same
    case kept
    /// Takes the place of the sample of a change.
    case replaces(Int64)
  }

  init(_ state: MemoryStore.State, _ mode: SavingMode) {
    self.state = state
    self.mode = mode
  }

  mutating func match(_ samples: [Sample]) -> SaveCounts {
    let before = state.samples.count
    outcomes = samples.map { _ in .new }
    for (id, places) in Dictionary(grouping: samples.indices, by: { samples[$0].id }) {
      let stored = state.samples.filter { $0.key.id == id }
      if samples[places[0]].syncVersion != nil {
        settle(versions: places, of: samples, stored.first)
      } else if mode == .add {
        settle(added: places, of: samples, stored)
      } else {
        settle(places, of: samples, stored)
      }
    }
    for (sample, outcome) in zip(samples, outcomes) { store(sample, outcome) }
    counts.gone = before - met.count
    return counts
  }

  private mutating func settle(
    _ places: [Int], of samples: [Sample], _ stored: [MemoryStore.Saved]
  ) {
    let match = IdentityMatch(
      places.map { digester.total(samples[$0]) }, in: stored.map { digester.total($0.sample) })
    for (place, equal) in zip(places, match.equals) {
      guard let equal else { continue }
      outcomes[place] = .same
      met.insert(stored[equal].change)
    }
    guard let change = match.change else { return }
    outcomes[places[change.new]] = mode == .append ? .kept : .replaces(stored[change.old].change)
    met.insert(stored[change.old].change)
  }

  private mutating func settle(
    added places: [Int], of samples: [Sample], _ stored: [MemoryStore.Saved]
  ) {
    var known: Set<UInt64> = []
    for place in places {
      let digest = digester.total(samples[place])
      if let equal = stored.first(where: { digester.total($0.sample) == digest }) {
        met.insert(equal.change)
        outcomes[place] = .same
      } else if !known.insert(digest).inserted {
        outcomes[place] = .same
      }
    }
  }

  /// Of versions the highest stays, of equal ones the first; but the stored one is replaced by one of the same version
  /// if requested.
  private mutating func settle(
    versions places: [Int], of samples: [Sample], _ stored: MemoryStore.Saved?
  ) {
    let highest = places.reduce(places[0]) { best, place in
      guard let a = samples[best].syncVersion, let b = samples[place].syncVersion else {
        return best
      }
      return b > a ? place : best
    }
    let digest = digester.total(samples[highest])
    for place in places where place != highest {
      outcomes[place] = digester.total(samples[place]) == digest ? .same : .kept
    }
    guard let stored else { return }
    met.insert(stored.change)
    let (old, new) = (stored.sample.syncVersion, samples[highest].syncVersion)
    if digest == digester.total(stored.sample) {
      outcomes[highest] = .same
    } else if let old, let new, mode != .append, new > old || (new == old && mode == .upsert) {
      outcomes[highest] = .replaces(stored.change)
    } else {
      outcomes[highest] = .kept
    }
  }

  private mutating func store(_ sample: Sample, _ outcome: Outcome) {
    let type = sample.header?.descriptor.type.identifier ?? "unknown"
    var sample = sample
    switch outcome {
    case .same:
      counts.same += 1
      return
    case .kept: return counts.add(kept: 1, of: type)
    case .replaces(let change):
      counts.add(replaced: 1, of: type)
      guard let index = state.samples.firstIndex(where: { $0.change == change }) else { return }
      sample.ordinal = state.samples.remove(at: index).key.ordinal
    case .new:
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
