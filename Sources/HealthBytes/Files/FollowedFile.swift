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
  // It stays open, so that the file system gives its number to no other file.
  private var source: FileSource?
  private var identity: FileStatus.Identity?
  private var line: [UInt8] = []
  /// Where the line begins.
  private var position: Int64 = 0
  private var buffer: [UInt8] = []

  package init(_ path: String) { self.path = path }

  /// Whether the last line has no end: that of a program that was killed, or that is writing it.
  package var isTorn: Bool { !line.isEmpty }

  /// Reads it from its beginning the next time.
  package func restart() { (source, identity, line, position) = (nil, nil, [], 0) }

  /// Reads the lines that were not read before; none if the file does not exist.
  ///
  /// - Returns: Whether they begin with the first one: the file is another than before.
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
