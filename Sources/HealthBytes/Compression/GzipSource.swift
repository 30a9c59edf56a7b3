/// The content of a gzip stream (RFC 1952): all its members, one after the other.
///
/// Length and CRC-32 of each member are checked; zeros after the last one are taken for padding.
public final class GzipSource: ByteSource {
  private let source: any ByteSource
  private let name: String
  private let inflater: Inflater
  private let ratio: RatioGuard
  private var input = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0
  private var consumed: Int64 = 0
  private var produced: Int64 = 0
  private var state = State.member

  private enum State { case member, between, end }

  /// Unpacks what `source` yields.
  ///
  /// - Parameters:
  ///   - source: Bytes that begin with a gzip header.
  ///   - name: What errors call it.
  ///   - ratio: Bytes of output allowed for each byte of input, after the first 16 MiB of output.
  /// - Throws: `ByteError` when there is no memory.
  public init(
    _ source: any ByteSource, name: String = "", ratio: Int = 200
  ) throws(ByteError) {
    self.source = source
    self.name = name
    self.inflater = try Inflater(.gzip, name: name)
    self.ratio = RatioGuard(ratio: Int64(max(1, ratio)), name: name)
  }

  /// Unpacks the next bytes.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int {
    guard offset < buffer.count else { return 0 }
    while state != .end {
      if position == end {
        end = try source.read(into: &input, at: 0)
        position = 0
      }
      if position == end {
        if state != .between {
          throw ByteError(.truncated, name, "ends in the middle of its compressed data")
        }
        state = .end
      } else if state == .between, input[position] == 0 {
        state = .end
      } else {
        if state == .between {
          guard input[position] == 0x1F else {
            throw ByteError(.corrupt, name, "something that is not gzip follows the content")
          }
          inflater.reset()
        }
        state = .member
        let step = try inflater.step(input, position..<end, into: &buffer, at: offset)
        position += step.consumed
        consumed += Int64(step.consumed)
        produced += Int64(step.produced)
        try ratio.check(consumed: consumed, produced: produced)
        if step.isEnd { state = .between }
        if step.produced > 0 { return step.produced }
      }
    }
    return 0
  }

  /// Of the compressed input.
  public var progress: ByteProgress { source.progress }
}
