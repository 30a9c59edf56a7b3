package import HealthBytes
import HealthModel
import HealthXML

/// Reading in pieces: other threads decode them, this reader completes their samples in order.
extension AppleHealthReader {
  /// Splits the rest of the input, from the sample behind the first one on.
  public mutating func splitRest() -> (any PieceInput)? {
    guard options.isWorthThreads(window), ready != nil, stage == .main, mode == .top,
      lookaheadError == nil, !options.isFragment
    else { return nil }
    let separator = separator
    let bytes = PieceSource()
    guard let input = window.handOver(from: tokenizer.cursor, continuingWith: bytes) else {
      return nil
    }
    tokenizer.didDiscard(tokenizer.cursor)
    pieceBytes = bytes
    let splitter = PieceSplitter(
      input.source, behind: input.rest, size: options.pieceSize,
      endsInReference: sideFiles.map { _ in Self.endsInWorkout }
    ) { Self.lastStart(in: $0, separator: separator) }
    return SplitInput(splitter) { [file, options, tokenizer, sideFiles] in
      AppleHealthPieceDecoder(
        file: file, options: options, tokenizer: tokenizer, sideFiles: sideFiles)
    }
  }

  /// What is between the elements under the root: it is the same everywhere in what a program writes.
  private var separator: [UInt8] {
    let usual = Array("\n ".utf8)
    let start = Int(elementPlace.offset - window.origin)
    guard start > 0, start < window.end else { return usual }
    var index = start
    while index > 0, window.bytes[index - 1] <= 32, start - index < 64 { index -= 1 }
    guard index > 0, window.bytes[index - 1] == UInt8(ascii: ">") else { return usual }
    return Array(window.bytes[index..<start])
  }

  /// The index behind the last tag before something that looks like the start of a child of the root. Without lines, a
  /// record looks so.
  private static func lastStart(in bytes: Span<UInt8>, separator: [UInt8]) -> Int? {
    let hasLines = separator.contains(10)
    var index = bytes.count - 8
    while index > separator.count {
      defer { index -= 1 }
      guard bytes[index] == UInt8(ascii: "<"), bytes[index + 1] | 0x20 &- 97 < 26 else { continue }
      guard hasLines || ByteScan.equal(bytes, at: index, to: "<Record ") else { continue }
      let end = index - separator.count
      if bytes[end - 1] == UInt8(ascii: ">"), ByteScan.equal(bytes, at: end, to: separator) {
        return end
      }
    }
    return nil
  }

  /// Whether the last tag, or the last one before those of metadata, belongs to a workout.
  private static func endsInWorkout(_ bytes: Span<UInt8>) -> Bool {
    var index = bytes.count - "<FileReference".utf8.count
    while index >= 0 {
      defer { index -= 1 }
      guard bytes[index] == UInt8(ascii: "<"), bytes[index + 1] != UInt8(ascii: "/"),
        !ByteScan.equal(bytes, at: index, to: "<MetadataEntry")
      else { continue }
      return ByteScan.equal(bytes, at: index, to: "<Workout")
        || ByteScan.equal(bytes, at: index, to: "<FileReference")
    }
    return false
  }

  /// Takes the next piece of the input: its samples, if they were decoded and this reader is at their beginning,
  /// otherwise its bytes.
  ///
  /// - Returns: Whether the samples were decoded.
  public mutating func take(_ piece: Piece, _ decoder: any PieceDecoder) -> Bool {
    if let decoder = decoder as? AppleHealthPieceDecoder, decoder.isComplete,
      tokenizer.isBetweenChildren(at: window.end), mode == .top
    {
      pieceBytes?.note(piece)
      notes.comments += decoder.comments
      self.piece = decoder
      decoder.exchange(&decoded)
      piecePlace = tokenizer.nextPlace
      return true
    }
    pieceBytes?.give(piece)
    window.resume()
    return false
  }

  /// Whether all bytes of the pieces so far were read, and others follow.
  var isAtEndOfPiece: Bool { window.isFinal && pieceBytes?.isLast == false }

  /// Completes the next sample of the piece; at the end of the piece, moves over it.
  mutating func advanceInPiece() throws(FormatError) {
    if !decoded.findings.isEmpty {
      let place = piecePlace.place(in: file)
      findings += decoded.takeFindings().map { $0.moved(to: place) }
    }
    guard let sample = decoded.samples.takeNext() else {
      if let piece = piece.take() {
        tokenizer.skip(piece.tokenizer)
        piece.exchange(&decoded)
      }
      return
    }
    (sideFilePlace, sideFileParts) = (nil, nil)
    let (location, start) = (decoded.samples.location, piecePlace)
    elementPlace = XMLPlace(
      offset: start.offset &+ Int64(location.offset), line: start.line &+ Int(location.line) &- 1,
      column: location.line == 1
        ? start.column &+ Int(location.column) &- 1 : Int(location.column))
    switch sample {
    case .quantity, .category: try deliver(sample, canBeNested: location.canBeNested)
    default: try complete(sample)
    }
  }

  /// Where the elements nested in the sample that was given last are.
  var partsInPiece: Place.Parts? {
    guard let outline = decoded.outline else { return nil }
    let start = piecePlace.place(in: file)
    return Place.Parts(
      file: file, entries: outline.map { $0.moved(to: start) }, point: sideFiles?.place(ofPointAt:))
  }

  // MARK: For decoders

  /// Begins to decode a piece, whose storage it takes.
  mutating func beginPiece(_ piece: inout Piece, _ start: XMLTokenizer, isAfterFault: Bool) {
    if isAfterFault {
      tokenizer = start
      mode = .top
      record = nil
      beats = []
      findings = []
      ready = nil
    } else {
      tokenizer.beginPiece()
    }
    tree = ElementTree()
    window.exchange(&piece.bytes, end: piece.end)
  }

  /// Gives the storage of the piece back.
  mutating func endPiece(_ piece: inout Piece) { window.exchange(&piece.bytes, end: 0) }

  /// Decodes the piece. Samples are not yet completed.
  ///
  /// - Returns: Whether it could be read to its end, which is the end of a child of the root.
  mutating func decodePiece(room: Int) -> Bool {
    decoded.begin(room: room)
    do throws(FormatError) {
      return try scan() == .needsMoreInput && mode == .top && findings.isEmpty
        && tokenizer.isBetweenChildren(at: window.end)
    } catch { return false }
  }

  /// Adds the sample that is ready to those of the piece.
  ///
  /// - Returns: Whether the piece can have it.
  @inline(__always)
  mutating func collect() -> Bool {
    guard let sample = ready.take() else { return true }
    if !findings.isEmpty, !decoded.append(takeFindings()) { return false }
    if tree.place.byteOffset == elementPlace.offset, !tree.outline.isEmpty {
      decoded.append(tree.outline)
    }
    let location = DecodedPiece.Location(
      line: Int32(truncatingIfNeeded: elementPlace.line),
      column: Int32(truncatingIfNeeded: elementPlace.column),
      offset: Int32(truncatingIfNeeded: elementPlace.offset), canBeNested: canBeNested)
    return decoded.append(sample, at: location)
  }
}
