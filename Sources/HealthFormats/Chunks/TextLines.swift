import HealthBytes
import HealthModel

extension TextChunks {
  /// Moves over a byte order mark, of a text of which nothing was read.
  mutating func skipByteOrderMark() {
    repeat { extend() } while count < 3 && !chunk.isLast
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if count >= 3, ByteScan.equal(chunk.bytes.span, at: start, to: mark) { consume(3, lines: 0) }
  }

  /// The next line, without its end, which is not consumed: for the lines before the items of a text.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that are read for a line whose end is missing.
  ///   - tooLong: The error of a longer line.
  /// - Returns: Where it is in the chunk; `nil` at the end of the text.
  mutating func peekLine(
    limit: Int, _ tooLong: (Place) -> HealthError
  ) throws(HealthError) -> Range<Int>? {
    while true {
      let range = start..<chunk.end
      if let stop = Self.endOfLine(range, chunk.bytes.span, isFinal: isFinal) {
        return range.lowerBound..<stop
      }
      if count >= limit { throw tooLong(place) }
      if let error = chunk.error { throw error.reading(at: place) }
      if isFinal { return nil }
      extend()
    }
  }

  /// Moves over a line that ``peekLine(limit:_:)`` has found, and its end.
  mutating func consumeLine(_ line: Range<Int>) {
    consume(min(line.upperBound + 1, chunk.end) - line.lowerBound, lines: 1)
  }

  /// Where a line ends; `nil` if its end is missing, or there is no line.
  static func endOfLine(_ range: Range<Int>, _ bytes: Span<UInt8>, isFinal: Bool) -> Int? {
    let stop = ByteScan.firstIndex(
      of: UInt8(ascii: "\n"), in: bytes, from: range.lowerBound, to: range.upperBound)
    return stop < range.upperBound || isFinal && !range.isEmpty ? stop : nil
  }
}

/// The lines of a chunk whose ends are known, one after another, until they fill a batch.
struct ChunkLines {
  private let range: Range<Int>
  private let isFinal: Bool
  private let limit: Int
  /// Where the current line and the next one begin.
  private var position: Int
  private var following: Int
  private var count = 0
  private var isFull = false
  private var isTooLong = false

  /// - Parameters:
  ///   - isFinal: Whether nothing follows, so that the last line needs no end.
  ///   - limit: How many bytes are too many for a line.
  init(_ range: Range<Int>, isFinal: Bool, limit: Int) {
    self.range = range
    self.isFinal = isFinal
    self.limit = limit
    (position, following) = (range.lowerBound, range.lowerBound)
  }

  /// The next line, without its line feed.
  @inline(__always)
  mutating func next(_ bytes: Span<UInt8>) -> Range<Int>? {
    if following > position {
      count += 1
      position = following
      isFull = position - range.lowerBound >= TextBatch.mostBytes
      if isFull { return nil }
    }
    let stop = TextChunks.endOfLine(position..<range.upperBound, bytes, isFinal: isFinal)
    guard let stop else { return nil }
    isTooLong = stop - position >= limit
    if isTooLong { return nil }
    following = min(stop + 1, range.upperBound)
    return position..<stop
  }

  /// Where the current line begins, relative to the first one.
  var location: LineLocation {
    LineLocation(line: count, offset: Int64(position - range.lowerBound))
  }

  /// States in a batch what was decoded: the lines before the current one.
  ///
  /// - Parameter place: Where the first line begins.
  func end(_ batch: inout TextBatch, at place: Place) {
    (batch.consumed, batch.lines, batch.isFull) = (position - range.lowerBound, count, isFull)
    guard isTooLong else { return }
    batch.fault = HealthError(
      lineOf: limit,
      at: Place(
        file: place.file, line: place.line + count, column: 1,
        byteOffset: place.byteOffset + Int64(batch.consumed)))
  }
}

extension HealthError {
  /// A line is too long.
  ///
  /// - Parameter limit: How many bytes are too many.
  init(lineOf limit: Int, at place: Place) {
    self.init(
      .malformed, rule: "line-too-long", place: place,
      "found a line of more than \(limit) bytes (limit '\(Limits.lineBytes.name)')")
  }
}
