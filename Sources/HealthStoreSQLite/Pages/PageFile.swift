import HealthBytes
import HealthStore

/// A database file that grows page by page, while SQLite does not have it open.
///
/// The format is SQLite's, which is final: <https://www.sqlite.org/fileformat2.html>.
final class PageFile {
  let pageSize: Int
  /// The number that the next page will get.
  private(set) var next: UInt32
  private var file: GrowingFile?
  let name: String

  /// A file that SQLite has made, and closed.
  ///
  /// - Parameter pageSize: Bytes of a page.
  init(
    _ path: String, name: String, pageSize: Int, pageCount: Int
  ) throws(HealthError) {
    self.pageSize = pageSize
    self.name = name
    next = UInt32(pageCount) + 1
    do throws(HealthError) { file = try GrowingFile(path, name: name) } catch {
      throw error.ofStore(name)
    }
  }

  /// The page in which SQLite locks bytes, and keeps nothing else: that of the byte 2^30.
  private var lockPage: UInt32 { UInt32((1 << 30) / pageSize) + 1 }

  /// The number that the page after the next will get.
  var afterNext: UInt32 { next + 1 == lockPage ? next + 2 : next + 1 }

  /// Adds a page.
  ///
  /// - Parameter page: Its bytes, as many as a page has.
  func append(_ page: Span<UInt8>) throws(HealthError) -> UInt32 {
    try write { (file) throws(HealthError) in try file.write(page) }
    let number = next
    next = afterNext
    if next == number + 2 {
      let empty = [UInt8](repeating: 0, count: pageSize)
      try write { (file) throws(HealthError) in try file.write(empty.span) }
    }
    return number
  }

  func replace(_ number: UInt32, _ page: Span<UInt8>) throws(HealthError) {
    let position = Int64(number - 1) * Int64(pageSize)
    try write { (file) throws(HealthError) in try file.write(page, at: position) }
  }

  /// Writes the remaining pages, and their number in the header of the file. Closes the file at once: closing it later
  /// would release the locks of other connections in this process.
  func finish() throws(HealthError) {
    var count = ByteBuffer(capacity: 16)
    count.append(word: UInt64((next - 1).byteSwapped), count: 4)
    try count.withBytes { (bytes) throws(HealthError) in
      try write { (file) throws(HealthError) in try file.write(bytes, at: 28) }
    }
    file = nil
  }

  private func write(
    _ body: (GrowingFile) throws(HealthError) -> Void
  ) throws(HealthError) {
    guard let file else { throw HealthError(.failed, name, "the file has ended") }
    do throws(HealthError) { try body(file) } catch { throw error.ofStore(name) }
  }
}

/// What a page of a tree is, by its first byte.
enum PageKind: UInt8 {
  case indexInterior = 0x02
  case tableInterior = 0x05
  case indexLeaf = 0x0a
  case tableLeaf = 0x0d

  /// Whether it has rows, and leads nowhere.
  var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }

  /// What leads to pages of this kind.
  var above: PageKind {
    switch self {
    case .indexInterior, .indexLeaf: .indexInterior
    case .tableInterior, .tableLeaf: .tableInterior
    }
  }

  /// How many cells of a size go into a page.
  ///
  /// - Parameters:
  ///   - size: Bytes of all of them.
  ///   - pageSize: Bytes of a page.
  @inline(__always)
  func fits(_ cells: Int, size: Int, in pageSize: Int) -> Bool {
    (isLeaf ? 8 : 12) &+ 2 &* cells &+ size <= pageSize
  }

  /// How many bytes of a row are stored in its cell; the others are stored in overflow pages.
  ///
  /// - Parameters:
  ///   - count: Bytes of the row.
  ///   - pageSize: Bytes of a page.
  @inline(__always)
  func local(of count: Int, in pageSize: Int) -> Int {
    let most = self == .tableLeaf ? pageSize &- 35 : (pageSize &- 12) * 64 / 255 &- 23
    if count <= most { return count }
    let least = (pageSize - 12) * 32 / 255 - 23
    let local = least + (count - least) % (pageSize - 4)
    return local <= most ? local : least
  }
}

/// Cells to be written to a page, in their order: the rows of a leaf, or what leads to the pages below.
struct Cells: ~Copyable {
  /// The bytes of all cells; a new cell is appended here.
  var bytes = ByteBuffer(capacity: 1 << 14)
  /// Where each cell ends.
  private var ends: [Int] = []

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
