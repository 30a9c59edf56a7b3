import HealthBytes
import HealthFormats
import HealthModel
import HealthStore
import Synchronization

/// Samples on their way into memory.
final class MemoryLoad: StoreLoad {
  private struct Load {
    var state: MemoryStore.State
    var counts = SaveCounts()
    /// Which keys were met in this load.
    var met: Set<SampleKey> = []
    var isEnded = false
  }

  private let store: MemoryStore
  private let mode: SavingMode
  private let before: Int
  private let load: Mutex<Load>
  private let digester = DigestLock()

  init(_ store: MemoryStore, _ state: MemoryStore.State, _ mode: SavingMode) {
    self.store = store
    self.mode = mode
    before = state.samples.count
    load = Mutex(Load(state: state))
  }

  deinit { rollBack() }

  func describe(_ info: DatasetInfo) throws(StoreError) {
    load.withLock { $0.state.info.update(with: info) }
  }

  func save(_ samples: [Sample]) throws(StoreError) { for sample in samples { add(sample) } }

  private func add(_ sample: Sample) {
    load.withLock { load in
      var key = SampleKey(sample)
      while !load.met.insert(key).inserted {
        key = SampleKey(id: key.id, ordinal: key.ordinal + 1)
      }
      var sample = sample
      sample.ordinal = key.ordinal
      if let index = load.state.samples.firstIndex(where: { $0.key == key }) {
        guard digester.total(load.state.samples[index].sample) != digester.total(sample) else {
          load.counts.same += 1
          return
        }
        load.counts.changed += 1
        if mode == .append { return }
        load.state.samples.remove(at: index)
      } else {
        load.counts.new += 1
      }
      load.state.lastChange += 1
      load.state.samples.append(
        MemoryStore.Saved(change: load.state.lastChange, key: key, sample: sample))
    }
  }

  func commit() throws(StoreError) -> SaveCounts {
    load.withLock { load in
      load.isEnded = true
      load.counts.gone = before - load.counts.same - load.counts.changed
      load.state.isBeingSaved = false
      store.state.withLock { $0 = load.state }
      return load.counts
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

/// What hashes samples, for one thread at a time.
private final class DigestLock: Sendable {
  private let lock = Mutex(())

  func total(_ sample: Sample) -> UInt64 {
    lock.withLock { _ in SampleDigester(.saved).total(sample) }
  }
}
