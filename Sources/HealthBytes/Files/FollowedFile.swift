/// The lines of a file that grows, or that another file replaces.
package final class FollowedFile {
  private let path: String
  // It stays open, so that the file system gives its number to no other file.
  private var source: FileSource?
  private var identity: FileStatus.Identity?
  private var line: [UInt8] = []
  private var buffer: [UInt8] = []

  package init(_ path: String) { self.path = path }

  /// Whether the last line has no end: that of a program that was killed, or that is writing it.
  package var isTorn: Bool { !line.isEmpty }

  /// Reads it from its beginning the next time.
  package func restart() { (source, identity, line) = (nil, nil, []) }

  /// Reads the lines that were not read before; none if the file does not exist.
  ///
  /// - Returns: Whether they begin with the first one: the file is another than before.
  package func read(_ body: ([UInt8]) throws(HealthError) -> Void) throws(HealthError) -> Bool {
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
      for byte in buffer[..<count] {
        if byte == 10 {
          try body(line)
          line.removeAll(keepingCapacity: true)
        } else {
          line.append(byte)
        }
      }
    }
  }
}
