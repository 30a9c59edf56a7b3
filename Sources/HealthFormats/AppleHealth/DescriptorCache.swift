import HealthBytes
import HealthModel

/// The descriptors met last, found by the bytes of the attributes that make them.
///
/// Keys are the bytes of the file, with escapes, and are always compared completely. The memory is fixed: for a file
/// with a new source in every record, descriptors are made and discarded.
struct DescriptorCache {
  /// The attributes of a record that make its descriptor, as ranges of the available bytes.
  struct Key {
    var type = 0..<0
    var unit: Range<Int>?
    var sourceName: Range<Int>?
    var sourceVersion: Range<Int>?
    /// The device's text after the address, or all of it without an address.
    var device: Range<Int>?
    var hasAddress = false
    /// Whether the record is a quantity: for types whose name does not tell.
    var isQuantity = true

    /// Its bytes.
    var count: Int {
      [type, unit, sourceName, sourceVersion, device].reduce(0) { $0 + ($1?.count ?? 0) }
    }
  }

  /// A descriptor with properties that are needed for every record.
  final class Entry {
    let descriptor: SampleDescriptor
    let isQuantity: Bool
    /// Whether such records can also be members of a correlation.
    let canBeNested: Bool
    /// Whether it is kept for later records. Texts of others are not copied, and nothing refers to them when their record
    /// was read.
    let isKept: Bool
    private let hasAddress: Bool
    fileprivate let hash: UInt64
    private let type: [UInt8]
    private let unit: [UInt8]?
    private let sourceName: [UInt8]?
    private let sourceVersion: [UInt8]?
    private let device: [UInt8]?

    init(_ descriptor: SampleDescriptor, _ key: Key, hash: UInt64, _ bytes: Span<UInt8>) {
      let isKept = key.count <= DescriptorCache.longest
      func copy(_ range: Range<Int>?) -> [UInt8]? {
        isKept ? range.map { $0.map { bytes[$0] } } : nil
      }
      self.isKept = isKept
      self.descriptor = descriptor
      self.hash = hash
      isQuantity = key.isQuantity
      hasAddress = key.hasAddress
      canBeNested =
        if case .quantity(let type) = descriptor.type { type.canBeNested } else { false }
      type = copy(key.type) ?? []
      unit = copy(key.unit)
      sourceName = copy(key.sourceName)
      sourceVersion = copy(key.sourceVersion)
      device = copy(key.device)
    }

    @inline(__always)
    fileprivate func matches(_ key: Key, _ bytes: Span<UInt8>) -> Bool {
      isQuantity == key.isQuantity && hasAddress == key.hasAddress
        && Self.same(device, key.device, bytes)
        && Self.same(sourceName, key.sourceName, bytes)
        && Self.same(sourceVersion, key.sourceVersion, bytes)
        && Self.same(unit, key.unit, bytes) && Self.same(type, key.type, bytes)
    }

    @inline(__always)
    private static func same(
      _ known: [UInt8]?, _ range: Range<Int>?, _ bytes: Span<UInt8>
    ) -> Bool {
      guard let range else { return known == nil }
      guard let known else { return false }
      return known.count == range.count && ByteScan.equal(bytes, at: range.lowerBound, to: known)
    }
  }

  private var slots: [Entry?]
  /// The entries found last: records of one type and source follow one another, or take turns with
  /// those of another source.
  private var recent: Entry?
  private var other: Entry?
  private static let size = 4_096
  private static let probes = 8
  /// The longest key that is kept, in bytes.
  private static let longest = 4_096

  init() {
    slots = Array(repeating: nil, count: Self.size)
  }

  /// The entry of a key, if it is in the cache.
  @inline(__always)
  mutating func entry(of key: Key, in bytes: Span<UInt8>) -> Entry? {
    if let recent, recent.matches(key, bytes) { return recent }
    return olderEntry(of: key, in: bytes)
  }

  @inline(never)
  private mutating func olderEntry(of key: Key, in bytes: Span<UInt8>) -> Entry? {
    swap(&recent, &other)
    if let recent, recent.matches(key, bytes) { return recent }
    let hash = Self.hash(key, in: bytes)
    for probe in 0..<Self.probes {
      let slot = Int(truncatingIfNeeded: hash &+ UInt64(probe)) & (Self.size &- 1)
      guard let entry = slots[slot] else { return nil }
      if entry.hash == hash, entry.matches(key, bytes) {
        recent = entry
        return entry
      }
    }
    return nil
  }

  /// Remembers a descriptor, in place of another if there is no room near its slot.
  mutating func insert(
    _ descriptor: SampleDescriptor, for key: Key, in bytes: Span<UInt8>
  ) -> Entry {
    let hash = Self.hash(key, in: bytes)
    let entry = Entry(descriptor, key, hash: hash, bytes)
    guard entry.isKept else { return entry }
    let candidates = (0..<Self.probes).map {
      Int(truncatingIfNeeded: hash &+ UInt64($0)) & (Self.size - 1)
    }
    slots[candidates.first { slots[$0] == nil } ?? candidates[0]] = entry
    recent = entry
    return entry
  }

  private static func hash(_ key: Key, in bytes: Span<UInt8>) -> UInt64 {
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
}
