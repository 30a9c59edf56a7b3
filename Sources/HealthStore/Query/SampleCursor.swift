public import HealthModel

/// A type that supplies the samples of a store, one at a time.
///
/// Pull until `next()` gives `nil`. Memory does not grow with the store. One thread at a time may use it.
public protocol SampleCursor: AnyObject {
  /// The next sample; `nil` at the end and after it. Its ordinal is that of its key.
  func next() throws(StoreError) -> Sample?

  /// The key of the sample that `next()` gave last; `nil` before that, at the end, and for a nested sample, which is
  /// saved and deleted with what holds it.
  var key: SampleKey? { get }
}

extension SampleCursor {
  /// All that are left, in memory.
  public func all() throws(StoreError) -> [Sample] {
    var samples: [Sample] = []
    while let sample = try next() { samples.append(sample) }
    return samples
  }
}

/// What samples have in common, and how many have it.
public struct DescriptorCount: Sendable, Equatable {
  /// What they have in common.
  public let descriptor: SampleDescriptor
  /// Their kind.
  public let kind: SampleKind
  /// How many there are, with nested samples that are not also at top level.
  public let count: Int

  /// Counts samples.
  public init(descriptor: SampleDescriptor, kind: SampleKind, count: Int) {
    self.descriptor = descriptor
    self.kind = kind
    self.count = count
  }
}
