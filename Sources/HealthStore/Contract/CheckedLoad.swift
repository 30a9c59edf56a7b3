import HealthBytes
import HealthModel
import HealthValidation
import Synchronization

/// Whether samples are held to the rules before they are saved.
public enum SavingCheck: Sendable {
  /// A sample in which a rule finds an error is refused, and with it all that are saved together.
  case rules
  /// Every sample is saved: for what was read from a file, which has to be preserved as it is.
  case unchecked
}

/// A load that refuses samples in which a rule finds an error.
final class CheckedLoad: StoreLoad {
  private let load: any StoreLoad
  private let store: String
  private let validator = Mutex(SampleValidator())

  init(_ load: any StoreLoad, of store: String) {
    self.load = load
    self.store = store
  }

  var hasThread: Bool { load.hasThread }

  func describe(_ info: DatasetInfo) throws(StoreError) { try load.describe(info) }

  func save(_ samples: [Sample]) throws(StoreError) {
    let fault = validator.withLock { validator -> (index: Int, error: InvalidSampleError)? in
      for (index, sample) in samples.enumerated() {
        do throws(InvalidSampleError) { try validator.validate(sample) } catch {
          return (index, error)
        }
      }
      return nil
    }
    if let fault {
      throw StoreError(
        .invalid, store, "sample \(fault.index + 1) breaks a rule: \(fault.error)",
        cause: fault.error)
    }
    try load.save(samples)
  }

  func prepare() throws(StoreError) -> String? { try load.prepare() }

  func commit() throws(StoreError) -> SaveCounts { try load.commit() }

  func rollBack() { load.rollBack() }
}
