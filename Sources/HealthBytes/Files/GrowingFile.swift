import LibC

/// An existing file that grows at its end and of which parts are rewritten.
package final class GrowingFile: ByteSink {
  private var output: BufferedOutput

  /// Opens a file, to go on at its end.
  ///
  /// - Throws: `ByteError`: what opening a file throws.
  public init(_ path: String, name: String) throws(ByteError) {
    let file = try FileDescriptor(creating: path, flags: O_WRONLY, errorPath: name)
    let end = lseek(file.number, 0, SEEK_END)
    guard end >= 0 else { throw ByteError(system: errno, name) }
    output = BufferedOutput(file, synchronizedFrom: Int64(end))
  }

  /// Appends; buffers, and writes in large chunks.
  public func write(_ bytes: Span<UInt8>) throws(ByteError) {
    try output.write(bytes)
  }

  /// Writes over the existing content.
  ///
  /// - Throws: `ByteError`: `.noSpace`, `.io`.
  public func write(_ bytes: Span<UInt8>, at position: Int64) throws(ByteError) {
    try output.flush()
    try output.file.write(bytes, at: position)
  }

  /// Writes the rest.
  public func finish() throws(ByteError) {
    try output.flush()
  }
}

/// A file that others write to as well, and that gets something more at its end: a log, a summary.
package final class AppendedFile: ByteSink {
  private var output: BufferedOutput

  /// Opens a file, which is made if it is not there.
  ///
  /// - Parameters:
  ///   - path: Where it is; its folder has to exist.
  ///   - isPrivate: Whether only its owner may read a file that is made.
  /// - Throws: `ByteError`: what opening a file throws.
  public init(_ path: String, isPrivate: Bool = false) throws(ByteError) {
    output = BufferedOutput(
      try FileDescriptor(
        creating: path, flags: O_WRONLY | O_CREAT | O_APPEND,
        permissions: isPrivate ? 0o600 : 0o666,
        errorPath: path))
  }

  /// Buffers, and writes in large chunks.
  public func write(_ bytes: Span<UInt8>) throws(ByteError) {
    try output.write(bytes)
  }

  /// Writes the rest.
  public func finish() throws(ByteError) {
    try output.flush()
  }
}
