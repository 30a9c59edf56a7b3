package import HealthBytes

/// A row for a ``ParquetTableWriter``: its cells are appended in the order of the columns.
///
/// A cell is a word of eight bytes: a number, or where bytes are. The columns that are shared have one cell, where the
/// first of them is: the number of a group of texts.
package struct ParquetRow: ~Copyable {
  @usableFromInline var cells = ByteBuffer(capacity: 1 << 9)
  /// The bytes of texts.
  @usableFromInline var heap = ByteBuffer(capacity: 1 << 10)
  /// A bit for each cell that is not empty.
  @usableFromInline var mask: UInt64 = 0
  @usableFromInline var next: UInt64 = 1

  package init() {}

  /// Ends texts after some bytes of the row's texts: for an owner that refuses such rows.
  package mutating func limitTexts(to count: Int) { heap.most = count }

  /// How many bytes it has so far.
  package var count: Int { cells.count &+ heap.count }

  @inlinable @inline(__always)
  package mutating func append(_ value: Int64) { append(word: UInt64(bitPattern: value)) }

  @inlinable @inline(__always)
  package mutating func append(_ value: Double) { append(word: value.bitPattern) }

  @inlinable @inline(__always)
  package mutating func append(word: UInt64) {
    cells.append(word: word)
    mask |= next
    next &<<= 1
  }

  /// Appends a cell of 16 bytes.
  @inlinable @inline(__always)
  package mutating func append(high: UInt64, low: UInt64) {
    cells.append(words: high.byteSwapped, low.byteSwapped, count: 16)
    mask |= next
    next &<<= 1
  }

  /// Appends a cell of bytes.
  @inlinable
  package mutating func append(bytes: Span<UInt8>) {
    let count = heap.room(for: bytes.count)
    append(word: UInt64(heap.count) &<< 32 | UInt64(count))
    heap.append(bytes, 0..<count)
  }

  /// Appends a cell of text.
  @inlinable
  package mutating func append(text: String) {
    let start = heap.count
    heap.append(utf8: text)
    append(word: UInt64(start) &<< 32 | UInt64(heap.count &- start))
  }

  /// Appends an empty cell; one of 16 bytes, if the column has such.
  @inlinable @inline(__always)
  package mutating func appendNone(isWide: Bool = false) {
    cells.append(words: 0, 0, count: isWide ? 16 : 8)
    next &<<= 1
  }

  @inlinable
  package mutating func removeAll() {
    cells.removeAll()
    heap.removeAll()
    mask = 0
    next = 1
  }
}

/// Rows of several tables, one after another, to be written to their ``ParquetTableWriter``.
package struct ParquetRowLog: ~Copyable {
  /// For each row: the number of the table and the count of bytes of cells, then the count of bytes of texts, the bits of
  /// the cells, the cells, the texts. A word with the number ``endOfSample`` ends a sample.
  private var bytes = ByteBuffer(capacity: 16)
  private static var endOfSample: UInt64 { 0xffff_ffff }
  /// The largest storage that is kept for later rows.
  private static var mostStorage: Int { 1 << 21 }

  package init() {}

  /// Appends a row, which is empty after.
  package mutating func append(_ row: inout ParquetRow, table: Int) {
    bytes.append(word: UInt64(row.cells.count) &<< 32 | UInt64(table))
    bytes.append(words: UInt64(row.heap.count), row.mask, count: 16)
    row.cells.withBytes { bytes.append($0) }
    if !row.heap.isEmpty { row.heap.withBytes { bytes.append($0) } }
    row.removeAll()
  }

  /// Marks that the rows of a sample are complete.
  package mutating func endSample() { bytes.append(word: Self.endOfSample) }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.count < Self.mostStorage)
  }

  /// Calls functions for the rows and for the ends of samples, in their order.
  ///
  /// - Parameter row: Receives the number of a table, and the cells, the texts and the bits of a row.
  package borrowing func forEach(
    _ row: (Int, Span<UInt8>, Span<UInt8>, UInt64) -> Void,
    endOfSample: () throws(HealthError) -> Void
  ) throws(HealthError) {
    try bytes.withBytes { (bytes) throws(HealthError) in
      var index = 0
      while let head = ByteScan.word(bytes, at: index) {
        if head == Self.endOfSample {
          try endOfSample()
          index &+= 8
          continue
        }
        let count = Int(truncatingIfNeeded: ByteScan.word(bytes, at: index &+ 8) ?? 0)
        let mask = ByteScan.word(bytes, at: index &+ 16) ?? 0
        let cells = index &+ 24
        let texts = cells &+ Int(truncatingIfNeeded: head &>> 32)
        index = texts &+ count
        row(
          Int(truncatingIfNeeded: head & 0xffff_ffff), bytes.extracting(cells..<texts),
          bytes.extracting(texts..<index), mask)
      }
    }
  }
}
