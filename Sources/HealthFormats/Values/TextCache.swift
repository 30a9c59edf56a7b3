import HealthBytes

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
