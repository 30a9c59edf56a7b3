// Tables. Each chunk of a CSV dataset or of Parquet has the rows of all tables that belong to the same samples
// (`TableSplitter`). The splitter reads numbers only (`CSVTableLines`, `ParquetTableKeys`): it looks at 64 KiB of
// each table, at more of those that limit a chunk, and ends a chunk before a sample that is not nested in another. A
// chunk has one row more of each table, since a decoder reads a row ahead. If its end cannot be found, the last
// chunk is all that follows, decoded in the turn of the reader; one thread reads all tables as such a chunk. A chunk
// is decoded again if a row in an earlier one has no parent, or if the memory of a thread is too little.
//
// Columns of Parquet have pages of different rows in files of other programs, so a thread decodes the rows of its
// chunk, and the rest of the pages at its ends only as far as it must: pages without rows of the chunk are not
// unpacked. The rows that are decoded together are the same for all threads (`ParquetTableReader.nextRows(with:)`),
// and with them the rows before which a fault is found. Each thread has a reader of every table; they divide the
// memory that one reader may take. If that is not enough (pages of several MB), the reader decodes the
// chunk itself.

import HealthBytes
import HealthModel

/// A row of a table, as a splitter sees it.
struct TableKey {
  /// The number by which the row is found: that of a sample, or of the row that it is nested in.
  let number: Int64
  /// In a list of nested samples, the number of the sample; else -1.
  let member: Int64
  /// Where the row begins.
  let start: Int
}

/// Finds the numbers of the next rows of a table, ahead of the decoders.
protocol TableKeys {
  associatedtype Chunk: TableChunk

  /// The rows that were found and not taken.
  var rows: ArraySlice<TableKey> { get }
  /// Whether no further row follows.
  var isEnded: Bool { get }
  /// Whether rows can be found. They cannot if a number is malformed or out of order, or if the file cannot be read.
  var isValid: Bool { get }
  /// About how many bytes are looked at; more if rows need them.
  var capacity: Int { get }
  /// How many bytes of the file were read.
  var consumed: Int64 { get }

  /// Looks at more bytes from the next ``fill()`` on.
  mutating func grow()
  /// Finds rows.
  mutating func fill()
  /// About how many bytes the rows before a number have.
  func count(before number: Int64) -> Int
  /// Takes the rows before a number.
  mutating func take(before number: Int64, into chunk: inout Chunk)
  /// Takes all that follows, whether rows can be found in it or not.
  mutating func takeRest(into chunk: inout Chunk)
}

/// Splits the tables of a dataset before the same samples, so that each chunk has all rows of its samples.
///
/// The numbers of samples ascend in all tables. A chunk can end before a sample at top level once every table has
/// been read up to that sample's number. If its end cannot be found, the chunk is all that follows.
final class TableSplitter<Keys: TableKeys> {
  private var tables: [Keys?]
  /// Indexes of the tables of samples, and of those that list nested samples.
  private let kindTables: [Int]
  private let listTables: [Int]
  private let size: Int
  /// Bytes of all files, if known.
  private let total: Int64?
  /// The first number of the next chunk.
  private var number: Int64 = 0
  private var isEnded = false

  /// - Parameters:
  ///   - tables: By their numbers; `nil` for those without rows.
  ///   - size: The usual size of a chunk.
  init(
    _ tables: [Keys?], kinds kindTables: [Int], lists listTables: [Int], size: Int, total: Int64?
  ) {
    self.tables = tables
    self.kindTables = kindTables
    self.listTables = listTables
    self.size = max(1, size)
    self.total = total
  }

  /// The most bytes of a chunk.
  private static var most: Int { 10 << 20 }

  func next(_ chunk: inout InputChunk) -> Bool {
    guard !isEnded else { return false }
    let content = chunk.content as? TableChunks<Keys.Chunk> ?? TableChunks(tables: tables.count)
    chunk.content = content
    let found = nextEnd()
    let end = found ?? .max
    isEnded = end == .max
    chunk.beginsItem = found != nil
    chunk.isLast = isEnded
    content.numbers = number..<end
    number = end
    for index in tables.indices {
      if found == nil {
        tables[index]?.takeRest(into: &content.chunks[index])
      } else {
        tables[index]?.take(before: end, into: &content.chunks[index])
      }
    }
    let consumed = tables.reduce(0) { $0 + ($1?.consumed ?? 0) }
    chunk.progress = ByteProgress(consumed: consumed, total: total)
    return true
  }

  /// The number before which the next chunk ends: `.max` if the chunk is all that follows, `nil` if its end is unknown.
  private func nextEnd() -> Int64? {
    for index in tables.indices { tables[index]?.fill() }
    while true {
      var bound = Int64.max
      var limiting: Int?
      for (index, table) in tables.enumerated() {
        guard let table else { continue }
        guard table.isValid else { return nil }
        // Further rows may have the number of the last one.
        if !table.isEnded, case let known = table.rows.last?.number ?? -1, known < bound {
          (bound, limiting) = (known, index)
        }
      }
      let end = limiting == nil ? .max : lastTopLevelSample(through: bound)
      let count = tables.reduce(0) { $0 + ($1?.count(before: end) ?? 0) }
      guard count <= Self.most else { return nil }
      guard let limiting, let capacity = tables[limiting]?.capacity else { return end }
      if end > firstSample, count >= size / 2 || capacity >= size { return end }
      guard capacity < Self.most else { return nil }
      tables[limiting]?.grow()
      tables[limiting]?.fill()
    }
  }

  private var firstSample: Int64 {
    kindTables.reduce(Int64.max) { min($0, tables[$1]?.rows.first?.number ?? .max) }
  }

  /// The number of the last sample at top level up to a number, or -1.
  private func lastTopLevelSample(through bound: Int64) -> Int64 {
    var bound = bound
    while true {
      var last: Int64 = -1
      for index in kindTables {
        let row = tables[index]?.rows.last { $0.number <= bound }
        last = max(last, row?.number ?? -1)
      }
      // The number of a sample in which it is nested, directly or not.
      var holder: Int64?
      for index in listTables where holder == nil {
        holder = tables[index]?.rows.first { $0.number < last && last <= $0.member }?.number
      }
      guard let holder else { return last }
      bound = holder
    }
  }
}

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
typealias OrphanRow = (number: Int64, fault: HealthError)
