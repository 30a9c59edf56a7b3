package import HealthBytes
package import HealthModel

/// Reads samples from JSON Lines: a line for the dataset, then one for each sample.
///
/// Samples that `JSONLinesWriter` wrote are read back equal in every detail. A line that is not JSON, or lacks a
/// required member, is an error; unknown members are preserved and counted in a finding, and so are identities that
/// differ from the computed ones. Blank lines, carriage returns before line feeds and a byte order mark are skipped.
package struct JSONLinesReader: SampleReader, ~Copyable {
  private let lines: JSONLinesChunkDecoder
  private var reading: TextReading<JSONLinesChunkDecoder>
  private var info: DatasetInfo?
  private let listed: ListedParticipants
  private var findings: [Finding] = []

  /// The longest line that is read, in bytes. A point of a route takes about 180.
  public static let lineLimit = Limits.lineBytes.value

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
    let isStrict = options.isStrict
    let listed = ListedParticipants()
    func makeLines() -> JSONLinesChunkDecoder {
      JSONLinesChunkDecoder(
        JSONLineDecoder(
          file: name, isStrict: isStrict, listLimit: listLimit, listed: listed),
        limit: lineLimit)
    }
    self.listed = listed
    lines = makeLines()
    reading = TextReading(
      TextChunks(source, file: name, options: options), lines, makeDecoder: makeLines)
  }

  /// How far the input has been read.
  public var progress: ByteProgress { reading.progress }

  /// Nothing: all that is in a file of this format becomes samples.
  public var notes: ReaderNotes { ReaderNotes() }

  /// The line of the sample that was given last.
  public var place: Place { reading.place }

  /// The findings since the last call. Those that can occur in every line are reported at the end of the file, with the
  /// first location and a count.
  public mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings + reading.takeFindings()
  }

  /// The facts of the first line about the dataset; empty, with a finding, if the line is a sample.
  ///
  /// - Throws: If the line cannot be read, or is of a later version of the format.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    if let info { return info }
    info = DatasetInfo()
    let (found, place) = try reading.open { [lines] (chunks, tally) throws(HealthError) in
      let found = try lines.dataset(&chunks, &tally)
      if found.info == nil, lines.isStrict {
        throw HealthError(
          .malformed, rule: Self.missing.rule, place: found.place, Self.missing.message)
      }
      return found
    }
    if let found {
      listed.list(found)
      info = found
    } else {
      findings.append(
        Finding(
          rule: Self.missing.rule, severity: .warning, place: place, message: Self.missing.message))
    }
    return found ?? DatasetInfo()
  }

  private static let missing = (
    rule: "missing-dataset",
    message: "the first line does not describe the dataset; facts about the dataset are missing"
  )

  /// The sample of the next line, or `nil` at the end and after it.
  public mutating func next() throws(HealthError) -> Sample? {
    // A comparison would copy all facts, for each sample.
    if case nil = info { _ = try dataset() }
    return try reading.next()
  }

  /// Splits the lines that follow the first one.
  public mutating func splitRest() -> (any ChunkedInput)? { reading.splitRest() }

  /// Accepts the next chunk of the input.
  ///
  /// - Returns: Whether a thread has decoded it.
  public mutating func accept(_ chunk: InputChunk, decodedBy decoder: any ChunkDecoder) -> Bool {
    reading.accept(chunk, decodedBy: decoder)
  }
}

/// Decodes the lines of a chunk of JSON Lines.
final class JSONLinesChunkDecoder: TextDecoder {
  private var decoder: JSONLineDecoder
  let itemLimit: Int

  /// Decodes each line with another decoder.
  ///
  /// - Parameter limit: The most bytes of a line.
  init(_ decoder: consuming JSONLineDecoder, limit: Int) {
    self.decoder = decoder
    itemLimit = limit
  }

  var isStrict: Bool { decoder.isStrict }

  func decode(
    _ chunk: inout InputChunk, from start: Int, isFinal: Bool, at place: Place,
    into batch: inout TextBatch
  ) {
    swap(&decoder.tally, &batch.tally)
    let bytes = chunk.bytes
    let origin = place.byteOffset - Int64(start)
    var lines = ChunkLines(start..<chunk.end, isFinal: isFinal, limit: itemLimit)
    while let text = lines.next(bytes.span) {
      if Self.isBlank(bytes.span, text) { continue }
      let location = lines.location
      if let sample = decoder.shapedSample(bytes.span, text) {
        batch.samples.append(sample, at: location)
        continue
      }
      do throws(HealthError) {
        batch.samples.append(
          try sample(bytes, text, place.line + location.line, origin), at: location)
      } catch {
        batch.fault = error
        break
      }
    }
    swap(&decoder.tally, &batch.tally)
    lines.end(&batch, at: place)
  }

  /// The sample of a line that has no known shape.
  private func sample(
    _ bytes: [UInt8], _ text: Range<Int>, _ line: Int, _ origin: Int64
  ) throws(HealthError) -> Sample {
    defer { decoder.release() }
    do throws(JSONFault) {
      try decoder.open(bytes, text, line: line, origin: origin)
      return try decoder.sample()
    } catch { throw readError(error) }
  }

  /// Reads the first line that is not blank, and consumes it if it describes the dataset.
  ///
  /// - Returns: The facts, and where the line begins; no facts if the line is a sample or the text has no line.
  func dataset(
    _ chunks: inout TextChunks, _ tally: inout FindingTally
  ) throws(HealthError) -> (info: DatasetInfo?, place: Place) {
    swap(&decoder.tally, &tally)
    defer { swap(&decoder.tally, &tally) }
    chunks.skipByteOrderMark()
    while let text = try chunks.peekLine(limit: itemLimit, itemTooLong) {
      if Self.isBlank(chunks.chunk.bytes.span, text) {
        chunks.consumeLine(text)
        continue
      }
      if text.count >= itemLimit { throw itemTooLong(chunks.place) }
      let place = chunks.place
      defer { decoder.release() }
      let info: DatasetInfo?
      do throws(JSONFault) {
        try decoder.open(
          chunks.chunk.bytes, text, line: place.line,
          origin: place.byteOffset - Int64(text.lowerBound))
        info = try decoder.dataset()
      } catch { throw readError(error) }
      if info != nil { chunks.consumeLine(text) }
      return (info, place)
    }
    return (nil, Place(file: chunks.file, line: 1, column: 1))
  }

  func itemTooLong(_ place: Place) -> HealthError { HealthError(lineOf: itemLimit, at: place) }

  private func readError(_ fault: JSONFault) -> HealthError {
    HealthError(fault.code, rule: fault.rule, place: decoder.place(fault.offset), fault.message)
  }

  private static func isBlank(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    JSONTape.skipSpace(bytes, &at, range.upperBound)
    return at == range.upperBound
  }
}
