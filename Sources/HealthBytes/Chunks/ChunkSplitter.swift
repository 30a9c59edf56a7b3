/// Splits the rest of an input into chunks that begin and end where items seem to begin; it does not parse them.
///
/// Used by one thread at a time.
package final class ChunkSplitter {
  /// The usual size of a chunk, in bytes: small enough that it and the samples decoded from it fit into a
  /// processor's cache.
  package static let size = 1 << 19
  /// How many chunks are made of as many bytes if its items refer to files.
  private static let parts = 128
  /// How many bytes are searched for such an item, in each part.
  private static let sample = 1 << 9
  /// How many times the usual size a chunk may have if no item begins in it.
  private static let mostSizes = 8
  /// How many of the bytes in which no item begins are searched again together with the bytes that follow: the beginning of an
  /// item may extend over both.
  private static let overlap = 1 << 7

  private let source: any ByteSource
  /// Finds the last index in some bytes at which an item seems to begin.
  package var cut: (Span<UInt8>) -> Int?
  /// Whether some bytes seem to end in an item that refers to other files, which are read with it: chunks with such items
  /// are smaller.
  package var endsInReference: ((Span<UInt8>) -> Bool)?
  private var size: Int
  /// Bytes read after the last cut, from `position` on.
  private var rest: [UInt8] = []
  private var position = 0
  /// Whether items of the rest refer to files.
  private var hasReferences = false
  private var beginsItem = true
  private var isSourceEnded = false
  private var error: HealthError?
  private var isEnded = false

  /// Splits a source.
  ///
  /// - Parameter size: The usual size of a chunk; tests use smaller ones.
  ///
  /// If `cut` or `endsInReference` is wrong, reading is slower, but the result is the same.
  package init(
    _ source: any ByteSource, size: Int = ChunkSplitter.size,
    cut: @escaping (Span<UInt8>) -> Int?
  ) {
    self.source = source
    self.cut = cut
    self.size = max(1, size)
  }

  /// Reads the next chunk.
  ///
  /// - Parameter chunk: A chunk that is no longer needed, whose storage is used again.
  /// - Returns: `false` after the last chunk.
  package func next(_ chunk: inout InputChunk) -> Bool {
    guard !isEnded else { return false }
    chunk.beginsItem = beginsItem
    chunk.error = nil
    if !takePart(&chunk) {
      reserve(rest.count - position, in: &chunk)
      chunk.bytes.overwrite(at: 0, with: rest.span.extracting(position..<rest.count))
      let end = read(&chunk, behind: rest.count - position)
      hasReferences = refersToFiles(chunk.bytes.span.extracting(0..<end))
      if hasReferences { keep(chunk, 0..<end) }
      if !takePart(&chunk) { takeUpToLastCut(&chunk, end) }
    }
    chunk.progress = source.progress
    chunk.isLast = isEnded
    return true
  }

  /// Makes bytes that were split off, and that begin with an item, the next ones again; changes the usual size of a chunk.
  package func putBack(_ bytes: Span<UInt8>, size: Int) {
    var whole = [UInt8](repeating: 0, count: bytes.count)
    whole.overwrite(at: 0, with: bytes)
    rest.replaceSubrange(..<position, with: whole)
    (position, beginsItem) = (0, true)
    self.size = max(1, size)
  }

  /// Reads the usual amount after the bytes of a chunk.
  ///
  /// - Returns: How many bytes the chunk then has.
  private func read(_ chunk: inout InputChunk, behind start: Int) -> Int {
    var end = start
    reserve(start + size, in: &chunk)
    do throws(HealthError) {
      while end < start + size, !isSourceEnded {
        let count = try source.read(into: &chunk.bytes, at: end)
        isSourceEnded = count == 0
        end += count
      }
    } catch {
      self.error = error
      isSourceEnded = true
    }
    return end
  }

  /// Ends the chunk at its last cut, and stores the bytes after that in `rest`. Reads more while no item begins in the chunk.
  private func takeUpToLastCut(_ chunk: inout InputChunk, _ count: Int) {
    var (end, cut) = (count, cut(chunk.bytes.span.extracting(0..<count)))
    while cut == nil, !isSourceEnded, end < size * Self.mostSizes {
      let start = max(0, end - Self.overlap)
      end = read(&chunk, behind: end)
      cut = self.cut(chunk.bytes.span.extracting(start..<end)).map { start + $0 }
    }
    beginsItem = cut != nil
    isEnded = isSourceEnded && cut == nil
    if isEnded { chunk.error = error }
    chunk.end = cut ?? end
    keep(chunk, chunk.end..<end)
  }

  private func reserve(_ count: Int, in chunk: inout InputChunk) {
    let missing = count - chunk.bytes.count
    // In a debug build, too, an array is appended in one copy; another sequence is appended byte by byte.
    if missing > 0 { chunk.bytes += [UInt8](repeating: 0, count: max(missing, min(size, 4_096))) }
  }

  private func keep(_ chunk: InputChunk, _ range: Range<Int>) {
    rest = Array(chunk.bytes[range])
    position = 0
  }

  /// Makes a small chunk of the rest, if an item begins in it.
  private func takePart(_ chunk: inout InputChunk) -> Bool {
    guard hasReferences else { return false }
    var length = max(1, size / Self.parts)
    while length < rest.count - position {
      if let cut = cut(rest.span.extracting(position..<(position + length))) {
        reserve(cut, in: &chunk)
        chunk.bytes.overwrite(at: 0, with: rest.span.extracting(position..<(position + cut)))
        chunk.end = cut
        position += cut
        beginsItem = true
        return true
      }
      length *= 2
    }
    return false
  }

  private func refersToFiles(_ bytes: Span<UInt8>) -> Bool {
    guard let endsInReference else { return false }
    let step = max(1, size / Self.parts)
    return stride(from: step, through: bytes.count, by: step).contains {
      endsInReference(bytes.extracting(max(0, $0 - Self.sample)..<$0))
    }
  }

  /// A cut after the last line feed.
  package static func endOfLines(_ bytes: Span<UInt8>) -> Int? {
    var end = bytes.count
    while end > 0 {
      let start = max(0, end - 256)
      if ByteScan.firstIndex(of: 10, in: bytes, from: start, to: end) < end {
        while bytes[end - 1] != 10 { end -= 1 }
        return end
      }
      end = start
    }
    return nil
  }
}

package typealias InputChunk = InputContainer.Chunk

extension InputContainer {
  /// Some of the bytes of an input, for a thread that decodes them apart from the others.
  public struct Chunk {
    /// Storage; the bytes are `bytes[0..<end]`. It is used again for a later chunk.
    public var bytes: [UInt8] = []
    /// Where the bytes end.
    public var end = 0
    /// The content of the chunk in place of bytes, if the input has several files. The object is used again for a later chunk.
    public var content: AnyObject?
    /// Whether the bytes begin where an item seems to begin.
    public var beginsItem = false
    /// Whether this is the last chunk.
    public var isLast = false
    /// The error because of which this is the last chunk, if the input could not be read to its end.
    public var error: HealthError?
    /// How much of the input had been read when this chunk was split off.
    public var progress = ByteProgress(consumed: 0, total: nil)

    /// A chunk without bytes.
    public init() {}
  }
}
