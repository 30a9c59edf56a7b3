import HealthBytes
import HealthModel

/// One file of the table. A class around what is no class: a row is one access to it.
final class CSVTableFile {
  private var rows: CSVTableRows
  /// The piece that another thread has decoded, while its samples are given, and where it begins.
  private var piece: CSVTablePieceDecoder?
  private var decoded = DecodedLines()
  private var pieceStart = (line: 0, offset: Int64(0))
  /// Where the row of the sample of a piece that was given last begins.
  private var placeInPiece: (line: Int, offset: Int64)?

  /// Begins to read a file; see ``CSVTableRows``.
  init(_ rows: consuming CSVRowReader, isStrict: Bool) throws(FormatError) {
    self.rows = try CSVTableRows(rows, isStrict: isStrict)
  }

  /// Where the row begins.
  var place: Place {
    guard let (line, offset) = placeInPiece else { return rows.place }
    return Place(file: rows.rows.file, line: line, column: 1, byteOffset: offset)
  }
  /// How far the file has been read.
  var progress: ByteProgress { rows.progress }
  /// The findings since the last call.
  func takeFindings() -> [Finding] { rows.takeFindings() }
  /// The sample of the next row.
  func next() throws(FormatError) -> Sample? {
    if piece != nil { return nextInPiece() }
    if placeInPiece != nil { placeInPiece = nil }
    return try rows.next()
  }

  // MARK: Pieces

  /// Splits the rest of the file into pieces; see ``SampleReader``.
  func splitRest(_ options: ReadOptions) -> (any PieceInput)? {
    guard let splitter = rows.rows.split(options) else { return nil }
    return SplitInput(splitter) { [self] in CSVTablePieceDecoder(rows.makePieceReader()) }
  }

  /// Takes the next piece of the file: its samples, if all rows were decoded and this reader is at their beginning,
  /// otherwise its bytes.
  ///
  /// - Returns: Whether the samples were decoded.
  func take(_ piece: Piece, _ decoder: any PieceDecoder) -> Bool {
    guard let decoder = decoder as? CSVTablePieceDecoder, decoder.isComplete, rows.rows.isAtEnd
    else {
      rows.rows.give(piece)
      return false
    }
    rows.rows.note(piece)
    pieceStart = (rows.rows.nextLine, rows.rows.window.origin)
    self.piece = decoder
    decoder.exchange(&decoded)
    return true
  }

  /// Whether other pieces follow those so far.
  var hasMorePieces: Bool { rows.rows.pieceBytes?.isLast == false }

  /// The next sample of the piece; at the end of the piece, moves over it.
  private func nextInPiece() -> Sample? {
    guard let sample = decoded.takeNext() else {
      if let piece {
        rows.rows.skip(lines: piece.lineCount, bytes: piece.byteCount)
        piece.exchange(&decoded)
      }
      piece = nil
      return nil
    }
    placeInPiece = (
      pieceStart.line + decoded.location.line, pieceStart.offset + decoded.location.offset
    )
    return sample
  }
}
