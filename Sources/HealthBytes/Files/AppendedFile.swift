import LibC

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

  /// Buffers, and writes in large pieces.
  public func write(_ bytes: Span<UInt8>) throws(ByteError) {
    try output.write(bytes)
  }

  /// Writes what is left.
  public func finish() throws(ByteError) {
    try output.flush()
  }
}
