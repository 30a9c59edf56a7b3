import HealthBytes
import HealthFormats
import HealthModel

/// Samples on their way to a load.
struct StoreBatch: Sendable {
  var samples: [Sample] = []
  /// The digest of each sample; none if the load makes them.
  var digests: [UInt64] = []

  /// Makes the digests that are missing.
  mutating func addDigests(_ digester: SampleDigester) {
    let samples = samples
    for index in digests.count..<samples.count { digests.append(digester.total(samples[index])) }
  }

  /// Saves the samples.
  func save(to load: any StoreLoad) throws(StoreError) {
    if digests.count == samples.count, let load = load as? any DigestedLoad {
      try load.save(samples, digests: digests)
    } else {
      try load.save(samples)
    }
  }
}

/// A load that is filled a batch of samples after another, by a thread of its own if the load has none.
final class StoreSaving {
  let load: any StoreLoad
  private let worker: Worker<StoreBatch>?
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
      worker = load.hasThread ? nil : try Worker { batch in try batch.save(to: load) }
    } catch { throw StoreError(.failed, store.name, error.message, cause: error) }
  }

  deinit { try? worker?.finish() }

  /// Hands samples over.
  func save(_ batch: StoreBatch) throws(StoreError) {
    guard let worker else { return try batch.save(to: load) }
    do { try worker.send(batch) } catch { throw storeError(error) }
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
