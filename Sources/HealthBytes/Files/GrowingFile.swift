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

  /// Appends; buffers, and writes in large pieces.
  public func write(_ bytes: Span<UInt8>) throws(ByteError) {
    try output.write(bytes)
  }

  /// Writes over what is there.
  ///
  /// - Throws: `ByteError`: `.noSpace`, `.io`.
  public func write(_ bytes: Span<UInt8>, at position: Int64) throws(ByteError) {
    try output.flush()
    try output.file.write(bytes, at: position)
  }

  /// Writes what is left.
  public func finish() throws(ByteError) {
    try output.flush()
  }
}
