/// The bytes of a source that a tokenizer reads: a part that moves forward, and grows when one item does not fit.
///
/// A tokenizer reads the complete items in the valid part, and then requests more bytes from where it stopped:
///
///     var start = 0
///     while true {
///       do {
///         let bytes = window.bytes
///         start = parse(bytes.span.extracting(0..<window.end), isFinal: window.isFinal)
///       }
///       if window.isFinal { break }
///       try window.refill(keepingFrom: start)
///     }
///
/// The copy in `bytes` shares the storage. Its scope must end before `refill`; otherwise `refill` copies all bytes.
@usableFromInline package struct Window {
  private var source: any ByteSource
  private let limit: Int

  /// The storage; its valid part is `bytes[0..<end]`.
  public private(set) var bytes: [UInt8]
  /// Where the valid part ends.
  public private(set) var end = 0
  /// Whether the source has ended: `bytes[0..<end]` is all that is left.
  public private(set) var isFinal = false
  /// The offset of `bytes[0]` in the source.
  public private(set) var origin: Int64
  /// Why reading failed. It is thrown when all bytes before it were consumed.
  private var error: HealthError?

  /// An empty window at the start of `source`: nothing is read until `refill`.
  ///
  /// - Parameters:
  ///   - capacity: Bytes of storage to begin with, at least 1.
  ///   - limit: The most bytes of storage, and so of an item.
  ///   - origin: How many bytes precede those of the source.
  public init(
    source: any ByteSource, capacity: Int = 1 << 18, limit: Int = 1 << 24, origin: Int64 = 0
  ) {
    self.source = source
    self.origin = origin
    self.limit = max(1, limit)
    self.bytes = [UInt8](repeating: 0, count: min(max(1, capacity), self.limit))
  }

  /// How far the underlying input has been read.
  public var progress: ByteProgress { source.progress }

  /// Discards the bytes before `start`, then reads until the storage is full or the source ended.
  ///
  /// Moves `bytes[start..<end]` to the front, and doubles the storage if they fill it. So each call reads at least one new byte
  /// or makes the window final.
  ///
  /// - Parameter start: The first byte still needed, `0...end`; indexes drop by this much.
  /// - Throws: What the source throws; `.tooLarge` when the storage is full at its limit.
  public mutating func refill(keepingFrom start: Int) throws(HealthError) {
    let start = min(max(0, start), end)
    if start > 0 {
      bytes.moveToFront(start..<end)
      end -= start
      origin += Int64(start)
    }
    if isFinal { return }
    if let error { throw error }
    if end == bytes.count {
      guard end < limit else {
        let known = Limits.sampleBytes
        let named = limit == known.value ? " (limit '\(known.name)')" : ""
        throw HealthError(.tooLarge, "", "found a tag or a line longer than \(limit) bytes\(named)")
      }
      bytes.lengthen(to: end + min(end, limit - end))
    }
    let known = end
    do throws(HealthError) {
      while end < bytes.count {
        let count = try source.read(into: &bytes, at: end)
        if count == 0 {
          isFinal = true
          return
        }
        end += count
      }
    } catch {
      guard end > known else { throw error }
      self.error = error
    }
  }

  /// Removes the rest of the input: the bytes from an index on, and the source of those after them. Afterwards the window
  /// reads from another source.
  ///
  /// - Returns: The bytes, their source, and the error of reading it, if there was one.
  package mutating func handOver(
    from start: Int, continuingWith source: any ByteSource
  ) -> (rest: [UInt8], source: any ByteSource, error: HealthError?) {
    let given = (Array(bytes[start..<end]), self.source, error.take())
    origin += Int64(start)
    end = 0
    isFinal = false
    self.source = source
    return given
  }

  /// Exchanges the storage, to parse bytes without copying them.
  ///
  /// - Parameter origin: The offset of the first of them; by default, locations are relative to it.
  package mutating func exchange(_ storage: inout [UInt8], end: Int, origin: Int64 = 0) {
    swap(&bytes, &storage)
    self.end = end
    self.origin = origin
    isFinal = false
  }
}
