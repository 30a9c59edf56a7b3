/// Packs what is written to it as one gzip member (RFC 1952), without time or name: the same bytes
/// in, the same bytes out.
package final class GzipSink: ByteSink {
  private let sink: any ByteSink
  private let deflater: Deflater
  private var isFinished = false

  /// Packs for `sink`.
  ///
  /// - Parameters:
  ///   - sink: Takes the packed bytes; finished together with this one.
  ///   - level: 1, the fastest, to 9, the smallest.
  /// - Throws: `ByteError` when there is no memory.
  public init(_ sink: any ByteSink, level: Int = 6) throws(ByteError) {
    self.sink = sink
    self.deflater = try Deflater(.gzip, level: level)
  }

  /// Packs `bytes`.
  public func write(_ bytes: Span<UInt8>) throws(ByteError) {
    try deflater.encode(bytes, isLast: false) { (packed) throws(ByteError) in
      try sink.write(packed)
    }
  }

  /// Writes the end of the member and finishes the sink below.
  public func finish() throws(ByteError) {
    if isFinished { return }
    isFinished = true
    try deflater.encode([UInt8]().span, isLast: true) { (packed) throws(ByteError) in
      try sink.write(packed)
    }
    try sink.finish()
  }
}
