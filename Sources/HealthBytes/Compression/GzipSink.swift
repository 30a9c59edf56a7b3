/// Packs what is written to it as one gzip member (RFC 1952), without time or name: the same bytes
/// in, the same bytes out.
package final class GzipSink: ByteSink {
  private let sink: any ByteSink
  private let packer: BlockPacker
  private let level: Int
  private var checksum = Checksum()
  private var count: Int64 = 0
  private var isBegun = false
  private var isFinished = false

  /// Packs for `sink`.
  ///
  /// - Parameters:
  ///   - sink: Takes the packed bytes; finished together with this one.
  ///   - level: 1, the fastest, to 9, the smallest.
  ///   - jobs: How many threads pack. The bytes do not depend on it.
  /// - Throws: `ByteError` when there is no memory.
  public init(_ sink: any ByteSink, level: Int = 6, jobs: Int = 1) throws(ByteError) {
    self.sink = sink
    self.level = level
    packer = try BlockPacker(level: level, jobs: jobs)
  }

  /// Packs `bytes`.
  public func write(_ bytes: Span<UInt8>) throws(ByteError) {
    checksum.update(bytes)
    count += Int64(bytes.count)
    try packer.append(bytes, emit)
  }

  /// Writes the end of the member and finishes the sink below.
  public func finish() throws(ByteError) {
    if isFinished { return }
    isFinished = true
    try packer.end(emit)
    try packer.drain(emit)
    var trailer = ByteBuffer(capacity: 16)
    trailer.append(little: checksum.value)
    trailer.append(little: UInt32(truncatingIfNeeded: count))
    try trailer.flush(to: sink)
    try sink.finish()
  }

  private func emit(_ packed: Span<UInt8>, isLast: Bool) throws(ByteError) {
    if !isBegun {
      isBegun = true
      // No fields, no time, how much was tried, Unix.
      let effort: UInt8 = level >= 9 ? 2 : level <= 1 ? 4 : 0
      try sink.write(([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, effort, 3] as [UInt8]).span)
    }
    try sink.write(packed)
  }
}
