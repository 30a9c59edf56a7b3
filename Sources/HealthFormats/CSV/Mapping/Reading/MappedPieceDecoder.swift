import HealthBytes
import HealthModel

/// Decodes pieces of a file that is read by a map.
final class MappedPieceDecoder: PieceDecoder {
  /// The samples of a row, with its location in the piece.
  struct Item {
    let samples: [Sample]
    let place: Place
  }

  private let file: MappedFile?
  /// Whether all rows were read.
  private(set) var isComplete = false
  /// How many lines and bytes the piece has.
  private(set) var lineCount = 0
  private(set) var byteCount = 0
  /// What is counted over the whole file, with locations in the piece.
  private(set) var findings = MappedFile.Findings()
  /// The rows that became samples, the last first.
  private var items: [Item] = []

  init(_ file: MappedFile?) { self.file = file }

  func decode(_ piece: inout Piece) {
    items.removeAll(keepingCapacity: true)
    isComplete = false
    guard let file, piece.beginsItem, !piece.isLast else { return }
    file.rows.beginPiece(&piece)
    do throws(FormatError) {
      var samples: [Sample] = []
      while try file.next(&samples) {
        if !samples.isEmpty { items.append(Item(samples: samples, place: file.place)) }
        samples = []
      }
      isComplete = file.rows.isAtEnd
    } catch {}
    findings = file.takeCounted()
    (lineCount, byteCount) = (file.rows.nextLine - 1, piece.end)
    file.rows.endPiece(&piece)
    items.reverse()
  }

  /// Takes the next row out.
  func takeNext() -> Item? { items.popLast() }
}
