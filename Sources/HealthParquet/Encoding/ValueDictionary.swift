import HealthBytes

/// The distinct values of a column, numbered in the order in which they came.
///
/// Their bytes are as in a page of plain values, which the page of a dictionary is.
struct ValueDictionary: ~Copyable {
  private(set) var plain = ByteBuffer(capacity: 16)
  /// Where the entries begin in ``plain``.
  private var starts: [UInt32] = []
  /// Numbers of entries by the hash of the value, each from 1; 0 marks a free slot.
  private var slots: [UInt16] = []

  /// A dictionary is not used with more bytes or more entries than this.
  static var mostBytes: Int { 1 << 15 }
  private static var mostEntries: Int { 1 << 12 }

  var count: Int { starts.count }
  /// Whether a value was refused, or is one too many.
  var isFull: Bool { hasRefused || plain.count > Self.mostBytes || count > Self.mostEntries }
  private var hasRefused = false

  mutating func removeAll() {
    truncate(to: 0)
    slots = []
    hasRefused = false
  }

  /// Takes the last entries off. No value can be looked up until all are taken off.
  mutating func truncate(to count: Int) {
    guard count < self.count else { return }
    plain.truncate(to: Int(starts[count]))
    starts.removeLast(self.count - count)
  }

  /// The number of a number's entry, made if it is not there. A number of the column has so many bytes.
  @inline(__always)
  mutating func number(of value: UInt64, width: Int) -> UInt64 {
    if count &* 2 >= slots.count { grow(width) }
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: (value &* 0x9e37_79b9_7f4a_7c15) &>> 40) & mask
    while case let entry = slots[slot], entry > 0 {
      if self.value(Int(entry) &- 1, width) == value { return UInt64(entry) &- 1 }
      slot = (slot &+ 1) & mask
    }
    starts.append(UInt32(truncatingIfNeeded: plain.count))
    plain.append(word: value, count: width)
    slots[slot] = UInt16(truncatingIfNeeded: count)
    return UInt64(count) &- 1
  }

  /// The number of an entry of bytes, made if it is not there; 0 where they are too long, which makes it full.
  mutating func number(of bytes: Span<UInt8>) -> UInt64 {
    if bytes.count >= Self.mostBytes {
      hasRefused = true
      return 0
    }
    if count &* 2 >= slots.count { grow(0) }
    let mask = slots.count &- 1
    var slot = Self.hash(bytes) & mask
    while case let entry = slots[slot], entry > 0 {
      let range = range(Int(entry) - 1)
      let isSame = plain.withBytes {
        range.count == bytes.count && ByteScan.equal($0, at: range.lowerBound, to: bytes)
      }
      if isSame { return UInt64(entry) - 1 }
      slot = (slot &+ 1) & mask
    }
    starts.append(UInt32(truncatingIfNeeded: plain.count))
    plain.append(plain: bytes)
    slots[slot] = UInt16(truncatingIfNeeded: count)
    return UInt64(count) - 1
  }

  /// The bytes of an entry in ``plain``, without their length.
  func range(_ entry: Int) -> Range<Int> {
    let end = entry + 1 < count ? Int(starts[entry + 1]) : plain.count
    return (Int(starts[entry]) + 4)..<end
  }

  private func value(_ entry: Int, _ width: Int) -> UInt64 {
    let start = Int(starts[entry])
    return plain.withBytes { bytes in
      if width == 8, let word = ByteScan.word(bytes, at: start) { return word }
      var value: UInt64 = 0
      for index in 0..<width { value |= UInt64(bytes[start &+ index]) &<< UInt64(8 &* index) }
      return value
    }
  }

  private static func hash(_ bytes: Span<UInt8>) -> Int {
    Int(truncatingIfNeeded: ByteScan.hash64(bytes, from: 0, to: bytes.count))
  }

  /// Doubles the slots. A width of 0 is that of bytes.
  private mutating func grow(_ width: Int) {
    slots = [UInt16](repeating: 0, count: max(64, slots.count * 2))
    let mask = slots.count - 1
    for entry in 0..<count {
      var slot: Int
      if width > 0 {
        let value = value(entry, width)
        slot = Int(truncatingIfNeeded: (value &* 0x9e37_79b9_7f4a_7c15) &>> 40) & mask
      } else {
        let range = range(entry)
        slot = plain.withBytes { Self.hash($0.extracting(range)) } & mask
      }
      while slots[slot] > 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt16(truncatingIfNeeded: entry + 1)
    }
  }
}

extension ByteBuffer {
  /// Appends bytes as a plain value: their count first.
  mutating func append(plain bytes: Span<UInt8>) {
    append(word: UInt64(bytes.count), count: 4)
    append(bytes)
  }
}
