/// An open file that is written in large pieces.
struct BufferedOutput: ~Copyable {
  private static let capacity = 1 << 16

  let file: FileDescriptor
  private var waiting = ByteBuffer(capacity: Self.capacity)

  init(_ file: FileDescriptor) {
    self.file = file
  }

  /// Keeps `bytes` until enough have come together; long ones go straight through.
  mutating func write(_ bytes: Span<UInt8>) throws(ByteError) {
    if waiting.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try file.write(bytes)
    } else {
      waiting.append(bytes)
    }
  }

  /// Writes what is waiting.
  mutating func flush() throws(ByteError) {
    let file = file
    try waiting.withBytes { (bytes) throws(ByteError) in try file.write(bytes) }
    waiting.removeAll()
  }
}
