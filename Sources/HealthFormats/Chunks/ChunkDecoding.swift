public import HealthBytes
import HealthModel

package typealias ChunkedInput = Input.Chunks
package typealias ChunkDecoder = Input.ChunkDecoder

extension Input {
  /// The rest of an input in chunks, which several threads decode.
  ///
  /// Each thread makes one decoder. The chunks are then given to the reader in their order, each with the decoder that has
  /// decoded it (``SampleReader/accept(_:decodedBy:)``), and the samples are pulled from the reader as always.
  public protocol Chunks: AnyObject {
    /// Splits off the next chunk. Called by one thread at a time.
    ///
    /// - Parameter chunk: A chunk that is no longer needed, whose storage is used again.
    /// - Returns: `false` after the last chunk.
    func next(_ chunk: inout InputContainer.Chunk) -> Bool

    /// Makes a decoder for one thread.
    func makeDecoder() -> any ChunkDecoder
  }

  /// Decodes chunks of an input, one after another, on a thread of its own.
  ///
  /// It does what depends on the chunk alone. What depends on the samples before it and on other files is done by the
  /// reader. A chunk with something that only the reader can judge, such as an error, is left to the reader.
  public protocol ChunkDecoder: AnyObject {
    /// Decodes a chunk. The samples stay in the decoder until the reader has given them.
    func decode(_ chunk: inout InputContainer.Chunk)
  }
}

extension ReadOptions {
  /// How many bytes of the rest of an input, as stored on the disk, are worth more threads.
  private static let smallestRest: Int64 = 1 << 19

  /// Whether what follows is worth more threads: they take time to begin, and memory.
  func isWorthThreads(_ progress: ByteProgress) -> Bool {
    isWorthThreads(progress.total.map { $0 - progress.consumed })
  }

  /// Whether so many bytes are worth more threads; also if their count is not known.
  func isWorthThreads(_ count: Int64?) -> Bool {
    chunkSize < ChunkSplitter.size || count.map { $0 >= Self.smallestRest } ?? true
  }
}

/// A splitter with decoders of a kind.
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

/// What was decoded of a chunk, each item with its location in the chunk, in the order in which a reader takes them out.
///
/// A reader exchanges it with its decoder for each chunk: each use of a property of a class would be checked for exclusive
/// access. An item is moved out, not copied: there is no reference counting.
struct DecodedItems<Item, Location> {
  private var items: [Item?] = []
  private var locations: [Location] = []
  /// How many items were taken out.
  private(set) var taken = 0

  /// How many items there are, those that were taken out too.
  var count: Int { items.count }

  @inline(__always)
  mutating func append(_ item: consuming Item, at location: Location) {
    items.append(item)
    locations.append(location)
  }

  /// Takes the next item out.
  @inline(__always)
  mutating func takeNext() -> Item? {
    guard taken < items.count else { return nil }
    taken &+= 1
    return items[taken &- 1].take()
  }

  /// The location of the item that was taken out last; one must have been.
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
