/// An open file that is written in large chunks.
struct BufferedOutput: ~Copyable {
  private static let capacity = 1 << 16
  /// How many bytes are written before the system begins to store them.
  private static let storedAtOnce: Int64 = 1 << 23

  let file: FileDescriptor
  private var waiting = ByteBuffer(capacity: Self.capacity)
  /// Where the bytes are that the system has not begun to store; `nil` for a file that is not synchronized.
  private var unstored: Range<Int64>?

  /// - Parameter position: Where the first bytes are written, for a file that is synchronized at the end: most of it is on
  ///   the disk then, because the system stores what was written while more is made.
  init(_ file: FileDescriptor, synchronizedFrom position: Int64? = nil) {
    self.file = file
    unstored = position.map { $0..<$0 }
  }

  /// Keeps `bytes` until enough have come together; long ones go straight through.
  mutating func write(_ bytes: Span<UInt8>) throws(ByteError) {
    if waiting.count + bytes.count > Self.capacity { try flush() }
    if bytes.count >= Self.capacity {
      try file.write(bytes)
      store(bytes.count)
    } else {
      waiting.append(bytes)
    }
  }

  /// Writes what is waiting.
  mutating func flush() throws(ByteError) {
    let file = file
    try waiting.withBytes { (bytes) throws(ByteError) in try file.write(bytes) }
    store(waiting.count)
    waiting.removeAll()
  }

  private mutating func store(_ count: Int) {
    guard let range = unstored else { return }
    let new = range.lowerBound..<(range.upperBound + Int64(count))
    let isEnough = new.upperBound - new.lowerBound >= Self.storedAtOnce
    if isEnough { file.beginToStore(new) }
    unstored = isEnough ? new.upperBound..<new.upperBound : new
  }
}
