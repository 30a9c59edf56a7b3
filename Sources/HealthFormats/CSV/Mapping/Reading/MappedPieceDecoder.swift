import HealthBytes
import HealthModel

/// Decodes pieces of a file that is read by a map.
final class MappedPieceDecoder: PieceDecoder {
  private let file: MappedFile?
  /// Whether all rows were read.
  private(set) var isComplete = false
  /// How many lines and bytes the piece has.
  private(set) var lineCount = 0
  private(set) var byteCount = 0
  /// What is counted over the whole file, with locations in the piece.
  private(set) var findings = MappedFile.Findings()
  /// The samples of each row that became some.
  private var decoded = DecodedItems<[Sample], Place>()

  init(_ file: MappedFile?) { self.file = file }

  func decode(_ piece: inout Piece) {
    decoded.removeAll()
    isComplete = false
    guard let file, piece.beginsItem, !piece.isLast else { return }
    file.rows.beginPiece(&piece)
    do throws(FormatError) {
      var samples: [Sample] = []
      while try file.next(&samples) {
        if !samples.isEmpty { decoded.append(samples, at: file.place) }
        samples = []
      }
      isComplete = file.rows.isAtEnd
    } catch {}
    findings = file.takeCounted()
    (lineCount, byteCount) = (file.rows.nextLine - 1, piece.end)
    file.rows.endPiece(&piece)
  }

  /// Exchanges the samples with those of a reader.
  func exchange(_ samples: inout DecodedItems<[Sample], Place>) { swap(&decoded, &samples) }
}
