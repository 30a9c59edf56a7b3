// Tables. Each chunk of a CSV dataset or of Parquet has the rows of all tables that belong to the same samples
// (`TableSplitter`). The splitter reads numbers only (`CSVTableLines`, `ParquetTableKeys`): it scans 64 KiB of
// each table, more of the table that limits a chunk, and ends a chunk before a sample at top level. A
// chunk has one more row of each table, since a decoder reads a row ahead. If no end can be found, the last
// chunk is the rest of the input, which the reader itself decodes, as it does with one thread. A chunk
// is decoded again if a row in an earlier one has no parent, or if its thread has too little memory.
//
// In Parquet files of other programs, columns have pages that end at different rows. A thread decodes the
// rows of its chunk, and only as much of the pages at its ends as it must: pages without such rows are not
// unpacked. The rows that are decoded together are the same for all threads (`ParquetTableReader.nextRows(with:)`),
// so a fault is found before the same row. Each thread has a reader of every table; they divide the
// memory that one reader may take. If that is not enough (pages of several MB), the reader decodes the
// chunk itself.

import HealthBytes
import HealthModel

/// A row of a table, as a splitter sees it.
struct TableKey {
  /// The key of the row: the number of its sample, or of the row that it is nested in.
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
  /// The approximate number of bytes to scan; more if a row needs them.
  var capacity: Int { get }
  /// How many bytes of the file were read.
  var consumed: Int64 { get }

  /// Makes the next ``fill()`` scan more bytes.
  mutating func grow()
  /// Scans bytes and appends the rows found in them to ``rows``.
  mutating func fill()
  /// About how many bytes the rows before a number have.
  func count(before number: Int64) -> Int
  /// Moves the rows before a number into a chunk.
  mutating func take(before number: Int64, into chunk: inout Chunk)
  /// Moves the rest of the table into a chunk, even if rows cannot be found in it.
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

/// The rows of a table that belong to a chunk, and one more: a decoder reads a row ahead, and reports a
/// fault in that row before it returns the preceding sample.
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

  /// Begins to read the rows of a chunk. Chunks are begun in the order of the file.
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

/// A nested row whose parent is missing or out of order. Its table is not read further; the fault is reported
/// at the next row that could have nested rows in the table, perhaps in a later chunk.
typealias OrphanRow = (number: Int64, fault: HealthError)
