import HealthBytes

/// Values made from short texts that come again and again: metadata keys, category values.
///
/// Fixed memory; found by the bytes as they stand in the file, always compared whole.
struct TextCache<Value> {
  private var slots: [(bytes: [UInt8], value: Value)?]
  private static var size: Int { 512 }
  /// The longest text that is kept, in bytes: a longer one would not be met again.
  private static var longest: Int { 1_024 }

  init() {
    slots = Array(repeating: nil, count: Self.size)
  }

  /// The value of a text, made if it is not at hand.
  ///
  /// - Parameters:
  ///   - range: Where the text is in `bytes`.
  ///   - bytes: The bytes at hand.
  ///   - make: Makes the value.
  /// - Returns: The value.
  @inline(__always)
  mutating func value(
    _ range: Range<Int>, in bytes: Span<UInt8>, make: () -> Value
  ) -> Value {
    let hash = ByteScan.hash64(bytes, from: range.lowerBound, to: range.upperBound)
    let slot = Int(truncatingIfNeeded: hash) & (Self.size &- 1)
    if let entry = slots[slot], entry.bytes.count == range.count,
      ByteScan.equal(bytes, at: range.lowerBound, to: entry.bytes)
    {
      return entry.value
    }
    let value = make()
    guard range.count <= Self.longest else { return value }
    slots[slot] = (range.map { bytes[$0] }, value)
    return value
  }
}
