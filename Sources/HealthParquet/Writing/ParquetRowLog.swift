package import HealthBytes

/// Rows of several tables, one after another, on their way to their ``ParquetTableWriter``.
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
    endOfSample: () throws(ByteError) -> Void
  ) throws(ByteError) {
    try bytes.withBytes { (bytes) throws(ByteError) in
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
