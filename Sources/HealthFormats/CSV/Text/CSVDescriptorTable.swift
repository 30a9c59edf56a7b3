import HealthBytes
import HealthModel

/// Keeps the descriptors met last by the cells they were made from, in fixed memory, so that samples alike
/// share one.
struct CSVDescriptorTable {
  private final class Entry {
    let kind: SampleKind
    let type: [UInt8]
    let origin: [UInt8]
    let hasAddress: Bool
    let descriptor: SampleDescriptor

    init(
      kind: SampleKind, type: [UInt8], origin: [UInt8], hasAddress: Bool,
      descriptor: SampleDescriptor
    ) {
      self.kind = kind
      self.type = type
      self.origin = origin
      self.hasAddress = hasAddress
      self.descriptor = descriptor
    }
  }

  private var slots = [Entry?](repeating: nil, count: 1_024)
  /// The longest cells that are kept, in bytes.
  private static let longest = 4_096

  /// The descriptor made from some cells, if it is not cached.
  @inline(__always)
  mutating func descriptor(
    _ kind: SampleKind, type: Range<Int>, origin: Range<Int>, hasAddress: Bool,
    in bytes: Span<UInt8>, make: () -> SampleDescriptor
  ) -> SampleDescriptor {
    let hash =
      ByteScan.hash64(bytes, from: type.lowerBound, to: type.upperBound) &* 31
      ^ ByteScan.hash64(bytes, from: origin.lowerBound, to: origin.upperBound)
    let slot = Int(truncatingIfNeeded: hash & 1_023)
    if let entry = slots[slot], entry.kind == kind, entry.hasAddress == hasAddress,
      entry.type.count == type.count, entry.origin.count == origin.count,
      ByteScan.equal(bytes, at: type.lowerBound, to: entry.type),
      ByteScan.equal(bytes, at: origin.lowerBound, to: entry.origin)
    {
      return entry.descriptor
    }
    let descriptor = make()
    if type.count &+ origin.count <= Self.longest {
      slots[slot] = Entry(
        kind: kind, type: type.map { bytes[$0] }, origin: origin.map { bytes[$0] },
        hasAddress: hasAddress, descriptor: descriptor)
    }
    return descriptor
  }
}
