/// What is piped into the process.
public final class StandardInputSource: ByteSource {
  private let source = FileSource(
    FileDescriptor(0, name: "standard input", isOwned: false))

  /// Standard input from where it stands.
  public init() {}

  /// Reads with one system call.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int {
    try source.read(into: &buffer, at: offset)
  }

  /// Its total is known where a file is redirected to the process.
  public var progress: ByteProgress { source.progress }
}

/// What the process pipes on. A pipe that nobody reads any more throws `.closedPipe`, provided that
/// SIGPIPE is ignored: see `Interruption.install()`.
public final class StandardOutputSink: ByteSink {
  private var output = BufferedOutput(
    FileDescriptor(1, name: "standard output", isOwned: false))

  /// Standard output.
  public init() {}

  /// Buffers, and writes in large pieces.
  public func write(_ bytes: Span<UInt8>) throws(ByteError) {
    try output.write(bytes)
  }

  /// Writes what is left; leaves standard output open.
  public func finish() throws(ByteError) {
    try output.flush()
  }
}
