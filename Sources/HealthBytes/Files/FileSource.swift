import LibC

/// A file, read from its start to its end.
package final class FileSource: ByteSource {
  private let file: FileDescriptor
  private var consumed: Int64 = 0
  private let total: Int64?

  /// Opens a file.
  ///
  /// - Throws: `HealthError`: `.notFound`, `.permission`, `.isDirectory`, `.failed`.
  public convenience init(_ path: String) throws(HealthError) {
    self.init(try FileDescriptor(reading: path))
  }

  /// Reads what an open file still holds.
  init(_ file: FileDescriptor) {
    self.file = file
    self.total = file.size
  }

  /// Reads with one system call.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    let count = try file.read(into: &buffer, at: offset)
    consumed += Int64(count)
    return count
  }

  /// The bytes at a position: `count` of them, or fewer where the file ends. What is read next does not change.
  func bytes(at position: Int64, count: Int) throws(HealthError) -> [UInt8] {
    try file.bytes(at: position, count: count)
  }

  /// Of the file; its total is known for regular files.
  public var progress: ByteProgress { ByteProgress(consumed: consumed, total: total) }
}

/// A file that is read at any position, such as one with its directory at the end.
package final class RandomAccessFile {
  private let file: FileDescriptor
  /// Its length in bytes.
  package let count: Int64

  private init(_ file: FileDescriptor, _ count: Int64) {
    self.file = file
    self.count = count
  }

  /// What was written to a spool so far.
  package convenience init(_ spool: Spool) throws(HealthError) {
    self.init(try spool.written(), spool.count)
  }

  /// A file of the disk, or a copy of a source on the disk.
  fileprivate convenience init(_ file: FileDescriptor) throws(HealthError) {
    guard let count = file.size else {
      throw HealthError(.unsupported, file.name, "is not a regular file")
    }
    self.init(file, count)
  }

  /// Reads bytes over the first ones of a buffer, which is long enough.
  ///
  /// - Throws: `HealthError`: `.truncated` if there are fewer.
  package func read(
    _ count: Int, at position: Int64, into buffer: inout [UInt8]
  ) throws(HealthError) {
    var end = 0
    while end < count {
      let read = try file.read(
        into: &buffer, at: end, position: position + Int64(end), count: count - end)
      guard read > 0 else {
        throw HealthError(.truncated, file.name, "found the end of the file, expected more bytes")
      }
      end += read
    }
  }
}

extension InputContainer {
  /// Opens an entry so that it can be read at any position. One that is not a file of its own is copied to a temporary
  /// file first.
  package func openAtAnyPosition(_ entry: Entry) throws(HealthError) -> RandomAccessFile {
    if kind == .folder {
      let file = try FileDescriptor(reading: "\(path)/\(entry.path)")
      if file.size != nil { return try RandomAccessFile(file) }
    }
    let spool = try Spool()
    try open(entry).copy(to: spool)
    return try RandomAccessFile(spool)
  }
}

extension InputContainer {
  /// Bytes in memory, which can be read any number of times. Cost: an archive is copied to a temporary file.
  ///
  /// - Parameter name: Its name in messages, and for the detection of its format by an extension.
  package init(bytes: [UInt8], named name: String) throws(HealthError) {
    try self.init(
      BytesSource(bytes), path: name, name: name, hasPath: false, size: Int64(bytes.count),
      again: .bytes(bytes))
  }

  /// An open file, pipe or socket. The caller may close its descriptor after this call.
  ///
  /// A regular file is read from its beginning any number of times, and its position does not change. Anything else is
  /// read once, from where it is.
  package init(descriptor: Int32, named name: String) throws(HealthError) {
    let file = try FileDescriptor(copyOf: descriptor, name: name)
    if let size = file.size {
      try self.init(
        RangeSource(file: file, range: 0..<size), path: name, name: name, hasPath: false,
        size: size, file: file, again: .descriptor(file, size))
    } else {
      try self.init(FileSource(file), path: name, name: name, hasPath: false, size: nil)
    }
  }

  /// The bytes of an open regular file, from its beginning; `nil` for anything else.
  package static func source(
    of descriptor: Int32, named name: String
  ) throws(HealthError) -> (any ByteSource)? {
    let file = try FileDescriptor(copyOf: descriptor, name: name)
    return file.size.map { RangeSource(file: file, range: 0..<$0) }
  }

  /// A stream, which can be read once. Cost: an archive is copied to a temporary file.
  ///
  /// - Parameter source: No other code uses it after this call.
  package init(stream source: any ByteSource, named name: String) throws(HealthError) {
    try self.init(source, path: name, name: name, hasPath: false, size: nil)
  }
}

extension FileDescriptor {
  /// A second descriptor of an open file.
  fileprivate convenience init(copyOf descriptor: Int32, name: String) throws(HealthError) {
    let number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw HealthError(system: errno, name) }
    self.init(number, name: name, isOwned: true)
  }
}
