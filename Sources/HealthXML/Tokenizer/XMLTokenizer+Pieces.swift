/// Documents that several tokenizers read in pieces, which begin and end between two children of the root.
extension XMLTokenizer {
  /// Whether only the root is open and nothing in it, and all bytes up to an index were consumed.
  package func isBetweenChildren(at end: Int) -> Bool {
    phase == .content && elements.depth == 1 && cursor == end
  }

  /// Where the first byte is that was not consumed yet. Valid behind a token.
  package var nextPlace: XMLPlace { scanner.place(of: cursor) }

  /// A tokenizer for a piece of the same document. The root is open in it, and places are relative to the piece.
  package func makePieceTokenizer() -> XMLTokenizer {
    var tokenizer = self
    tokenizer.beginPiece()
    return tokenizer
  }

  /// Begins another piece. The last one must have ended between two children of the root.
  package mutating func beginPiece() {
    cursor = 0
    scanner.origin = 0
    scanner.lines = LinePosition()
    scanner.repairs = []
    begin(at: 0)
  }

  /// Skips a piece that another tokenizer has read to its end. All bytes available here were consumed.
  package mutating func skip(_ piece: XMLTokenizer) {
    scanner.lines.advance(over: piece.scanner.lines, origin: scanner.origin + cursor)
    scanner.origin += piece.cursor
    begin(at: cursor)
  }
}
