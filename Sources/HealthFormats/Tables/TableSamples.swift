import HealthBytes
import HealthModel

/// The samples of a dataset's tables, with their findings: what the readers of such datasets have in common.
struct TableSamples<Row: PieceRow & ~Copyable>: ~Copyable {
  private(set) var decoder: TableDecoder<Row>
  private var findings: [Finding]
  private var info: DatasetInfo?
  private var isDone = false
  /// How many samples were given.
  private var given = 0
  /// Whether pieces are given by other threads, and what they have found.
  private var isSplit = false
  private var tally = FindingTally()
  /// Bytes of the rows of the pieces so far.
  private var text: Int64 = 0
  /// The piece whose samples are given.
  private var piece: TablePieceDecoder<Row>?
  private var isLastPiece = false
  /// Whether a piece was not decoded, so that all that follows is to be read here, by ``restart(_:)``.
  private(set) var isLeft = false
  /// How far the pieces were read, if there are pieces.
  private(set) var pieceProgress: ByteProgress?
  private var decoded = TablePieceDecoder<Row>.Items()

  init(_ decoder: consuming TableDecoder<Row>, findings: [Finding]) {
    self.decoder = decoder
    self.findings = findings
  }

  /// Whether the table of the dataset has been read.
  var hasInfo: Bool { if case nil = info { false } else { true } }

  /// What the table of the dataset states, read once. After an error there are no samples.
  mutating func dataset(
    _ read: () throws(FormatError) -> DatasetInfo
  ) throws(FormatError) -> DatasetInfo {
    if let info { return info }
    info = DatasetInfo()
    do throws(FormatError) {
      let found = try read()
      info = found
      return found
    } catch {
      isDone = true
      throw error
    }
  }

  /// The next sample; `nil` after the last one of all, or of a piece.
  mutating func next() throws(FormatError) -> Sample? {
    if isSplit { return nextOfPiece() }
    guard !isDone else { return nil }
    do throws(FormatError) {
      if let sample = try decoder.next() {
        given &+= 1
        return sample
      }
      isDone = true
    } catch {
      isDone = true
      findings += decoder.tally.takeAll()
      throw error
    }
    findings += decoder.tally.takeAll()
    return nil
  }

  mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  /// Where the row of the sample that `next()` gave last begins.
  var place: Place { decoded.taken > 0 ? decoded.location.place : decoder.place }

  /// Where the rows nested in that sample are, if the samples are checked by rules.
  var parts: Place.Parts? { decoded.taken > 0 ? decoded.location.parts : decoder.parts }

  // MARK: Pieces

  /// Whether the tables can be split: only before the first sample.
  var canSplit: Bool { !isSplit && !isDone && given == 0 && hasInfo }

  /// Begins to give the samples of pieces.
  mutating func split(
    _ split: (borrowing TableDecoder<Row>) -> any PieceInput
  ) -> any PieceInput {
    isSplit = true
    return split(decoder)
  }

  /// Takes the next piece. If its samples were not all decoded, all that follows is read here, from the beginning.
  ///
  /// - Returns: Whether the samples were decoded.
  mutating func take(_ piece: Piece, _ decoder: any PieceDecoder) -> Bool {
    guard isSplit,
      let decoder = (decoder as? AnyTableDecoder)?.content as? TablePieceDecoder<Row>
    else { return false }
    (pieceProgress, isLastPiece) = (piece.progress, piece.isLast)
    text += decoder.text
    guard decoder.isComplete, text <= self.decoder.tables[0].size.mostTotal,
      tally.merge(decoder.takeTally())
    else {
      isLeft = true
      return false
    }
    self.piece = decoder
    decoder.exchange(&decoded)
    return true
  }

  private mutating func nextOfPiece() -> Sample? {
    guard piece != nil else { return nil }
    if let sample = decoded.takeNext() {
      given &+= 1
      return sample
    }
    piece.take()?.exchange(&decoded)
    if isLastPiece {
      (isSplit, isDone) = (false, true)
      findings += tally.takeAll()
    }
    return nil
  }

  /// Continues with other readers of the same tables, which have not read anything yet, behind the samples that were given.
  mutating func restart(_ decoder: consuming TableDecoder<Row>) throws(FormatError) {
    (isSplit, isLeft) = (false, false)
    pieceProgress = nil
    self.decoder = decoder
    for _ in 0..<given { _ = try next() }
  }
}
