/// Where bytes come from: a file, a pipe, memory, or another source unpacked.
///
/// Pulled by one owner at a time, hence a class and not `Sendable`.
public protocol ByteSource: AnyObject {
  /// Fills `buffer` from `offset` up to its end at most.
  ///
  /// - Parameters:
  ///   - buffer: Storage that has its full count already. Its count is not changed.
  ///   - offset: Where the bytes go, `0...buffer.count`.
  /// - Returns: How many bytes were read; 0 means the end, now and on every later call, unless
  ///   `buffer` had no room.
  func read(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int

  /// How far the underlying input has been read.
  var progress: ByteProgress { get }
}

/// How far an input has been read, for progress bars: in bytes as stored on the disk, so that a
/// compressed input counts its compressed bytes.
public struct ByteProgress: Sendable, Hashable {
  /// The bytes read so far.
  public let consumed: Int64
  /// The size in bytes; `nil` if it is unknown, as for a pipe.
  public let total: Int64?

  /// A place in an input.
  ///
  /// - Parameters:
  ///   - consumed: The bytes read so far.
  ///   - total: The bytes there are, if known.
  public init(consumed: Int64, total: Int64?) {
    self.consumed = consumed
    self.total = total
  }
}

extension ByteSource {
  /// Reads until a buffer is full or nothing is left.
  ///
  /// - Returns: How many bytes were read.
  package func fill(_ buffer: inout [UInt8]) throws(ByteError) -> Int {
    var end = 0
    while end < buffer.count, case let count = try read(into: &buffer, at: end), count > 0 {
      end += count
    }
    return end
  }

  /// Reads all that is left.
  ///
  /// - Returns: The bytes; memory for all of them.
  /// - Throws: What `read(into:at:)` throws; `.tooLarge` when there is more than `limit`.
  public func readAll(limit: Int = 1 << 30) throws(ByteError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(1, min(limit, 1 << 16)))
    var end = 0
    while true {
      let count = try read(into: &bytes, at: end)
      if count == 0 { break }
      end += count
      if end > limit { throw ByteError(.tooLarge, "", "more than the \(limit) bytes allowed") }
      if end == bytes.count {
        bytes += [UInt8](repeating: 0, count: bytes.count)
      }
    }
    bytes.removeLast(bytes.count - end)
    return bytes
  }

  /// Copies all that is left.
  ///
  /// - Parameter sink: Gets the bytes; it is not finished.
  public func copy(to sink: any ByteSink) throws(ByteError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try read(into: &buffer, at: 0), count > 0 {
      try sink.write(buffer.span.extracting(0..<count))
    }
  }
}
