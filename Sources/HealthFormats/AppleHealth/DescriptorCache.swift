import HealthBytes
import HealthModel

/// The descriptors met last, found by the bytes of the attributes that make them.
///
/// Keys are bytes as they stand in the file, escapes and all, and are always compared whole. The memory
/// is fixed: a file with a new source in every record makes descriptors and forgets them.
struct DescriptorCache {
  /// The attributes of a record that make its descriptor, as ranges of the bytes at hand.
  struct Key {
    var type = 0..<0
    var unit: Range<Int>?
    var sourceName: Range<Int>?
    var sourceVersion: Range<Int>?
    /// What follows the address in the device's text, or all of it where it has none.
    var device: Range<Int>?
    /// Whether the record is a quantity: for types whose name does not tell.
    var isQuantity = true
  }

  /// A descriptor with what its records are asked for again and again.
  struct Entry {
    let descriptor: SampleDescriptor
    let isQuantity: Bool
    /// Whether such records can also stand in a correlation.
    let canBeMember: Bool
    fileprivate let hash: UInt64
    fileprivate let parts: [[UInt8]?]
  }

  private var slots: [Entry?]
  private static let size = 4_096
  private static let probes = 8

  init() {
    slots = Array(repeating: nil, count: Self.size)
  }

  /// The entry of a key, if it was met and not forgotten.
  @inline(__always)
  func index(of key: Key, hash: UInt64, in bytes: Span<UInt8>) -> Int? {
    for probe in 0..<Self.probes {
      let slot = Int(truncatingIfNeeded: hash &+ UInt64(probe)) & (Self.size &- 1)
      guard let entry = slots[slot] else { return nil }
      if entry.hash == hash, Self.matches(entry, key, bytes) { return slot }
    }
    return nil
  }

  subscript(slot: Int) -> Entry? { slots[slot] }

  /// Remembers a descriptor, in place of another if there is no room near its slot.
  mutating func insert(
    _ descriptor: SampleDescriptor, for key: Key, hash: UInt64, in bytes: Span<UInt8>
  ) -> Int {
    let canBeMember =
      if case .quantity(let type) = descriptor.type { type.canBeCorrelationMember } else { false }
    let entry = Entry(
      descriptor: descriptor, isQuantity: key.isQuantity, canBeMember: canBeMember, hash: hash,
      parts: Self.ranges(key).map { range in range.map { Self.copy(bytes, $0) } })
    var slot = Int(truncatingIfNeeded: hash) & (Self.size - 1)
    for probe in 0..<Self.probes {
      let candidate = Int(truncatingIfNeeded: hash &+ UInt64(probe)) & (Self.size - 1)
      if slots[candidate] == nil {
        slot = candidate
        break
      }
    }
    slots[slot] = entry
    return slot
  }

  /// A hash of a key's bytes.
  @inline(__always)
  static func hash(_ key: Key, in bytes: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = key.isQuantity ? 0x9e37_79b9_7f4a_7c15 : 0
    func add(_ range: Range<Int>?) {
      let part =
        range.map { ByteScan.hash64(bytes, from: $0.lowerBound, to: $0.upperBound) } ?? 1
      let product = (hash ^ part).multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
      hash = product.high ^ product.low
    }
    add(key.type)
    add(key.unit)
    add(key.sourceName)
    add(key.sourceVersion)
    add(key.device)
    return hash
  }

  private static func ranges(_ key: Key) -> [Range<Int>?] {
    [key.type, key.unit, key.sourceName, key.sourceVersion, key.device]
  }

  @inline(__always)
  private static func matches(_ entry: Entry, _ key: Key, _ bytes: Span<UInt8>) -> Bool {
    func same(_ part: Int, _ range: Range<Int>?) -> Bool {
      switch (entry.parts[part], range) {
      case (nil, nil): true
      case (let known?, let range?):
        known.count == range.count && ByteScan.equal(bytes, at: range.lowerBound, to: known)
      default: false
      }
    }
    return entry.isQuantity == key.isQuantity && same(4, key.device) && same(2, key.sourceName)
      && same(3, key.sourceVersion) && same(1, key.unit) && same(0, key.type)
  }

  private static func copy(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    range.map { bytes[$0] }
  }
}
