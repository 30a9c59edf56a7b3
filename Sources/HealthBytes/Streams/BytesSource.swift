/// Bytes in memory as a source; in pieces, to try how a reader takes them.
public final class BytesSource: ByteSource {
  private let bytes: [UInt8]
  private let end: Int
  private let piece: Int
  private var position = 0

  /// A source of `bytes`.
  ///
  /// - Parameter pieces: The most bytes handed over at once, at least 1; `nil` for as many as fit.
  public init(_ bytes: [UInt8], pieces: Int? = nil) {
    self.bytes = bytes
    end = bytes.count
    self.piece = max(1, pieces ?? Int.max)
  }

  /// A source of the first bytes of a buffer.
  package init(_ bytes: [UInt8], end: Int) {
    self.bytes = bytes
    self.end = min(max(0, end), bytes.count)
    piece = Int.max
  }

  /// Copies the next piece.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int {
    let count = min(piece, end - position, buffer.count - offset)
    guard count > 0 else { return 0 }
    buffer.overwrite(at: offset, with: bytes, position..<(position + count))
    position += count
    return count
  }

  /// Of the bytes in memory.
  public var progress: ByteProgress {
    ByteProgress(consumed: Int64(position), total: Int64(end))
  }
}
