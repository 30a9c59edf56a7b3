import HealthBytes
import HealthStore

/// A database file that grows page by page, while SQLite does not have it open.
///
/// The format is SQLite's, which is stated for good: <https://www.sqlite.org/fileformat2.html>.
final class PageFile {
  /// Bytes of a page.
  let pageSize: Int
  /// The number that the next page will get.
  private(set) var next: UInt32
  private var file: GrowingFile?
  /// Its name in errors.
  let name: String

  /// A file that SQLite has made, and closed.
  ///
  /// - Parameter pageSize: Bytes of a page.
  init(
    _ path: String, name: String, pageSize: Int, pageCount: Int
  ) throws(StoreError) {
    self.pageSize = pageSize
    self.name = name
    next = UInt32(pageCount) + 1
    do throws(ByteError) { file = try GrowingFile(path, name: name) } catch {
      throw StoreError(error, name)
    }
  }

  /// The page in which SQLite locks bytes, and keeps nothing else: that of the byte 2^30.
  private var lockPage: UInt32 { UInt32((1 << 30) / pageSize) + 1 }

  /// The number that the page after the next will get.
  var afterNext: UInt32 { next + 1 == lockPage ? next + 2 : next + 1 }

  /// Adds a page.
  ///
  /// - Parameter page: Its bytes, as many as a page has.
  func append(_ page: Span<UInt8>) throws(StoreError) -> UInt32 {
    try write { (file) throws(ByteError) in try file.write(page) }
    let number = next
    next = afterNext
    if next == number + 2 {
      let empty = [UInt8](repeating: 0, count: pageSize)
      try write { (file) throws(ByteError) in try file.write(empty.span) }
    }
    return number
  }

  /// Rewrites a page.
  func replace(_ number: UInt32, _ page: Span<UInt8>) throws(StoreError) {
    let position = Int64(number - 1) * Int64(pageSize)
    try write { (file) throws(ByteError) in try file.write(page, at: position) }
  }

  /// Writes the remaining pages, and their number in the header of the file. Closes the file at once: closing it later
  /// would release the locks of other connections in this process.
  func finish() throws(StoreError) {
    var count = ByteBuffer(capacity: 16)
    count.append(word: UInt64((next - 1).byteSwapped), count: 4)
    try count.withBytes { (bytes) throws(StoreError) in
      try write { (file) throws(ByteError) in try file.write(bytes, at: 28) }
    }
    file = nil
  }

  private func write(
    _ body: (GrowingFile) throws(ByteError) -> Void
  ) throws(StoreError) {
    guard let file else { throw StoreError(.failed, name, "the file has ended") }
    do throws(ByteError) { try body(file) } catch { throw StoreError(error, name) }
  }
}
