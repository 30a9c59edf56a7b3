import HealthBytes

/// Values made from bytes, kept for the next time the same bytes come: a table of fixed size, in which
/// a newcomer takes the place of what was there. What is made from more than a KiB is not kept.
struct ByteKeyedCache<Value> {
  private var slots: [(key: [UInt8], value: Value)?]

  init(capacity: Int = 256) {
    slots = Array(repeating: nil, count: capacity)
  }

  /// The value that belongs to some bytes, made if it is not at hand.
  mutating func value(
    of bytes: Span<UInt8>, _ range: Range<Int>, make: (String) -> Value
  ) -> Value {
    let hash = ByteScan.hash64(bytes, from: range.lowerBound, to: range.upperBound)
    let slot = Int(truncatingIfNeeded: hash % UInt64(slots.count))
    if let entry = slots[slot], entry.key.count == range.count,
      ByteScan.equal(bytes, at: range.lowerBound, to: entry.key)
    {
      return entry.value
    }
    let value = make(JSONTape.text(bytes, range))
    guard range.count <= 1_024 else { return value }
    var key: [UInt8] = []
    for index in range { key.append(bytes[index]) }
    slots[slot] = (key, value)
    return value
  }
}
