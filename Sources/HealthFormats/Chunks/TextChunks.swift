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
