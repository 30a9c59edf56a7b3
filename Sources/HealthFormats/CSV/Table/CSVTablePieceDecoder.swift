import HealthBytes
import HealthModel

/// Decodes pieces of a file of the table, which are whole rows.
final class CSVTablePieceDecoder: PieceDecoder {
  /// A sample with the number and the location of its row in the piece.
  struct Item {
    let sample: Sample
    let line: Int32
    let offset: Int32
  }

  private var rows: CSVTableRows
  /// Whether all rows were read without a finding, so that their samples can be given.
  private(set) var isComplete = false
  /// How many lines and bytes the piece has.
  private(set) var lineCount = 0
  private(set) var byteCount = 0
  /// The samples, the last first.
  private var items: [Item] = []

  init(_ rows: consuming CSVTableRows) { self.rows = rows }

  func decode(_ piece: inout Piece) {
    items.removeAll(keepingCapacity: true)
    isComplete = false
    guard piece.beginsItem, !piece.isLast else { return }
    rows.rows.beginPiece(&piece)
    do throws(FormatError) {
      while let sample = try rows.next() {
        items.append(
          Item(
            sample: sample, line: Int32(truncatingIfNeeded: rows.rows.line - 1),
            offset: Int32(truncatingIfNeeded: rows.rows.start)))
      }
      // Findings are counted over the whole file, in its order.
      isComplete = rows.rows.isAtEnd && rows.tally.isEmpty
    } catch {}
    rows.tally = FindingTally()
    (lineCount, byteCount) = (rows.rows.nextLine - 1, piece.end)
    rows.rows.endPiece(&piece)
    items.reverse()
  }

  /// Takes the next sample out.
  func takeNext() -> Item? { items.popLast() }
}
