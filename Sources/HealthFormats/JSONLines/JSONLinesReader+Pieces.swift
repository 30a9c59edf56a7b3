package import HealthBytes
import HealthModel

/// Reading in pieces: other threads decode the lines, this reader gives their samples in order.
extension JSONLinesReader {
  /// Splits the lines behind the first one.
  public mutating func splitRest() -> (any PieceInput)? {
    guard !isDone, options.isWorthThreads(window) else { return nil }
    let bytes = PieceSource()
    let start = pending?.lowerBound ?? position
    guard let input = window.handOver(from: start, continuingWith: bytes) else { return nil }
    if pending != nil { line -= 1 }
    (pending, position) = (nil, 0)
    pieceBytes = bytes
    let splitter = PieceSplitter(
      input.source, behind: input.rest, size: options.pieceSize, cut: PieceSplitter.endOfLines)
    return SplitInput(splitter) { [name, options] in
      JSONLinesPieceDecoder(name: name, options: options)
    }
  }

  /// Takes the next piece of the input: its samples, if all of them were decoded and this reader is at their beginning,
  /// otherwise its bytes.
  ///
  /// - Returns: Whether the samples were decoded.
  public mutating func take(_ piece: Piece, _ decoder: any PieceDecoder) -> Bool {
    if let decoder = decoder as? JSONLinesPieceDecoder, decoder.isComplete, position == window.end {
      window.skip(0)
      position = 0
      pieceBytes?.note(piece)
      pieceStart = (line, window.origin)
      self.piece = decoder
      decoder.exchange(&decoded)
      return true
    }
    pieceBytes?.give(piece)
    window.resume()
    return false
  }

  /// Whether all bytes of the pieces so far were read, and others follow.
  var isAtEndOfPiece: Bool { window.isFinal && pieceBytes?.isLast == false }

  /// The next sample of the piece; at the end of the piece, moves over it.
  mutating func nextInPiece() -> Sample? {
    guard let sample = decoded.takeNext() else {
      if let piece = piece.take() {
        line = pieceStart.line + piece.lineCount
        window.skip(piece.byteCount)
        piece.exchange(&decoded)
      }
      return nil
    }
    line = pieceStart.line &+ decoded.location.line
    lineOffset = pieceStart.offset &+ decoded.location.offset
    return sample
  }
}

extension JSONLinesReader {
  /// Decodes the lines of the window, for another reader.
  ///
  /// - Parameter line: The number of the line before them.
  fileprivate mutating func decodePiece(
    into decoded: inout DecodedLines, behind line: Int
  ) throws(FormatError) {
    let storage = window.bytes
    (position, self.line) = (0, line)
    while let range = try nextLine() {
      let location = LineLocation(line: self.line - line, offset: lineOffset)
      if let sample = decoder.shapedSample(storage.span, range) {
        decoded.append(sample, at: location)
      } else {
        decoded.append(try unusualSample(range), at: location)
      }
    }
  }
}

/// Decodes pieces of JSON Lines, which are whole lines.
final class JSONLinesPieceDecoder: PieceDecoder {
  private var reader: JSONLinesReader
  /// Whether all lines were read without a finding, so that their samples can be given.
  private(set) var isComplete = false
  /// How many lines and bytes the piece has.
  private(set) var lineCount = 0
  private(set) var byteCount = 0
  private var decoded = DecodedLines()
  /// The line that the reader believes to be at; in the first one of a file it would skip a byte order mark.
  private static let lineBefore = 1

  init(name: String, options: ReadOptions) {
    reader = JSONLinesReader(source: BytesSource([]), name: name, options: options)
    reader.isPieceDecoder = true
  }

  func decode(_ piece: inout Piece) {
    decoded.removeAll()
    isComplete = false
    guard piece.beginsItem, !piece.isLast else { return }
    reader.window.exchange(&piece.bytes, end: piece.end)
    do throws(FormatError) {
      try reader.decodePiece(into: &decoded, behind: Self.lineBefore)
      // Findings are counted over the whole file, in its order.
      isComplete = reader.position == piece.end && reader.decoder.tally.isEmpty
    } catch {}
    reader.decoder.tally = FindingTally()
    reader.decoder.release()
    (lineCount, byteCount) = (reader.line - Self.lineBefore, piece.end)
    reader.window.exchange(&piece.bytes, end: 0)
  }

  /// Exchanges the samples with those of a reader.
  func exchange(_ samples: inout DecodedLines) { swap(&decoded, &samples) }
}
