public import HealthBytes
public import HealthModel
public import HealthValidation
import Synchronization

/// Samples to be written to a store: all of them, or none.
///
/// One thread at a time may use it.
public protocol StoreLoad: AnyObject, Sendable {
  /// Saves the facts of a dataset. Facts that it does not state are unchanged in the store.
  func describe(_ info: DatasetInfo) throws(HealthError)

  /// Saves samples, permanently when the load is committed. Many at once cost less than one after another.
  ///
  /// The load's `SavingMode` determines how these are matched with the samples of the store. Of two samples with one
  /// key that are both stored, the second gets the next ordinal that is free.
  ///
  /// - Throws: `HealthError`: after it nothing more can be saved. An error may be thrown by a later call, at the latest
  ///   by ``commit()``.
  func save(_ samples: [Sample]) throws(HealthError)

  /// Does all work that is possible before ``commit()``. Nothing more can be saved afterwards.
  ///
  /// - Returns: The location at which everything that was saved can be read as a store, until the commit; `nil` where
  ///   it cannot be read as a store.
  func prepare() throws(HealthError) -> String?

  /// The samples of the store as they will be after ``commit()``, for a load that ``prepare()`` gave no location for. They
  /// must be read before.
  ///
  /// - Returns: All samples; `nil` if they cannot be read before.
  func samples() throws(HealthError) -> (any SampleCursor)?

  /// Makes everything that was saved part of the store, safe against a cut of power.
  ///
  /// - Returns: How many were new, the same, changed, and how many of the store were not among them.
  func commit() throws(HealthError) -> SaveCounts

  /// Whether the load does its slow work on a thread of its own, so that the caller needs no other.
  var hasThread: Bool { get }

  /// Ends the load without changing the store, as also happens when the load is dropped or the program dies.
  func rollBack()
}

/// A load that takes digests which other threads have made.
package protocol DigestedLoad: StoreLoad {
  /// Saves samples.
  ///
  /// - Parameter digests: For each sample the digest of fidelity `saved`.
  func save(_ samples: [Sample], digests: [UInt64]) throws(HealthError)
}

extension StoreLoad {
  /// Most have none.
  public var hasThread: Bool { false }

  /// Does nothing: only a new file can be read before.
  public func prepare() throws(HealthError) -> String? { nil }

  /// They cannot be read before.
  public func samples() throws(HealthError) -> (any SampleCursor)? { nil }

  /// Saves a sample, as ``save(_:)-([Sample])`` does.
  public func save(_ sample: Sample) throws(HealthError) { try save([sample]) }
}

/// Whether samples are held to the rules before they are saved.
public enum SavingCheck: Sendable {
  /// A sample that does not keep the rules for samples that are built in code is refused, and with it all that are saved
  /// together.
  case rules
  /// As ``rules``, but for what is allowed.
  case rulesAllowing(Sample.Allowance)
  /// Every sample is saved: for samples read from a file, which must be preserved unchanged.
  case unchecked
}

/// A load that refuses samples that do not keep the rules.
final class CheckedLoad: StoreLoad {
  private let load: any StoreLoad
  private let store: String
  private let validator: Mutex<SampleValidator>

  init(_ load: any StoreLoad, of store: String, allowing allowance: Sample.Allowance) {
    self.load = load
    self.store = store
    validator = Mutex(SampleValidator(allowing: allowance))
  }

  var hasThread: Bool { load.hasThread }

  func describe(_ info: DatasetInfo) throws(HealthError) { try load.describe(info) }

  func save(_ samples: [Sample]) throws(HealthError) {
    let fault = validator.withLock { validator -> (index: Int, error: InvalidSampleError)? in
      for (index, sample) in samples.enumerated() {
        do throws(InvalidSampleError) { try validator.validate(sample) } catch {
          return (index, error)
        }
      }
      return nil
    }
    if let fault {
      throw HealthError(
        .invalid, store, "sample \(fault.index + 1) breaks a rule: \(fault.error)",
        cause: fault.error)
    }
    try load.save(samples)
  }

  func prepare() throws(HealthError) -> String? { try load.prepare() }

  func commit() throws(HealthError) -> SaveCounts { try load.commit() }

  func rollBack() { load.rollBack() }
}
