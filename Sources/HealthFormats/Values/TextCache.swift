import HealthBytes
import HealthModel

/// Values made from short texts that come again and again: metadata keys, category values.
///
/// A cache of fixed size, keyed by the bytes of the file, which are always compared completely.
struct TextCache<Value> {
  private var slots: [(bytes: [UInt8], value: Value)?]
  private static var size: Int { 512 }
  /// The longest text that is kept, in bytes: a longer one would not be met again.
  private static var longest: Int { 1_024 }

  init() {
    slots = Array(repeating: nil, count: Self.size)
  }

  /// The value of a text, made if it is not cached.
  @inline(__always)
  mutating func value(
    _ range: Range<Int>, in bytes: Span<UInt8>, make: () -> Value
  ) -> Value {
    let slot = Self.slot(range, bytes)
    if let value = value(slot, range, bytes) { return value }
    let value = make()
    keep(value, slot, range, bytes)
    return value
  }

  /// The cached value of a text.
  @inline(__always)
  func value(_ range: Range<Int>, in bytes: Span<UInt8>) -> Value? {
    value(Self.slot(range, bytes), range, bytes)
  }

  mutating func keep(_ value: Value, for range: Range<Int>, in bytes: Span<UInt8>) {
    keep(value, Self.slot(range, bytes), range, bytes)
  }

  @inline(__always)
  private static func slot(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Int {
    let hash = ByteScan.hash64(bytes, from: range.lowerBound, to: range.upperBound)
    return Int(truncatingIfNeeded: hash) & (size &- 1)
  }

  @inline(__always)
  private func value(_ slot: Int, _ range: Range<Int>, _ bytes: Span<UInt8>) -> Value? {
    guard let entry = slots[slot], entry.bytes.count == range.count,
      ByteScan.equal(bytes, at: range.lowerBound, to: entry.bytes)
    else { return nil }
    return entry.value
  }

  private mutating func keep(
    _ value: Value, _ slot: Int, _ range: Range<Int>, _ bytes: Span<UInt8>
  ) {
    guard range.count <= Self.longest else { return }
    slots[slot] = (range.map { bytes[$0] }, value)
  }
}

/// The texts of the metadata printed last that have a single short entry: most samples with metadata share a few of those.
struct MetadataTexts {
  private struct Known {
    /// With the storage that the metadata had when it was read last: samples of one reader share it.
    var entries: [MetadataEntry]
    let text: [UInt8]
  }

  private var known: [Known] = []
  /// The one that is replaced next.
  private var oldest = 0
  private static let limit = 8
  private static let longest = 32

  /// Appends the text of metadata to a buffer, if it is cached.
  @inline(__always)
  mutating func append(_ metadata: Metadata, to buffer: inout ByteBuffer) -> Bool {
    guard metadata.entries.count == 1 else { return false }
    var index = index(identicalTo: metadata)
    if index == nil {
      index = self.index(equalTo: metadata)
      guard let index else { return false }
      known[index].entries = metadata.entries
    }
    if let index { buffer.append(known[index].text) }
    return true
  }

  @inline(__always)
  private func index(identicalTo metadata: Metadata) -> Int? {
    let (known, entries) = (known.span, metadata.entries.span)
    for index in known.indices {
      let other = known[index].entries.span
      if other.isIdentical(to: entries) { return index }
    }
    return nil
  }

  @inline(never)
  private func index(equalTo metadata: Metadata) -> Int? {
    let (key, value) = (metadata.entries[0].key.identifier.utf8, metadata.entries[0].value.utf8)
    // Texts that are equal in Swift may have different bytes.
    return known.firstIndex {
      $0.entries[0].value.utf8.elementsEqual(value)
        && $0.entries[0].key.identifier.utf8.elementsEqual(key)
    }
  }

  /// Caches the text of metadata: what a buffer contains from an index on.
  mutating func keep(_ metadata: Metadata, _ buffer: borrowing ByteBuffer, from start: Int) {
    guard metadata.entries.count == 1, metadata.entries[0].value.utf8.count <= Self.longest,
      metadata.entries[0].key.identifier.utf8.count <= 4 * Self.longest
    else { return }
    let text = buffer.withBytes { bytes in (start..<bytes.count).map { bytes[$0] } }
    if known.count < Self.limit {
      known.append(Known(entries: metadata.entries, text: text))
    } else {
      known[oldest] = Known(entries: metadata.entries, text: text)
      oldest = (oldest + 1) % Self.limit
    }
  }
}

/// A cache of fixed size for the text of recent descriptors.
struct DescriptorSlots<Parts> {
  /// Identifies the descriptor of a slot, without a reference to it, which would cost reference counting.
  private struct Slot {
    var descriptor: ObjectIdentifier?
    var kind = SampleKind.unknown
    /// Which of the parts it has.
    var number = 0
  }

  private var slots = [Slot](repeating: Slot(), count: 256)
  private var parts: [Parts] = []
  /// The descriptors of the slots, so that no other takes their place in memory.
  private var descriptors = [SampleDescriptor?](repeating: nil, count: 256)
  /// The number of the parts that are of no slot, for a descriptor that is too large to be kept.
  private var uncached: Int?

  /// The number of the parts of a descriptor, which are printed if they are not cached. It is valid until the next call.
  @inline(__always)
  mutating func number(
    of descriptor: SampleDescriptor, kind: SampleKind, make: () -> Parts
  ) -> Int {
    let index = descriptor.cacheSlot & 255
    if slots[index].descriptor == ObjectIdentifier(descriptor), slots[index].kind == kind {
      return slots[index].number
    }
    return keep(make(), of: descriptor, kind, in: index)
  }

  @inline(never)
  private mutating func keep(
    _ made: Parts, of descriptor: SampleDescriptor, _ kind: SampleKind, in index: Int
  ) -> Int {
    let known =
      descriptor.isHeavy ? uncached : slots[index].descriptor.map { _ in slots[index].number }
    let number = known ?? parts.count
    if known == nil { parts.append(made) } else { parts[number] = made }
    if descriptor.isHeavy {
      uncached = number
    } else {
      descriptors[index] = descriptor
      slots[index] = Slot(descriptor: ObjectIdentifier(descriptor), kind: kind, number: number)
    }
    return number
  }

  /// The parts with a number. Their texts are used in place, without reference counting.
  subscript(number: Int) -> Parts {
    @inline(__always) _read { yield parts[number] }
  }

  /// The parts of a descriptor, printed if they are not cached.
  @inline(__always)
  mutating func parts(
    of descriptor: SampleDescriptor, kind: SampleKind, make: () -> Parts
  ) -> Parts {
    let number = number(of: descriptor, kind: kind, make: make)
    return parts[number]
  }
}
