import HealthBytes

/// The distinct values of a column, numbered from 0 in the order of their first occurrence.
///
/// Their bytes are as in a page of plain values, which the page of a dictionary is.
struct ValueDictionary: ~Copyable {
  private(set) var plain = ByteBuffer(capacity: 16)
  /// For each entry its value or, in a dictionary of bytes, the index in ``plain`` where it begins.
  private var entries: [UInt64] = []
  /// A hash table of the entries, numbered from 1; 0 marks a free slot.
  private var slots: [UInt16] = []

  /// The size of a value in bytes; 0 for a dictionary of bytes.
  private let width: Int

  init(width: Int) { self.width = width }

  /// A dictionary is not used with more bytes or more entries than this.
  static var mostBytes: Int { 1 << 15 }
  private static var mostEntries: Int { 1 << 12 }

  var count: Int { entries.count }
  /// Whether a value was too long, or there are too many bytes or entries.
  var isFull: Bool { hasRefused || plain.count > Self.mostBytes || count > Self.mostEntries }
  private var hasRefused = false

  mutating func removeAll() {
    truncate(to: 0)
    slots = []
    hasRefused = false
  }

  /// Removes the entries from an index on. The hash table is not updated: no value may be looked up
  /// until ``removeAll()``.
  mutating func truncate(to count: Int) {
    guard count < self.count else { return }
    plain.truncate(to: width > 0 ? count * width : Int(entries[count]))
    entries.removeLast(self.count - count)
  }

  /// Finds or adds the entries of a page's values: the values themselves, or the ranges of their
  /// bytes in `heap`.
  ///
  /// - Returns: Whether the dictionary saves space for this page. If not, the entries that were
  ///   added are removed again.
  mutating func find(
    _ values: [UInt64], _ heap: Span<UInt8>, _ indexes: inout [UInt64]
  ) -> Bool {
    indexes.removeAll(keepingCapacity: true)
    let before = count
    let mask: UInt64 = width == 4 ? 0xffff_ffff : .max
    var last: (value: UInt64, index: UInt64)?
    for value in values {
      if let last, last.value == value {
        indexes.append(last.index)
        continue
      }
      let index =
        width > 0 ? number(of: value & mask) : number(of: heap.extracting(value.heapRange))
      if isFull { break }
      last = (value, index)
      indexes.append(index)
    }
    // Where half of the values are new, a dictionary saves nothing.
    let isUseful = !isFull && (values.count < 64 || (count - before) * 2 < values.count)
    if !isUseful { truncate(to: before) }
    return isUseful
  }

  /// The number of a value's entry, which is added if it is missing.
  @inline(__always)
  private mutating func number(of value: UInt64) -> UInt64 {
    if count &* 2 >= slots.count { grow() }
    let mask = slots.count &- 1
    var slot = Self.slot(value) & mask
    while case let entry = slots[slot], entry > 0 {
      if entries[Int(entry) &- 1] == value { return UInt64(entry) &- 1 }
      slot = (slot &+ 1) & mask
    }
    entries.append(value)
    plain.append(word: value, count: width)
    slots[slot] = UInt16(truncatingIfNeeded: count)
    return UInt64(count) &- 1
  }

  /// The number of the entry of some bytes, which is added if it is missing. Bytes that are too
  /// long make the dictionary full; the result is then 0.
  mutating func number(of bytes: Span<UInt8>) -> UInt64 {
    if bytes.count >= Self.mostBytes {
      hasRefused = true
      return 0
    }
    if count &* 2 >= slots.count { grow() }
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
    entries.append(UInt64(plain.count))
    plain.append(plain: bytes)
    slots[slot] = UInt16(truncatingIfNeeded: count)
    return UInt64(count) - 1
  }

  /// The bytes of an entry in ``plain``, without their length.
  func range(_ entry: Int) -> Range<Int> {
    let end = entry + 1 < count ? Int(entries[entry + 1]) : plain.count
    return (Int(entries[entry]) + 4)..<end
  }

  @inline(__always)
  private static func slot(_ value: UInt64) -> Int {
    Int(truncatingIfNeeded: (value &* 0x9e37_79b9_7f4a_7c15) &>> 40)
  }

  private static func hash(_ bytes: Span<UInt8>) -> Int {
    Int(truncatingIfNeeded: ByteScan.hash64(bytes, from: 0, to: bytes.count))
  }

  /// Doubles the slots.
  private mutating func grow() {
    slots = [UInt16](repeating: 0, count: max(64, slots.count * 2))
    let mask = slots.count - 1
    for entry in 0..<count {
      var slot: Int
      if width > 0 {
        slot = Self.slot(entries[entry]) & mask
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
