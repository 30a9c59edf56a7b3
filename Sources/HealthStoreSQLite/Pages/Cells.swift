import HealthBytes

/// Cells on their way into a page, in their order: the rows of a leaf, or what leads to the pages below.
struct Cells: ~Copyable {
  /// The bytes of all; a cell is begun by appending its own.
  var bytes = ByteBuffer(capacity: 1 << 14)
  /// Where each cell ends.
  private var ends: [Int] = []

  /// How many there are.
  var count: Int { ends.count }

  /// Bytes of the first cells.
  @inline(__always)
  func size(ofFirst count: Int) -> Int { count > 0 ? ends[count &- 1] : 0 }

  /// Ends a cell, whose bytes were appended.
  @inline(__always)
  mutating func end() { ends.append(bytes.count) }

  /// Lends the bytes of a cell.
  func withCell<Result, Failure: Error>(
    _ index: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes { (bytes) throws(Failure) in
      try body(bytes.extracting(size(ofFirst: index)..<ends[index]))
    }
  }

  /// Removes the first cells.
  mutating func removeFirst(_ count: Int) {
    let size = size(ofFirst: count)
    bytes.removeFirst(size)
    ends.removeFirst(count)
    for index in ends.indices { ends[index] -= size }
  }

  /// Makes a page of the first cells.
  ///
  /// - Parameter page: Gets the bytes; its length stays. The cells have to fit.
  func fill(_ page: inout [UInt8], first count: Int, _ kind: PageKind, last: UInt32?) {
    // The offsets of the cells follow the header, the cells themselves are at the end.
    let size = size(ofFirst: count)
    let start = page.count - size
    var header = ByteBuffer(capacity: 16 + 2 * count)
    header.append(kind.rawValue)
    header.append(bigEndian: 0)
    header.append(bigEndian: count)
    header.append(bigEndian: start)
    header.append(0)
    if let last { header.append(pageNumber: last) }
    for index in 0..<count { header.append(bigEndian: start + self.size(ofFirst: index)) }
    header.withBytes { page.overwrite(at: 0, with: $0) }
    for index in header.count..<start { page[index] = 0 }
    bytes.withBytes { page.overwrite(at: start, with: $0.extracting(0..<size)) }
  }
}

extension ByteBuffer {
  /// Appends the lower half of half a word, the higher byte first.
  fileprivate mutating func append(bigEndian value: Int) {
    append(word: UInt64(UInt16(truncatingIfNeeded: value).byteSwapped), count: 2)
  }

  /// Appends the number of a page, the highest byte first.
  mutating func append(pageNumber number: UInt32) {
    append(word: UInt64(number.byteSwapped), count: 4)
  }
}
