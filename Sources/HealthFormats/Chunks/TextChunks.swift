import HealthBytes
import HealthModel

/// The chunks of a text, one after another. What was not consumed of a chunk is put in front of the next one.
struct TextChunks {
  /// The bytes that were read and not yet consumed begin at `start`.
  var chunk = InputChunk()
  private(set) var start = 0
  /// Where `start` is: the line, from 1, and the bytes before it.
  private(set) var line = 1
  private(set) var offset: Int64 = 0
  let file: String
  private let splitter: ChunkSplitter
  private let options: ReadOptions
  private var next = InputChunk()

  /// The usual size of a chunk, in bytes, if one thread reads: what is made of it lives at the same time.
  private static let size = 1 << 17

  /// The text of a source, of which nothing is read yet.
  ///
  /// - Parameter cut: Finds the last index in some bytes at which an item seems to begin.
  init(
    _ source: any ByteSource, file: String, options: ReadOptions, size: Int = Self.size,
    cut: @escaping (Span<UInt8>) -> Int? = ChunkSplitter.endOfLines
  ) {
    self.file = file
    self.options = options
    splitter = ChunkSplitter(source, size: min(size, options.chunkSize), cut: cut)
  }

  /// The text of a file of an input.
  init(
    _ entry: InputContainer.Entry, of input: Input, options: ReadOptions
  ) throws(HealthError) {
    let (source, name) = try input.open(entry)
    self.init(source, file: name, options: options)
  }

  /// How many bytes were read and not yet consumed.
  var count: Int { chunk.end - start }

  /// Whether these bytes are all that is left of a text that could be read to its end.
  var isFinal: Bool { chunk.isLast && chunk.error == nil }

  /// The location of the next byte.
  var place: Place { Place(file: file, line: line, column: 1, byteOffset: offset) }

  /// Moves over some bytes and the line ends in them.
  mutating func consume(_ count: Int, lines: Int) {
    start += count
    skip(count, lines: lines)
  }

  /// Moves over bytes that are not in the chunk.
  mutating func skip(_ count: Int, lines: Int) {
    offset += Int64(count)
    line += lines
  }

  /// Cuts the bytes that were not read yet elsewhere.
  func cut(by cut: @escaping (Span<UInt8>) -> Int?) { splitter.cut = cut }

  /// Reads as much as is usual, or as much again as is left of an item that is longer. Does nothing at the end.
  ///
  /// - Parameter most: How many bytes are enough.
  mutating func extend(to most: Int = .max) {
    guard !chunk.isLast else { return }
    if count == 0 {
      start = 0
      _ = splitter.next(&chunk)
      return
    }
    let wanted = min(2 * count, most)
    repeat {
      _ = splitter.next(&next)
      append(next, from: 0)
    } while count < wanted && !chunk.isLast
  }

  /// Appends the bytes of a chunk to the remaining ones.
  mutating func append(_ other: InputChunk, from first: Int) {
    let added = other.end - first
    if start > 0 { chunk.bytes.moveToFront(start..<chunk.end) }
    chunk.end -= start
    start = 0
    let missing = chunk.end + added - chunk.bytes.count
    if missing > 0 { chunk.bytes += [UInt8](repeating: 0, count: missing) }
    chunk.bytes.overwrite(at: chunk.end, with: other.bytes.span.extracting(first..<other.end))
    chunk.end += added
    (chunk.isLast, chunk.error, chunk.progress) = (other.isLast, other.error, other.progress)
  }

  /// Splits off the chunks for several threads; `nil` if the rest is too small for them.
  ///
  /// - Parameter endsInReference: Whether some bytes seem to end in an item that refers to other files.
  mutating func split(endsInReference: ((Span<UInt8>) -> Bool)? = nil) -> ChunkSplitter? {
    guard !chunk.isLast, options.isWorthThreads(chunk.progress) else { return nil }
    splitter.endsInReference = endsInReference
    splitter.putBack(chunk.bytes.span.extracting(start..<chunk.end), size: options.chunkSize)
    (start, chunk.end) = (0, 0)
    return splitter
  }
}

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
