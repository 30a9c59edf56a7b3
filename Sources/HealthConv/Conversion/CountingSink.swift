/// Counts the bytes on their way to another sink.
final class CountingSink: ByteSink {
  private let sink: any ByteSink
  private(set) var count: Int64 = 0

  init(_ sink: any ByteSink) { self.sink = sink }

  func write(_ bytes: Span<UInt8>) throws(ByteError) {
    try sink.write(bytes)
    count += Int64(bytes.count)
  }

  func finish() throws(ByteError) { try sink.finish() }
}
