/// A file, read from its start to its end.
package final class FileSource: ByteSource {
  private let file: FileDescriptor
  private var consumed: Int64 = 0
  private let total: Int64?

  /// Opens a file.
  ///
  /// - Throws: `ByteError`: `.notFound`, `.permission`, `.isDirectory`, `.io`.
  public convenience init(_ path: String) throws(ByteError) {
    self.init(try FileDescriptor(reading: path))
  }

  /// Reads what an open file still holds.
  init(_ file: FileDescriptor) {
    self.file = file
    self.total = file.size
  }

  /// Reads with one system call.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int {
    let count = try file.read(into: &buffer, at: offset)
    consumed += Int64(count)
    return count
  }

  /// Of the file; its total is known for regular files.
  public var progress: ByteProgress { ByteProgress(consumed: consumed, total: total) }
}
