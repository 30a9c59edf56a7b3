import HealthBytes

/// Builds pages of columns, one after another, in memory that all of them share.
package final class PageBuilder {
  var values: [UInt64] = []
  var differences: [UInt64] = []
  /// A bit for each row: whether it has a value.
  var levels: [UInt64] = []
  /// The values of a page, levels first.
  var body = ByteBuffer(capacity: 1 << 12)
  private var packed = ByteBuffer(capacity: 1 << 12)
  private var header = CompactWriter()
  private var snappy = SnappyCompressor()

  package init() {}

  /// Returns the lists of values and levels, emptied, for use by another page.
  func takeLists() -> (values: [UInt64], levels: [UInt64]) {
    var lists: (values: [UInt64], levels: [UInt64]) = ([], [])
    swap(&lists.values, &values)
    swap(&lists.levels, &levels)
    lists.values.removeAll(keepingCapacity: true)
    lists.levels.removeAll(keepingCapacity: true)
    return lists
  }

  /// Begins a page with the levels of its rows.
  func begin(rows: Int, _ presence: PageRows.Presence, isRequired: Bool) {
    body.removeAll()
    guard !isRequired else { return }
    // The levels follow their length in bytes, which takes four bytes.
    var length = 0
    packed.removeAll()
    switch presence {
    case .all: HybridEncoder.append(run: rows, of: 1, width: 1, to: &packed)
    case .none: HybridEncoder.append(run: rows, of: 0, width: 1, to: &packed)
    case .some: HybridEncoder.append(levels, width: 1, to: &packed)
    }
    length = packed.count
    body.append(word: UInt64(length), count: 4)
    packed.withBytes { body.append($0) }
  }

  /// Appends the page of values that is in `body`.
  ///
  /// - Returns: Its bytes before compression, with the header.
  func end(rows: Int, _ encoding: Encoding, _ codec: Codec, to pages: inout ByteBuffer) -> Int {
    append(to: &pages, codec, 0) { header in
      header.beginStructure(5)
      header.int32(1, Int32(rows))
      header.int32(2, encoding.rawValue)
      header.int32(3, Encoding.runLength.rawValue)
      header.int32(4, Encoding.runLength.rawValue)
      header.endStructure()
    }
  }

  /// Appends the page of a dictionary.
  ///
  /// - Returns: Its bytes before compression, with the header.
  func append(
    _ dictionary: borrowing ValueDictionary, _ codec: Codec, to pages: inout ByteBuffer
  ) -> Int {
    body.removeAll()
    dictionary.plain.withBytes { body.append($0) }
    let count = dictionary.count
    return append(to: &pages, codec, 2) { header in
      header.beginStructure(7)
      header.int32(1, Int32(count))
      header.int32(2, Encoding.plain.rawValue)
      header.endStructure()
    }
  }

  private func append(
    to pages: inout ByteBuffer, _ codec: Codec, _ type: Int32,
    _ describe: (inout CompactWriter) -> Void
  ) -> Int {
    packed.removeAll()
    if codec == .snappy { body.withBytes { snappy.compress($0, to: &packed) } }
    header.removeAll()
    header.int32(1, type)
    header.int32(2, Int32(body.count))
    header.int32(3, Int32(codec == .snappy ? packed.count : body.count))
    var checksum = Checksum()
    if codec == .snappy {
      packed.withBytes { checksum.update($0) }
    } else {
      body.withBytes { checksum.update($0) }
    }
    header.int32(4, Int32(bitPattern: checksum.value))
    describe(&header)
    header.end()
    let size = header.buffer.count
    header.buffer.withBytes { pages.append($0) }
    if codec == .snappy {
      packed.withBytes { pages.append($0) }
    } else {
      body.withBytes { pages.append($0) }
    }
    defer {
      packed.removeAll()
      body.removeAll()
    }
    return size + body.count
  }
}

/// Rows that are collected until they fill a page of each column.
///
/// A row is its cells, its bits, and where its texts begin in the heap.
struct PageRows: ~Copyable {
  private(set) var cells = ByteBuffer(capacity: 16)
  private(set) var heap = ByteBuffer(capacity: 16)
  private(set) var rows = 0
  /// The bits that all rows have, and those that any has.
  private var allBits = UInt64.max
  private var anyBits: UInt64 = 0
  /// Whether the next row ends the page.
  var isFull = false

  /// The most rows of a page.
  private static var mostRows: Int { 1 << 12 }
  /// A page ends when its texts exceed this many bytes.
  static var mostText: Int { 1 << 15 }

  /// The bytes in memory.
  var count: Int { cells.count + heap.count }

  /// Which of the rows have a value.
  enum Presence {
    case all, none, some
  }

  /// Which of the rows have a value in the cell of a bit.
  func presence(_ bit: UInt64) -> Presence {
    allBits & bit != 0 ? .all : anyBits & bit == 0 ? .none : .some
  }

  /// Adds a row, and clears it.
  ///
  /// - Returns: Whether the page ends.
  @inline(__always)
  mutating func append(_ row: inout ParquetRow) -> Bool {
    defer { row.removeAll() }
    row.cells.withBytes { cells.append($0) }
    return row.heap.withBytes { end($0, row.mask) }
  }

  /// Adds a row of a ``ParquetRowLog``. If it has a group, the number of the group replaces the word at `place`.
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
    // Long texts are rare.
    heap.removeAll(keepingCapacity: heap.count < 4 * Self.mostText)
    (rows, allBits, anyBits) = (0, .max, 0)
  }
}
