/// A source that is read by a thread of its own, a few buffers ahead of who asks: unpacking and
/// parsing then run side by side, on two cores up to half as fast again.
public final class ReadAheadSource: ByteSource {
  private let exchange: ReadAheadExchange
  private var current: [UInt8] = []
  private var position = 0
  private var lastProgress: ByteProgress
  private var failure: ByteError?
  private var isEnded = false

  /// Starts reading at once. The source is the thread's from now on: nobody else may touch it, nor
  /// what it reads from. (`sending` would prove that, but region analysis in 6.3 gives up on a
  /// source made by a throwing initializer.)
  ///
  /// - Parameters:
  ///   - source: What to read.
  ///   - capacity: Bytes of each of the three buffers.
  /// - Throws: `ByteError` when the system has no thread to give.
  public init(_ source: any ByteSource, capacity: Int = 1 << 18) throws(ByteError) {
    lastProgress = source.progress
    exchange = ReadAheadExchange(source, capacity: max(1, capacity))
    guard exchange.start() else { throw ByteError(.io, "", "no thread could be started") }
  }

  deinit { exchange.cancel() }

  /// Of the bytes handed over last.
  public var progress: ByteProgress { lastProgress }

  /// Hands over what the thread has read, waiting for it if there is nothing yet.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int {
    guard offset < buffer.count else { return 0 }
    if position == current.count, !isEnded {
      // Given away whole, so that the thread can write to it without a copy.
      var used: [UInt8] = []
      swap(&used, &current)
      let next = exchange.take(returning: used)
      (current, position) = (next.bytes, 0)
      lastProgress = next.progress
      failure = next.failure
      isEnded = next.isLast
    }
    let count = min(current.count - position, buffer.count - offset)
    if count == 0, let failure { throw failure }
    buffer.overwrite(at: offset, with: current, position..<(position + count))
    position += count
    return count
  }
}
