import HealthBytes
import HealthFormats
import HealthModel

/// A load that is filled a batch of samples after another, by a thread of its own if the load has none.
final class StoreSaving {
  let load: any StoreLoad
  private let worker: Worker<[Sample]>?
  private let name: String
  /// How many samples to pass on together: few enough to be still in the cache, or many enough to be worth the way to
  /// another thread.
  let samplesAtOnce: Int

  init(_ store: any SampleStore, _ mode: SavingMode) throws(StoreError) {
    let load = try store.beginLoad(mode)
    self.load = load
    name = store.name
    samplesAtOnce = load.hasThread ? 1 << 6 : 1 << 10
    do throws(ByteError) {
      worker = load.hasThread ? nil : try Worker { samples in try load.save(samples) }
    } catch { throw StoreError(.failed, store.name, error.message, cause: error) }
  }

  deinit { try? worker?.finish() }

  /// Hands samples over.
  func save(_ samples: [Sample]) throws(StoreError) {
    guard let worker else { return try load.save(samples) }
    do { try worker.send(samples) } catch { throw storeError(error) }
  }

  /// Waits until all that were handed over are saved.
  func finish() throws(StoreError) {
    do { try worker?.finish() } catch { throw storeError(error) }
  }

  /// Only a load's errors come from the thread.
  private func storeError(_ error: any Error) -> StoreError {
    error as? StoreError ?? StoreError(.failed, name, "saving failed", cause: error)
  }
}
