internal import HealthBytes

/// Bytes to be written to a sink: gathered, handed over in chunks, counted.
struct Output: ~Copyable {
  var bytes = ByteBuffer()
  private let sink: any ByteSink
  private var flushed: Int64 = 0

  init(to sink: any ByteSink) {
    self.sink = sink
  }

  /// The bytes written so far.
  var count: Int64 { flushed + Int64(bytes.count) }

  /// Hands the bytes over once there are enough of them. To be called often.
  mutating func flushIfLarge() throws(ByteError) {
    if bytes.count >= 1 << 16 { try flush() }
  }

  mutating func flush() throws(ByteError) {
    flushed += Int64(bytes.count)
    try bytes.flush(to: sink)
  }
}
