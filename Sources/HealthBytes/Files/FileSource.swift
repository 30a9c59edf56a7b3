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

  /// Reads an open file from its current position to its end.
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

  /// The bytes at a position: `count` of them, or fewer where the file ends. Does not move the position of ``read(into:at:)``.
  func bytes(at position: Int64, count: Int) throws(HealthError) -> [UInt8] {
    try file.bytes(at: position, count: count)
  }

  /// The progress in the file; the total is known only for regular files.
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

  /// An open regular file. Throws `.unsupported` for a pipe.
  fileprivate convenience init(_ file: FileDescriptor) throws(HealthError) {
    guard let count = file.size else {
      throw HealthError(.unsupported, file.name, "is not a regular file")
    }
    self.init(file, count)
  }

  /// Reads bytes into the beginning of a buffer, which must have at least `count` bytes.
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
  /// read once, from its current position.
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
  /// - Parameter source: No other code may use it after this call.
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

/// The lines of a file that grows, or that another file replaces.
package final class FollowedFile {
  /// A line that can be read again, also after another file has replaced this one.
  package struct Line: @unchecked Sendable {
    // Read only at positions, which threads can do at the same time.
    fileprivate let source: FileSource
    fileprivate let position: Int64
    fileprivate let count: Int

    package func bytes() throws(HealthError) -> [UInt8] {
      try source.bytes(at: position, count: count)
    }
  }

  private let path: String
  // The file stays open, so that the file system does not reuse its inode number for another file.
  private var source: FileSource?
  private var identity: FileStatus.Identity?
  private var line: [UInt8] = []
  /// Where the line begins.
  private var position: Int64 = 0
  private var buffer: [UInt8] = []

  package init(_ path: String) { self.path = path }

  /// Whether the last line has no end: that of a program that was killed, or that is writing it.
  package var isTorn: Bool { !line.isEmpty }

  /// Makes the next call of `read` begin at the start of the file.
  package func restart() { (source, identity, line, position) = (nil, nil, [], 0) }

  /// Reads the lines that were not read before; none if the file does not exist.
  ///
  /// - Returns: Whether the lines begin with the first line of the file, because it was not read before or was replaced.
  package func read(
    _ body: ([UInt8], Line) throws(HealthError) -> Void
  ) throws(HealthError) -> Bool {
    let status = FileStatus(path: path, following: true)
    let isOther = source == nil || status?.identity != identity
    if isOther {
      restart()
      guard let status else { return true }
      (source, identity) = (try FileSource(path), status.identity)
    }
    guard let source else { return isOther }
    if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 16) }
    while true {
      let count = try source.read(into: &buffer, at: 0)
      if count == 0 { return isOther }
      var start = 0
      while start < count {
        let end = ByteScan.firstIndex(of: 10, in: buffer.span, from: start, to: count)
        line += buffer[start..<end]
        start = end + 1
        if end == count { break }
        try body(line, Line(source: source, position: position, count: line.count))
        position += Int64(line.count) + 1
        line.removeAll(keepingCapacity: true)
      }
    }
  }
}
