package import HealthBytes
package import HealthModel

/// Reads samples from JSON Lines: a line for the dataset, then one for each sample.
///
/// Samples that `JSONLinesWriter` wrote are read back equal in every detail. A line that is not JSON, or lacks a
/// required member, is an error; unknown members are preserved and counted in a finding, and so are identities that
/// differ from the computed ones. Blank lines, carriage returns before line feeds and a byte order mark are skipped.
package struct JSONLinesReader: SampleReader, ~Copyable {
  var window: Window
  var decoder: JSONLineDecoder
  let name: String
  let options: ReadOptions
  /// The first byte of the window that was not yet read.
  var position = 0
  var line = 0
  /// Where that line begins in the file.
  var lineOffset: Int64 = 0
  /// A line that was looked at and not yet read.
  var pending: Range<Int>?
  private var info: DatasetInfo?
  private var findings: [Finding] = []
  private(set) var isDone = false
  /// The bytes of the pieces that are read here, once the input was split into pieces.
  var pieceBytes: PieceSource?
  /// The piece that another thread has decoded, while its samples are given, and where it begins.
  var piece: JSONLinesPieceDecoder?
  var decoded = DecodedLines()
  var pieceStart = (line: 0, offset: Int64(0))
  /// Whether the window is one piece, decoded for another reader.
  var isPieceDecoder = false

  /// The longest line that is read, in bytes. A point of a route takes about 180.
  public static let lineLimit = Limits.lineBytes.value
  let lineLimit: Int

  /// A reader of some bytes. Nothing is read yet.
  public init(source: any ByteSource, name: String, options: ReadOptions) {
    self.init(
      source: source, name: name, options: options, lineLimit: Self.lineLimit,
      listLimit: JSONTape.listLimit)
  }

  /// A reader with limits that a test can reach.
  init(
    source: any ByteSource, name: String, options: ReadOptions, lineLimit: Int, listLimit: Int
  ) {
    self.name = name
    self.options = options
    self.lineLimit = lineLimit
    window = Window(source: source, limit: lineLimit)
    decoder = JSONLineDecoder(file: name, isStrict: options.isStrict, listLimit: listLimit)
  }

  /// How far the input has been read.
  public var progress: ByteProgress { pieceBytes?.progress ?? window.progress }

  /// Nothing: all that is in a file of this format becomes samples.
  public var notes: ReaderNotes { ReaderNotes() }

  /// The line of the sample that was given last.
  public var place: Place { Place(file: name, line: line, column: 1, byteOffset: lineOffset) }

  /// The findings since the last call. Those that can occur in every line are reported at the end of the file, with the
  /// first location and a count.
  public mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  /// The facts of the first line about the dataset; empty, with a finding, if the line is a sample.
  ///
  /// - Throws: If the line cannot be read, or is of a later version of the format.
  public mutating func dataset() throws(FormatError) -> DatasetInfo {
    if let info { return info }
    do throws(FormatError) {
      let found = try readDataset()
      info = found
      return found
    } catch {
      isDone = true
      info = DatasetInfo()
      throw error
    }
  }

  /// The sample of the next line, or `nil` at the end and after it.
  public mutating func next() throws(FormatError) -> Sample? {
    // A comparison would copy all facts, for each sample.
    if case nil = info { _ = try dataset() }
    guard !isDone else { return nil }
    if piece != nil { return nextInPiece() }
    do throws(FormatError) {
      guard let range = try nextLine() else {
        if isAtEndOfPiece { return nil }
        isDone = true
        findings += decoder.tally.takeAll()
        return nil
      }
      return try sample(range)
    } catch {
      isDone = true
      findings += decoder.tally.takeAll()
      throw error
    }
  }

  mutating func sample(_ range: Range<Int>) throws(FormatError) -> Sample {
    do {
      let bytes = window.bytes
      if let sample = decoder.shapedSample(bytes.span, range) { return sample }
    }
    return try unusualSample(range)
  }

  /// The sample of a line that has no known shape.
  mutating func unusualSample(_ range: Range<Int>) throws(FormatError) -> Sample {
    do throws(JSONFault) {
      try decoder.open(window.bytes, range, line: line, origin: window.origin)
      let sample = try decoder.sample()
      decoder.release()
      return sample
    } catch { throw readError(error) }
  }

  private mutating func readDataset() throws(FormatError) -> DatasetInfo {
    guard let range = try nextLine() else {
      try noteMissingDataset(Place(file: name, line: 1, column: 1))
      return DatasetInfo()
    }
    var found: DatasetInfo?
    var start = Place(file: name)
    do throws(JSONFault) {
      try decoder.open(window.bytes, range, line: line, origin: window.origin)
      found = try decoder.dataset()
      start = decoder.place(range.lowerBound)
      decoder.release()
    } catch { throw readError(error) }
    if let found { return found }
    pending = range
    try noteMissingDataset(start)
    return DatasetInfo()
  }

  private mutating func noteMissingDataset(_ place: Place) throws(FormatError) {
    let message =
      "the first line does not describe the dataset; facts about the dataset are missing"
    if decoder.isStrict {
      throw FormatError(.malformed, rule: "missing-dataset", place: place, message)
    }
    findings.append(
      Finding(rule: "missing-dataset", severity: .warning, place: place, message: message))
  }

  private mutating func readError(_ fault: JSONFault) -> FormatError {
    let place = decoder.place(fault.offset)
    decoder.release()
    return FormatError(fault.code, rule: fault.rule, place: place, fault.message)
  }

  // MARK: Lines

  /// The next line that is not blank, without its end; `nil` after the last.
  mutating func nextLine() throws(FormatError) -> Range<Int>? {
    if let range = pending {
      pending = nil
      return range
    }
    while true {
      guard let range = try anyLine() else { return nil }
      line += 1
      lineOffset = window.origin + Int64(range.lowerBound)
      let isBlank = Self.isBlank(window.bytes.span, range)
      if !isBlank { return range }
    }
  }

  private mutating func anyLine() throws(FormatError) -> Range<Int>? {
    var from = position
    while true {
      let stop = ByteScan.firstIndex(
        of: UInt8(ascii: "\n"), in: window.bytes.span, from: from, to: window.end)
      if stop < window.end {
        defer { position = stop + 1 }
        return position..<stop
      }
      if isPieceDecoder || isAtEndOfPiece { return nil }
      if window.isFinal {
        defer { position = window.end }
        return position < window.end ? position..<window.end : nil
      }
      from = window.end - position
      try refill()
      if window.origin == 0 { skipByteOrderMark() }
    }
  }

  private mutating func refill() throws(FormatError) {
    do throws(ByteError) {
      try window.refill(keepingFrom: position)
      position = 0
    } catch {
      let place = Place(
        file: name, line: line + 1, column: 1, byteOffset: window.origin + Int64(position))
      guard error.code == .tooLarge else { throw FormatError(error, place: place) }
      throw FormatError(
        .malformed, rule: "line-too-long", place: place,
        "found a line of more than \(lineLimit) bytes (limit '\(Limits.lineBytes.name)')")
    }
  }

  /// Only the first line of a file can begin with one.
  private mutating func skipByteOrderMark() {
    if line == 0, ByteScan.equal(window.bytes.span, at: 0, to: [0xEF, 0xBB, 0xBF] as [UInt8]) {
      position = min(3, window.end)
    }
  }

  private static func isBlank(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    JSONTape.skipSpace(bytes, &at, range.upperBound)
    return at == range.upperBound
  }
}
