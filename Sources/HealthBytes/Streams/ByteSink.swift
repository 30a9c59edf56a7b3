/// A destination of bytes: a file, a pipe, memory, or a compressor in front of another sink.
///
/// One owner at a time writes to it, so it is not `Sendable`.
public protocol ByteSink: AnyObject {
  /// Writes all of `bytes`; they may stay in memory until `finish`.
  func write(_ bytes: Span<UInt8>) throws(HealthError)

  /// Writes the rest. Without this call the output is incomplete. A second call does nothing.
  func finish() throws(HealthError)
}

/// Bytes kept in memory.
public final class BytesSink: ByteSink {
  /// All that was written so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty sink.
  public init() {}

  /// Appends bytes.
  public func write(_ bytes: Span<UInt8>) throws(HealthError) {
    unsafe bytes.withUnsafeBufferPointer { unsafe self.bytes.append(contentsOf: $0) }
  }

  /// Does nothing: all bytes are in memory already.
  public func finish() throws(HealthError) {}
}
