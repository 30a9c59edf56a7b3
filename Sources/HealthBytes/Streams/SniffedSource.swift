/// A source whose first bytes have been looked at and are still to be read.
package final class SniffedSource: ByteSource {
  private let source: any ByteSource
  private var position = 0

  /// The first bytes: as many as requested, or all of a shorter source.
  public let first: [UInt8]

  /// Reads the first bytes of `source`.
  ///
  /// - Parameters:
  ///   - source: The source to wrap; use only this one afterwards.
  ///   - count: How many bytes to look at, at least 1.
  public init(_ source: any ByteSource, count: Int = 4096) throws(ByteError) {
    self.source = source
    var first = [UInt8](repeating: 0, count: max(1, count))
    let end = try source.fill(&first)
    first.removeLast(first.count - end)
    self.first = first
  }

  /// Hands over the first bytes, then what follows.
  public func read(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int {
    if position == first.count { return try source.read(into: &buffer, at: offset) }
    let count = min(first.count - position, buffer.count - offset)
    guard count > 0 else { return 0 }
    buffer.overwrite(at: offset, with: first, position..<(position + count))
    position += count
    return count
  }

  /// Of the source.
  public var progress: ByteProgress { source.progress }

  /// Whether the first bytes are those of gzip (RFC 1952).
  public var isGzip: Bool { first.starts(with: [0x1F, 0x8B]) }

  /// Whether the first bytes are those of a zip archive: of a member, or of the end of an empty one.
  public var isZip: Bool {
    first.starts(with: [0x50, 0x4B, 3, 4]) || first.starts(with: [0x50, 0x4B, 5, 6])
  }
}
