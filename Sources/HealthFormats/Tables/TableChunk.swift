import HealthBytes
import HealthModel

/// The rows of a table that belong to a chunk, and the row after them: a decoder reads one row ahead, and finds its faults
/// before it returns the sample before it.
protocol TableChunk {
  /// No rows.
  init()
}

/// A row of a table of which several threads read different parts.
protocol ChunkRow: TableRow, ~Copyable {
  associatedtype Chunk: TableChunk

  /// What the tables of one decoder share.
  associatedtype Memory

  /// Bytes of the rows of later samples that may be read ahead.
  static var bytesAhead: Int { get }
  /// The memory for the tables of another decoder.
  ///
  /// - Parameter jobs: How many threads share it; `nil` if no thread has a decoder of its own.
  static func makeMemory(jobs: Int?) -> Memory

  /// A reader of chunks of the same file, for another decoder.
  init(like row: borrowing Self, _ memory: Memory)

  /// Begins to read the rows of a chunk, which follows those before.
  mutating func begin(_ chunk: inout Chunk)
  /// Returns the storage of the chunk.
  mutating func end(_ chunk: inout Chunk)
}

/// The rows of all tables of a dataset that belong to some samples which follow one another.
final class TableChunks<Chunk: TableChunk> {
  /// By the number of the table.
  var chunks: [Chunk]
  /// The numbers that samples at top level can have.
  var numbers: Range<Int64> = 0..<0

  init(tables: Int) { chunks = (0..<tables).map { _ in Chunk() } }
}

/// A nested row whose parent is missing or out of order. Its table ends there: the fault is that of the next row that could
/// have nested rows in the table, perhaps in a later chunk.
typealias OrphanRow = (number: Int64, fault: FormatError)
