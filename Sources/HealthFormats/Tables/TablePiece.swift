import HealthBytes
import HealthModel

/// The rows of a table that belong to a piece, and the row after them: a reader of all rows, too, looks one row ahead, and
/// finds its faults before it gives the sample before.
protocol TableChunk {
  /// No rows.
  init()
  /// Whether there is a row after them.
  var hasNext: Bool { get }
}

/// A row of a table of which several threads read different parts.
protocol PieceRow: TableRow, ~Copyable {
  associatedtype Chunk: TableChunk

  /// What the tables of one reader share.
  associatedtype Memory

  /// Bytes of the rows of later samples that may be read ahead.
  static var bytesAhead: Int { get }
  /// The memory for the tables of another reader.
  ///
  /// - Parameter jobs: How many threads share it; `nil` if no thread has a reader of its own.
  static func makeMemory(jobs: Int?) -> Memory

  /// A reader of pieces of the same file, or of all of it, for another thread.
  init(like row: borrowing Self, _ memory: Memory)

  /// Begins to read the rows of a piece, which follow those of the pieces before.
  mutating func begin(_ chunk: inout Chunk)
  /// Ends reading them.
  ///
  /// - Returns: Whether the row after them was read last, or their end.
  mutating func end(_ chunk: inout Chunk) -> Bool
}

/// The rows of all tables of a dataset that belong to some samples which follow one another.
final class TablePiece<Chunk: TableChunk> {
  /// By the number of the table.
  var chunks: [Chunk]
  /// The numbers that samples at top level can have.
  var numbers: Range<Int64> = 0..<0

  init(tables: Int) { chunks = (0..<tables).map { _ in Chunk() } }
}

/// A decoder of pieces of a dataset.
///
/// It is not generic, for the reason given at ``TableSampleEncoder``; neither is ``SplitTables``.
final class AnyTableDecoder: PieceDecoder {
  /// The ``TablePieceDecoder``.
  let content: AnyObject
  private let body: (inout Piece) -> Void

  init<Row: PieceRow & ~Copyable>(_ decoder: TablePieceDecoder<Row>) {
    content = decoder
    body = { decoder.decode(&$0) }
  }

  func decode(_ piece: inout Piece) { body(&piece) }
}

/// Decodes pieces of a dataset. Locations are those in the files, since the splitter counts lines or rows.
final class TablePieceDecoder<Row: PieceRow & ~Copyable> {
  typealias Items = DecodedItems<Sample, (place: Place, parts: Place.Parts?)>

  private var rows: TableDecoder<Row>
  private let tables: [TableCursor<Row>]
  private let files: [TableFile<Row>?]
  /// Whether all samples were decoded.
  private(set) var isComplete = false
  /// Whether a piece could not be decoded: the reader then reads all that follows.
  private var hasFailed = false
  private var decoded = Items()
  /// Counts the rows of each sample.
  private let size: SampleSize
  /// Bytes of the rows of the pieces before this one.
  private var textBefore: Int64 = 0
  /// Bytes of the rows of the piece.
  var text: Int64 { size.total - textBefore }

  /// The most bytes of the rows of a piece, with the memory of each. The splitter does not see how long rows of Parquet are.
  private static var mostBytes: Int { 16 << 20 }

  /// A decoder with files of its own.
  init(piecesOf tables: [TableCursor<Row>], _ name: String, _ options: ReadOptions) {
    let copies = TableCursor.copies(of: tables, jobs: options.jobs)
    self.tables = copies.flatMap(\.all)
    files = self.tables.map(\.opened)
    size = copies[0].size
    rows = TableDecoder(
      copies, file: name, isStrict: options.isStrict, recordsPlaces: options.isChecked)
  }

  func decode(_ piece: inout Piece) {
    decoded.removeAll()
    isComplete = false
    textBefore = size.total
    guard piece.beginsItem, !hasFailed, let content = piece.content as? TablePiece<Row.Chunk>
    else { return }
    for (number, file) in files.enumerated() { file?.row.begin(&content.chunks[number]) }
    let end = content.numbers.upperBound
    do throws(FormatError) {
      for table in tables { try table.begin() }
      var bytes = 0
      while bytes <= Self.mostBytes, let sample = try rows.next(before: end) {
        decoded.append(sample, at: (rows.place, rows.parts))
        bytes += size.bytes
      }
      isComplete = bytes <= Self.mostBytes
    } catch {}
    for (number, file) in files.enumerated() {
      let key = tables[number].key
      if content.chunks[number].hasNext ? key < end || key == .max : key < .max {
        isComplete = false
      }
      if let isAtEnd = file?.row.end(&content.chunks[number]), !isAtEnd { isComplete = false }
    }
    hasFailed = !isComplete
  }

  /// Exchanges the samples with those of a reader.
  func exchange(_ samples: inout Items) { swap(&decoded, &samples) }

  /// Takes what was found in the piece.
  func takeTally() -> FindingTally {
    defer { rows.tally = FindingTally() }
    return rows.tally
  }
}
