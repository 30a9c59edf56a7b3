import HealthBytes

/// Reading in pieces: each begins behind a line feed. One in a quoted cell is found out when the row before it does not end
/// there.
extension CSVRowReader {
  /// Splits the rest of the file; `nil` if it is small.
  mutating func split(_ options: ReadOptions) -> PieceSplitter? {
    guard pieceBytes == nil, options.isWorthThreads(window) else { return nil }
    let bytes = PieceSource()
    guard let input = window.handOver(from: position, continuingWith: bytes) else { return nil }
    (position, start) = (0, 0)
    pieceBytes = bytes
    return PieceSplitter(
      input.source, behind: input.rest, size: options.pieceSize, cut: PieceSplitter.endOfLines)
  }

  /// Whether nothing follows what the window has.
  var isFinal: Bool { window.isFinal && pieceBytes?.isLast != false }

  /// Whether all bytes of the pieces so far were read, and others follow.
  var isAtEndOfPiece: Bool { window.isFinal && pieceBytes?.isLast == false }

  /// Whether the row that was read last ends where the window ends.
  var isAtEnd: Bool { position == window.end }

  /// Reads the bytes of a piece here.
  mutating func give(_ piece: Piece) {
    pieceBytes?.give(piece)
    window.resume()
  }

  /// Notes that a piece was read elsewhere. All bytes here were read.
  mutating func note(_ piece: Piece) {
    window.skip(0)
    (position, start) = (0, 0)
    pieceBytes?.note(piece)
  }

  /// Moves over a piece that was read elsewhere.
  mutating func skip(lines: Int, bytes: Int) {
    nextLine += lines
    window.skip(bytes)
  }

  /// Gives up the rest of the file from the row that was read last on, which is not read here.
  ///
  /// - Returns: The first bytes, the source of the others, and where they begin; `nil`, and nothing changes, if reading has
  ///   failed.
  mutating func handOver() -> (rest: [UInt8], source: any ByteSource, line: Int, origin: Int64)? {
    let (line, origin) = (line, window.origin + Int64(start))
    guard let input = window.handOver(from: start, continuingWith: BytesSource([])) else {
      return nil
    }
    (position, start) = (0, 0)
    return (input.rest, input.source, line, origin)
  }

  // MARK: For decoders

  /// A reader of pieces of the same file.
  func makePieceReader() -> CSVRowReader {
    var reader = CSVRowReader(
      source: BytesSource([]), file: file, delimiter: tokenizer.delimiter, capacity: 1)
    reader.tokenizer.quotesAbsentCells = tokenizer.quotesAbsentCells
    reader.hasBegun = true
    reader.isPieceDecoder = true
    return reader
  }

  /// Begins to read a piece, whose storage it takes.
  mutating func beginPiece(_ piece: inout Piece) { begin(&piece.bytes, end: piece.end) }

  /// Begins to read bytes that are whole rows, whose storage it takes, and where they are in the file.
  mutating func begin(_ bytes: inout [UInt8], end: Int, line: Int = 1, origin: Int64 = 0) {
    window.exchange(&bytes, end: end, origin: origin)
    (position, start, nextLine) = (0, 0, line)
  }

  /// Gives the storage of the bytes back.
  mutating func end(_ bytes: inout [UInt8]) { window.exchange(&bytes, end: 0) }

  /// Gives the storage of the piece back.
  mutating func endPiece(_ piece: inout Piece) { end(&piece.bytes) }
}
