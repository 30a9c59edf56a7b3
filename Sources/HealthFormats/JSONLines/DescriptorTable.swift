import HealthBytes
import HealthModel

/// Keeps the descriptors met last by the JSON text they were made from, in fixed memory, so that samples
/// alike share one.
struct DescriptorTable {
  /// The texts a descriptor is made from: type, activity, unit, source, device; empty where absent.
  typealias Texts = [5 of Range<Int>]

  private var slots: [(kind: SampleKind, key: [UInt8], descriptor: SampleDescriptor)?]
  private static let capacity = 1_024
  /// The longest texts that are kept, in bytes.
  private static let longest = 4_096

  init() {
    slots = Array(repeating: nil, count: Self.capacity)
  }

  /// Where a descriptor made from some texts is or would be kept.
  func slot(_ texts: Texts, _ bytes: Span<UInt8>) -> Int {
    var hash: UInt64 = 0
    for index in texts.indices {
      let range = texts[index]
      hash =
        (hash &<< 7 | hash &>> 57)
        ^ ByteScan.hash64(bytes, from: range.lowerBound, to: range.upperBound)
    }
    return Int(truncatingIfNeeded: hash % UInt64(Self.capacity))
  }

  /// The descriptor in a slot, if it was made from the same texts.
  func descriptor(
    _ slot: Int, _ kind: SampleKind, _ texts: Texts, _ bytes: Span<UInt8>
  ) -> SampleDescriptor? {
    guard let entry = slots[slot], entry.kind == kind else { return nil }
    var at = 0
    for index in texts.indices {
      let range = texts[index]
      // A line feed ends each text: no text on one line holds it.
      guard at &+ range.count < entry.key.count, entry.key[at &+ range.count] == 10,
        ByteScan.equal(
          bytes, at: range.lowerBound, to: entry.key.span.extracting(at..<(at &+ range.count)))
      else { return nil }
      at &+= range.count &+ 1
    }
    return entry.descriptor
  }

  /// Keeps a descriptor with the texts it was made from.
  mutating func keep(
    _ descriptor: SampleDescriptor, in slot: Int, _ kind: SampleKind, _ texts: Texts,
    _ bytes: Span<UInt8>
  ) {
    var count = 0
    for index in texts.indices { count += texts[index].count }
    guard count <= Self.longest else { return }
    var key: [UInt8] = []
    for index in texts.indices {
      for place in texts[index] { key.append(bytes[place]) }
      key.append(10)
    }
    slots[slot] = (kind, key, descriptor)
  }
}
