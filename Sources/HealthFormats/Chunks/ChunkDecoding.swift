public import HealthBytes
import HealthModel

package typealias ChunkedInput = Input.Chunks
package typealias ChunkDecoder = Input.ChunkDecoder

extension Input {
  /// The rest of an input in chunks, which several threads decode.
  ///
  /// Each thread makes one decoder. The reader then accepts the chunks in their order, each with the decoder that decoded it
  /// (``SampleReader/accept(_:decodedBy:)``), and `next()` of the reader returns the samples.
  public protocol Chunks: AnyObject {
    /// Splits off the next chunk. Called by one thread at a time.
    ///
    /// - Parameter chunk: Receives the chunk; its storage is reused.
    /// - Returns: `false` after the last chunk.
    func next(_ chunk: inout InputContainer.Chunk) -> Bool

    /// Makes a decoder for one thread.
    func makeDecoder() -> any ChunkDecoder
  }

  /// Decodes chunks of an input, one after another, on a thread of its own.
  ///
  /// It does the work that depends on the chunk alone. The reader adds what depends on earlier samples and other files, and
  /// decodes a chunk itself if the state that a decoder assumed at its beginning was wrong. A fault is accepted with its place.
  public protocol ChunkDecoder: AnyObject {
    /// Decodes a chunk. The samples stay in the decoder until the reader has returned them.
    func decode(_ chunk: inout InputContainer.Chunk)
  }
}

extension ReadOptions {
  /// With fewer remaining bytes, as stored on the disk, one thread is used.
  private static let smallestRest: Int64 = 1 << 19

  /// Whether the rest of the input is long enough for several threads, which take time to start, and memory.
  func isWorthThreads(_ progress: ByteProgress) -> Bool {
    isWorthThreads(progress.total.map { $0 - progress.consumed })
  }

  /// Whether so many bytes are enough for several threads; `true` if the count is not known.
  func isWorthThreads(_ count: Int64?) -> Bool {
    chunkSize < ChunkSplitter.size || count.map { $0 >= Self.smallestRest } ?? true
  }
}

/// An input with a splitter and one type of decoders.
final class SplitInput: ChunkedInput {
  private let split: (inout InputChunk) -> Bool
  private let make: () -> any ChunkDecoder

  init(
    _ split: @escaping (inout InputChunk) -> Bool, makeDecoder: @escaping () -> any ChunkDecoder
  ) {
    self.split = split
    make = makeDecoder
  }

  func next(_ chunk: inout InputChunk) -> Bool { split(&chunk) }

  func makeDecoder() -> any ChunkDecoder { make() }
}

/// The decoded items of a chunk in their order, each with its location in the chunk.
///
/// A reader swaps it with that of the decoder for each chunk, because each access to a property of a class is checked for
/// exclusivity. Items are moved out and not copied, so no references are counted.
struct DecodedItems<Item, Location> {
  private var items: [Item?] = []
  private var locations: [Location] = []
  /// How many items were moved out.
  private(set) var taken = 0

  /// How many items there are, including those that were moved out.
  var count: Int { items.count }

  @inline(__always)
  mutating func append(_ item: consuming Item, at location: Location) {
    items.append(item)
    locations.append(location)
  }

  /// Moves the next item out.
  @inline(__always)
  mutating func takeNext() -> Item? {
    guard taken < items.count else { return nil }
    taken &+= 1
    return items[taken &- 1].take()
  }

  /// The location of the item that was moved out last. At least one must have been moved out.
  var location: Location { locations[taken &- 1] }

  /// Removes all items; the storage is kept for the next chunk.
  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    locations.removeAll(keepingCapacity: true)
    taken = 0
  }
}

/// The samples of lines, with their locations.
typealias DecodedLines = DecodedItems<Sample, LineLocation>

/// Where a line is in its chunk.
struct LineLocation {
  /// How many lines are before it.
  private let storedLine: Int32
  private let storedOffset: Int32

  init(line: Int, offset: Int64) {
    storedLine = Int32(truncatingIfNeeded: line)
    storedOffset = Int32(truncatingIfNeeded: offset)
  }

  var line: Int { Int(storedLine) }
  /// How many bytes are before it.
  var offset: Int64 { Int64(storedOffset) }
}
