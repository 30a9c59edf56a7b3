/// A source of bytes: a file, a pipe, memory, or another source that is decompressed.
///
/// One owner at a time reads from it, so it is not `Sendable`.
public protocol ByteSource: AnyObject {
  /// Reads bytes into `buffer`, from `offset` to its end at most.
  ///
  /// - Parameters:
  ///   - buffer: Storage that has its full count already. Its count is not changed.
  ///   - offset: Where the bytes go, `0...buffer.count`.
  /// - Returns: How many bytes were read; 0 means the end, now and on every later call, unless
  ///   `buffer` had no room.
  func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int

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

  /// The progress in an input.
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
  package func fill(_ buffer: inout [UInt8]) throws(HealthError) -> Int {
    var end = 0
    while end < buffer.count, case let count = try read(into: &buffer, at: end), count > 0 {
      end += count
    }
    return end
  }

  /// Reads all that is left.
  ///
  /// - Returns: The bytes, all of which are in memory.
  /// - Throws: What `read(into:at:)` throws; `.tooLarge` when there is more than `limit`.
  public func readAll(limit: Int = 1 << 30) throws(HealthError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(1, min(limit, 1 << 16)))
    var end = 0
    while true {
      let count = try read(into: &bytes, at: end)
      if count == 0 { break }
      end += count
      if end > limit { throw HealthError(.tooLarge, "", "more than the \(limit) bytes allowed") }
      if end == bytes.count {
        bytes += [UInt8](repeating: 0, count: bytes.count)
      }
    }
    bytes.removeLast(bytes.count - end)
    return bytes
  }

  /// Copies all that is left.
  ///
  /// - Parameter sink: Receives the bytes; it is not finished.
  public func copy(to sink: any ByteSink) throws(HealthError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try read(into: &buffer, at: 0), count > 0 {
      try sink.write(buffer.span.extracting(0..<count))
    }
  }
}

/// A source of bytes in memory. With small pieces it tests how a reader handles split input.
public final class BytesSource: ByteSource {
  private let bytes: [UInt8]
  private let end: Int
  private let piece: Int
  private var position = 0

  /// A source of `bytes`.
  ///
  /// - Parameter pieces: The most bytes that one call reads, at least 1; `nil` for as many as fit.
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
  public func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    let count = min(piece, end - position, buffer.count - offset)
    guard count > 0 else { return 0 }
    buffer.overwrite(at: offset, with: bytes, position..<(position + count))
    position += count
    return count
  }

  /// The progress in the bytes in memory.
  public var progress: ByteProgress {
    ByteProgress(consumed: Int64(position), total: Int64(end))
  }
}

/// A source whose first bytes can be inspected before they are read.
package final class SniffedSource: ByteSource {
  private let source: any ByteSource
  private var position = 0
  /// The error that follows the first bytes, if reading failed there.
  private let error: HealthError?

  /// The first bytes: as many as requested, or all of a shorter source.
  public let first: [UInt8]

  /// Reads the first bytes of `source`.
  ///
  /// - Parameters:
  ///   - source: The source to wrap; use only this one afterwards.
  ///   - count: How many bytes to inspect, at least 1.
  public init(_ source: any ByteSource, count: Int = 4096) throws(HealthError) {
    self.source = source
    error = nil
    var first = [UInt8](repeating: 0, count: max(1, count))
    let end = try source.fill(&first)
    first.removeLast(first.count - end)
    self.first = first
  }

  /// A source whose first bytes were read already. `error` is the error that the source threw after them, if any.
  public init(_ first: [UInt8], before source: any ByteSource, error: HealthError?) {
    self.source = source
    self.first = first
    self.error = error
  }

  /// Reads the first bytes, then those of the wrapped source.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    if position == first.count {
      if let error { throw error }
      return try source.read(into: &buffer, at: offset)
    }
    let count = min(first.count - position, buffer.count - offset)
    guard count > 0 else { return 0 }
    buffer.overwrite(at: offset, with: first, position..<(position + count))
    position += count
    return count
  }

  /// The progress of the wrapped source.
  public var progress: ByteProgress { source.progress }

  /// Whether the first bytes are those of gzip (RFC 1952).
  public var isGzip: Bool { first.starts(with: [0x1F, 0x8B]) }

  /// Whether the first bytes are those of a zip archive: of a member, or of the end of an empty one.
  public var isZip: Bool {
    first.starts(with: [0x50, 0x4B, 3, 4]) || first.starts(with: [0x50, 0x4B, 5, 6])
  }
}

/// A destination of bytes: a file, a pipe, memory, or a compressor that writes to another sink.
///
/// One owner at a time writes to it, so it is not `Sendable`.
public protocol ByteSink: AnyObject {
  /// Writes all of `bytes`; they may stay in memory until `finish`.
  func write(_ bytes: Span<UInt8>) throws(HealthError)

  /// Writes the rest. Without this call the output is incomplete. A second call does nothing.
  func finish() throws(HealthError)
}

/// Bytes kept in memory.
public final class BytesSink: ByteSink {
  /// All that was written so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty sink.
  public init() {}

  /// Appends bytes.
  public func write(_ bytes: Span<UInt8>) throws(HealthError) {
    unsafe bytes.withUnsafeBufferPointer { unsafe self.bytes.append(contentsOf: $0) }
  }

  /// Does nothing: all bytes are in memory already.
  public func finish() throws(HealthError) {}
}
