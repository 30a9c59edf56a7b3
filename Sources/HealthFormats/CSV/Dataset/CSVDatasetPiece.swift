import HealthBytes
import HealthModel

/// The rows of all tables of a dataset that belong to some samples which follow one another.
final class CSVDatasetPiece {
  /// The rows of a table, and where they begin in its file.
  struct Chunk {
    var bytes: [UInt8] = []
    var end = 0
    var line = 1
    var origin: Int64 = 0
  }

  /// By the number of the table.
  var chunks: [Chunk]
  /// The numbers that samples at top level can have.
  var numbers: Range<Int64> = 0..<0

  init(tables: Int) { chunks = Array(repeating: Chunk(), count: tables) }
}

/// Decodes pieces of a dataset. Locations are those in the files, since the splitter counts lines.
final class CSVDatasetPieceDecoder: PieceDecoder {
  typealias Items = DecodedItems<Sample, (place: Place, parts: Place.Parts?)>

  private var rows: TableDecoder<CSVTableRow>
  private let tables: [TableCursor<CSVTableRow>]
  private let files: [TableFile<CSVTableRow>?]
  /// Whether all samples were decoded.
  private(set) var isComplete = false
  /// Whether a piece could not be decoded: the reader then reads all that follows.
  private var hasFailed = false
  private var decoded = Items()

  /// A decoder with files of its own.
  init(piecesOf tables: [TableCursor<CSVTableRow>], _ name: String, _ options: ReadOptions) {
    let size = SampleSize(ahead: CSVRowReader.WindowGrowth().limit)
    let copies = tables.map { TableCursor(like: $0, size) { CSVTableRow(forPiecesOf: $0) } }
    self.tables = copies.flatMap(\.all)
    files = self.tables.map(\.opened)
    rows = TableDecoder(
      copies, file: name, isStrict: options.isStrict, recordsPlaces: options.isChecked)
  }

  func decode(_ piece: inout Piece) {
    decoded.removeAll()
    isComplete = false
    guard piece.beginsItem, !hasFailed, let content = piece.content as? CSVDatasetPiece else {
      return
    }
    for (number, file) in files.enumerated() {
      let (end, line) = (content.chunks[number].end, content.chunks[number].line)
      let origin = content.chunks[number].origin
      file?.row.rows.begin(&content.chunks[number].bytes, end: end, line: line, origin: origin)
    }
    do throws(FormatError) {
      for table in tables { try table.begin() }
      while let sample = try rows.next() {
        guard content.numbers.contains(rows.sampleNumber) else { break }
        decoded.append(sample, at: (rows.place, rows.parts))
      }
      isComplete = tables.allSatisfy { $0.key == .max }
    } catch {}
    for (number, file) in files.enumerated() {
      if let isAtEnd = file?.row.rows.isAtEnd, !isAtEnd { isComplete = false }
      file?.row.rows.end(&content.chunks[number].bytes)
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
