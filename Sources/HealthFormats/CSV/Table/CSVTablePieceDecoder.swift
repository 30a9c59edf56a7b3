import HealthBytes
import HealthModel

/// Decodes pieces of a file of the table, which are whole rows.
final class CSVTablePieceDecoder: PieceDecoder {
  private var rows: CSVTableRows
  /// Whether all rows were read without a finding, so that their samples can be given.
  private(set) var isComplete = false
  /// How many lines and bytes the piece has.
  private(set) var lineCount = 0
  private(set) var byteCount = 0
  private var decoded = DecodedLines()

  init(_ rows: consuming CSVTableRows) { self.rows = rows }

  func decode(_ piece: inout Piece) {
    decoded.removeAll()
    isComplete = false
    guard piece.beginsItem, !piece.isLast else { return }
    rows.rows.beginPiece(&piece)
    do throws(FormatError) {
      while let sample = try rows.next() {
        decoded.append(
          sample, at: LineLocation(line: rows.rows.line - 1, offset: Int64(rows.rows.start)))
      }
      // Findings are counted over the whole file, in its order.
      isComplete = rows.rows.isAtEnd && rows.tally.isEmpty
    } catch {}
    rows.tally = FindingTally()
    (lineCount, byteCount) = (rows.rows.nextLine - 1, piece.end)
    rows.rows.endPiece(&piece)
  }

  /// Exchanges the samples with those of a reader.
  func exchange(_ samples: inout DecodedLines) { swap(&decoded, &samples) }
}
