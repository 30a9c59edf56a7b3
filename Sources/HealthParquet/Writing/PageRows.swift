import HealthBytes

/// Rows that wait until there are enough for a page of each column.
///
/// A row is its cells, its bits, and where its texts begin in the heap.
struct PageRows: ~Copyable {
  private(set) var cells = ByteBuffer(capacity: 16)
  private(set) var heap = ByteBuffer(capacity: 16)
  private(set) var rows = 0
  /// The bits that all rows have, and those that any has.
  private var allBits = UInt64.max
  private var anyBits: UInt64 = 0
  /// Whether the page ends with the next row.
  var isFull = false

  /// Rows of a page, unless their texts are long.
  private static var mostRows: Int { 1 << 12 }
  /// Bytes of texts after which a page ends.
  static var mostText: Int { 1 << 15 }

  /// The bytes in memory.
  var count: Int { cells.count + heap.count }

  /// How many rows have a value.
  enum Presence {
    case all, none, some
  }

  /// How many rows have a value in the cell of a bit.
  func presence(_ bit: UInt64) -> Presence {
    allBits & bit != 0 ? .all : anyBits & bit == 0 ? .none : .some
  }

  /// Adds a row, which is empty after.
  ///
  /// - Returns: Whether the page ends.
  @inline(__always)
  mutating func append(_ row: inout ParquetRow) -> Bool {
    defer { row.removeAll() }
    row.cells.withBytes { cells.append($0) }
    return row.heap.withBytes { end($0, row.mask) }
  }

  /// Adds a row of a ``ParquetRowLog``, with the number of a group in its place, if the row has one.
  mutating func append(
    _ row: Span<UInt8>, _ texts: Span<UInt8>, _ mask: UInt64, _ group: Int64?, at place: Int
  ) -> Bool {
    if let group {
      cells.append(row, 0..<place)
      cells.append(word: UInt64(bitPattern: group))
      cells.append(row, (place &+ 8)..<row.count)
    } else {
      cells.append(row)
    }
    return end(texts, mask)
  }

  @inline(__always)
  private mutating func end(_ texts: Span<UInt8>, _ mask: UInt64) -> Bool {
    cells.append(words: mask, UInt64(heap.count) &<< 32, count: 16)
    if !texts.isEmpty { heap.append(texts) }
    allBits &= mask
    anyBits |= mask
    rows &+= 1
    return rows == Self.mostRows || heap.count >= Self.mostText || isFull
  }

  mutating func removeAll() {
    cells.removeAll()
    // Long texts are seldom.
    heap.removeAll(keepingCapacity: heap.count < 4 * Self.mostText)
    (rows, allBits, anyBits) = (0, .max, 0)
  }
}
