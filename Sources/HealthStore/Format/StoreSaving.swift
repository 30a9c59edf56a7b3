import HealthBytes
import HealthFormats
import HealthModel

/// A load that is filled by a thread of its own, a batch of samples after another.
final class StoreSaving {
  let load: any StoreLoad
  private let worker: Worker<[Sample]>
  private let name: String

  init(_ store: any HealthStore, _ mode: SavingMode) throws(StoreError) {
    let load = try store.beginSaving(mode)
    self.load = load
    name = store.name
    do throws(ByteError) {
      worker = try Worker { samples in for sample in samples { try load.save(sample) } }
    } catch { throw StoreError(.failed, store.name, error.message) }
  }

  deinit { try? worker.finish() }

  /// Hands samples over.
  func save(_ samples: [Sample]) throws(StoreError) {
    do { try worker.send(samples) } catch { throw stated(error) }
  }

  /// Waits until all that were handed over are saved.
  func finish() throws(StoreError) {
    do { try worker.finish() } catch { throw stated(error) }
  }

  /// Only a load's errors come from the thread.
  private func stated(_ error: any Error) -> StoreError {
    error as? StoreError ?? StoreError(.failed, name, "saving failed")
  }
}
