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
