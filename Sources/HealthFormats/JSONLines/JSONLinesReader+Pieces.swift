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
    let splitter = PieceSplitter(input.source, behind: input.rest, size: options.pieceSize) {
      var index = $0.count
      while index > 0, $0[index - 1] != 10 { index -= 1 }
      return index > 0 ? index : nil
    }
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
      window.pass(0)
      position = 0
      pieceBytes?.note(piece)
      pieceStart = (line, window.origin)
      self.piece = decoder
      return true
    }
    pieceBytes?.give(piece)
    window.resume()
    return false
  }

  /// Whether all bytes of the pieces so far were read, and others follow.
  var isAtEndOfPiece: Bool { window.isFinal && pieceBytes?.isLast == false }

  /// The next sample of the piece; at the end of the piece, moves over it.
  mutating func next(in piece: JSONLinesPieceDecoder) -> Sample? {
    guard let item = piece.takeNext() else {
      line = pieceStart.line + piece.lineCount
      window.pass(piece.byteCount)
      self.piece = nil
      return nil
    }
    line = pieceStart.line + Int(item.line)
    lineOffset = pieceStart.offset + Int64(item.offset)
    return item.sample
  }
}

/// Decodes pieces of JSON Lines, which are whole lines.
final class JSONLinesPieceDecoder: PieceDecoder {
  /// A sample with the number and the location of its line in the piece.
  struct Item {
    let sample: Sample
    let line: Int32
    let offset: Int32
  }

  private var reader: JSONLinesReader
  /// Whether all lines were read without a finding, so that their samples can be given.
  private(set) var isComplete = false
  /// How many lines and bytes the piece has.
  private(set) var lineCount = 0
  private(set) var byteCount = 0
  /// The samples, the last first.
  private var items: [Item] = []
  /// The line that the reader believes to be at; in the first one of a file it would skip a byte order mark.
  private static let lineBefore = 1

  init(name: String, options: ReadOptions) {
    reader = JSONLinesReader(source: BytesSource([]), name: name, options: options)
    reader.isPieceDecoder = true
  }

  func decode(_ piece: inout Piece) {
    items.removeAll(keepingCapacity: true)
    isComplete = false
    guard piece.beginsItem, !piece.isLast else { return }
    reader.window.exchange(&piece.bytes, end: piece.end)
    (reader.position, reader.line) = (0, Self.lineBefore)
    do throws(FormatError) {
      while let range = try reader.nextLine() {
        let sample = try reader.sample(range)
        items.append(
          Item(
            sample: sample, line: Int32(truncatingIfNeeded: reader.line - Self.lineBefore),
            offset: Int32(truncatingIfNeeded: reader.lineOffset)))
      }
      // Findings are counted over the whole file, in its order.
      isComplete = reader.position == piece.end && reader.decoder.tally.isEmpty
    } catch {}
    reader.decoder.tally = FindingTally()
    reader.decoder.release()
    (lineCount, byteCount) = (reader.line - Self.lineBefore, piece.end)
    reader.window.exchange(&piece.bytes, end: 0)
    items.reverse()
  }

  /// Takes the next sample out.
  func takeNext() -> Item? { items.popLast() }
}
