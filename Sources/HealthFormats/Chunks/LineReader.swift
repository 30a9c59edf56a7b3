public import HealthBytes
public import HealthModel

/// Decodes the lines of a format in which each sample is in one line: all that such a format has to define for reading.
///
/// ``LineReader`` does the rest: it reads on one thread or on several, in bounded memory, states where findings and errors are,
/// and numbers equal samples. Each thread has a copy of the decoder, made after the beginning of the file; so `decode` must
/// depend on nothing but the line and the beginning. What depends on the lines before is for `complete` and `end`: one copy of
/// the decoder is called for all samples in the order of the file, and may keep a state from line to line.
public protocol LineDecoder: Sendable {
  /// The facts about the dataset, which the beginning of the file may state.
  var dataset: DatasetInfo { get }

  /// Reads a line of the beginning of the file, which describes the lines that follow.
  ///
  /// - Parameter place: Where the line is, for errors.
  /// - Returns: Whether the line is part of the beginning. The first one that is not is decoded, as are all after it.
  mutating func begin(_ line: Span<UInt8>, at place: Place) throws(HealthError) -> Bool

  /// Checks what the beginning of the file has stated; called at its end, also if no line follows.
  ///
  /// - Parameter place: Where the beginning ends, for errors.
  mutating func endBeginning(at place: Place) throws(HealthError)

  /// Decodes a line: appends its samples, and reports its defects. The error that it throws ends the reading.
  ///
  /// - Parameter line: The line without its end, which is a line feed with or without a carriage return. It is not empty.
  mutating func decode(_ line: Span<UInt8>, into output: inout LineOutput) throws(HealthError)

  /// Appends a sample of `decode` to the output, completed with what earlier lines state, or something else in its place. A line
  /// without a sample of its own, such as one that changes the unit of the lines after it, reaches this function as an unknown
  /// sample that `decode` makes of it.
  mutating func complete(
    _ sample: consuming Sample, into output: inout LineOutput
  ) throws(HealthError)

  /// Appends what the last lines have left incomplete, and reports what is missing; called once, if all lines were read.
  mutating func end(into output: inout LineOutput) throws(HealthError)
}

extension LineDecoder {
  /// No facts.
  public var dataset: DatasetInfo { DatasetInfo() }
  /// The file has no beginning.
  public mutating func begin(_ line: Span<UInt8>, at place: Place) throws(HealthError) -> Bool {
    false
  }
  /// A file may lack a beginning.
  public mutating func endBeginning(at place: Place) throws(HealthError) {}
  /// No sample depends on the lines before.
  public mutating func complete(
    _ sample: consuming Sample, into output: inout LineOutput
  ) throws(HealthError) {
    output.append(sample)
  }
  /// Nothing is incomplete.
  public mutating func end(into output: inout LineOutput) throws(HealthError) {}
}

/// Gets the samples and the findings of lines.
public struct LineOutput {
  fileprivate var batch = TextBatch()
  fileprivate var location = LineLocation(line: 0, offset: 0)
  fileprivate let isStrict: Bool
  /// The location of the line, for errors.
  public fileprivate(set) var place: Place

  fileprivate init(_ place: Place, isStrict: Bool) {
    self.place = place
    self.isStrict = isStrict
  }

  /// Appends a sample of the line, without an ordinal.
  public mutating func append(_ sample: consuming Sample) {
    batch.samples.append(sample, at: location)
  }

  /// Reports a defect. What many lines have is reported once, with the first location and the number of lines.
  ///
  /// - Parameters:
  ///   - rule: One of the rules of the format.
  ///   - message: What was found and what was done, without values.
  ///   - column: The byte of the line, from 1.
  ///   - severity: The severity of this defect; that of the rule by default. A line that is preserved as an unknown sample is
  ///     an error.
  /// - Throws: The finding as an error, if reading is strict and the severity is more than information.
  public mutating func report(
    _ rule: Rule, _ message: String, column: Int = 1, severity: Finding.Severity? = nil
  ) throws(HealthError) {
    let severity = severity ?? rule.severity
    if isStrict, severity > .info { throw error(rule.name, message, column: column) }
    if batch.tally.counts(rule.name, message) { return }
    batch.tally.add(rule.name, message, at: located(column), severity: severity)
  }

  /// An error in the line, which ends reading when it is thrown.
  ///
  /// - Parameters:
  ///   - rule: The name of one of the rules of the format, or of those of every format, such as `malformed-date`.
  ///   - message: What was found and what was expected, without values.
  ///   - column: The byte of the line, from 1.
  public func error(_ rule: String, _ message: String, column: Int = 1) -> HealthError {
    HealthError(.malformed, rule: rule, place: located(column), message)
  }

  private func located(_ column: Int) -> Place {
    var place = self.place
    place.column = column
    place.byteOffset += Int64(column - 1)
    return place
  }
}

/// Reads a file of lines.
public struct LineReader<Decoder: LineDecoder>: SampleReader, ~Copyable {
  private let lines: Lines<Decoder>
  private let beginning: Beginning<Decoder>
  private var reading: TextReading<Lines<Decoder>>
  private var info: DatasetInfo?
  private var ordinals = OrdinalCounter()
  /// The decoder that completes samples, and what it has appended.
  private var completer: Decoder
  private var completed: LineOutput
  private var isEnding = false

  /// A reader of the only file of an input. Nothing is read yet.
  ///
  /// - Throws: If the input has no file or several, or it cannot be opened.
  public init(
    _ input: Input, _ options: ReadOptions, _ decoder: Decoder
  ) throws(HealthError) {
    let chunks = try TextChunks(try input.onlyFile(), of: input, options: options)
    let beginning = Beginning(decoder)
    self.beginning = beginning
    completer = decoder
    completed = LineOutput(chunks.place, isStrict: options.isStrict)
    lines = Lines(decoder, isStrict: options.isStrict)
    reading = TextReading(chunks, lines) { [isStrict = options.isStrict] in
      Lines(beginning.decoder, isStrict: isStrict)
    }
  }

  /// The facts that the beginning of the file states.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    if let info { return info }
    info = DatasetInfo()
    do throws(HealthError) {
      try reading.open { [lines] (chunks, _) throws(HealthError) in try lines.begin(&chunks) }
    } catch {
      throw failed(error)
    }
    beginning.decoder = lines.decoder
    completer = lines.decoder
    info = lines.decoder.dataset
    return lines.decoder.dataset
  }

  /// The next sample, with its ordinal.
  public mutating func next() throws(HealthError) -> Sample? {
    if case nil = info { _ = try dataset() }
    do throws(HealthError) {
      while true {
        if let sample = completed.batch.samples.takeNext() { return ordinals.numbered(sample) }
        completed.batch.samples.removeAll()
        if let sample = try reading.next() {
          completed.place = reading.place
          try completer.complete(sample, into: &completed)
        } else if isEnding || reading.hasMoreChunks {
          return nil
        } else {
          isEnding = true
          completed.place = reading.endPlace
          try completer.end(into: &completed)
        }
      }
    } catch {
      throw failed(error)
    }
  }

  private mutating func failed(_ error: HealthError) -> HealthError {
    isEnding = true
    reading.end()
    return error
  }

  /// The line of the last sample.
  public var place: Place { reading.place }
  /// How far the file has been read.
  public var progress: ByteProgress { reading.progress }
  /// Nothing: all lines are decoded.
  public var notes: ReaderNotes { ReaderNotes() }

  /// The findings, at the end of the file.
  public mutating func takeFindings() -> [Finding] {
    reading.takeFindings() + (isEnding ? completed.batch.tally.takeAll() : [])
  }

  /// Splits the lines after the beginning.
  public mutating func splitRest() -> (any Input.Chunks)? { reading.splitRest() }

  /// Accepts the next chunk of lines.
  public mutating func accept(
    _ chunk: InputContainer.Chunk, decodedBy decoder: any Input.ChunkDecoder
  ) -> Bool { reading.accept(chunk, decodedBy: decoder) }
}

/// The decoder after the beginning of the file, of which each thread makes a copy.
private final class Beginning<Decoder: LineDecoder> {
  var decoder: Decoder
  init(_ decoder: Decoder) { self.decoder = decoder }
}

/// Finds the lines of a chunk.
private final class Lines<Decoder: LineDecoder>: TextDecoder {
  private(set) var decoder: Decoder
  private let isStrict: Bool
  var itemLimit: Int { Limits.lineBytes.value }

  init(_ decoder: Decoder, isStrict: Bool) {
    self.decoder = decoder
    self.isStrict = isStrict
  }

  /// Reads the beginning of the file.
  func begin(_ chunks: inout TextChunks) throws(HealthError) {
    chunks.skipByteOrderMark()
    while let line = try chunks.peekLine(limit: itemLimit, itemTooLong) {
      if line.count >= itemLimit { throw itemTooLong(chunks.place) }
      let text = Self.text(line, chunks.chunk.bytes.span)
      if !text.isEmpty,
        try !decoder.begin(chunks.chunk.bytes.span.extracting(text), at: chunks.place)
      {
        break
      }
      chunks.consumeLine(line)
    }
    try decoder.endBeginning(at: chunks.place)
  }

  func decode(
    _ chunk: inout InputChunk, from start: Int, isFinal: Bool, at place: Place,
    into batch: inout TextBatch
  ) {
    var output = LineOutput(place, isStrict: isStrict)
    swap(&output.batch, &batch)
    let bytes = chunk.bytes
    var lines = ChunkLines(start..<chunk.end, isFinal: isFinal, limit: itemLimit)
    while let line = lines.next(bytes.span) {
      let text = Self.text(line, bytes.span)
      if text.isEmpty { continue }
      output.location = lines.location
      output.place.line = place.line + output.location.line
      output.place.byteOffset = place.byteOffset + output.location.offset
      do throws(HealthError) {
        try decoder.decode(bytes.span.extracting(text), into: &output)
      } catch {
        output.batch.fault = error
        break
      }
    }
    swap(&output.batch, &batch)
    lines.end(&batch, at: place)
  }

  /// A line without a carriage return at its end.
  private static func text(_ line: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int> {
    let hasReturn = !line.isEmpty && bytes[line.upperBound - 1] == UInt8(ascii: "\r")
    return line.lowerBound..<(hasReturn ? line.upperBound - 1 : line.upperBound)
  }

  func itemTooLong(_ place: Place) -> HealthError { HealthError(lineOf: itemLimit, at: place) }
}

extension String {
  /// The text of a line; `nil` if it is not UTF-8.
  public init?(line: Span<UInt8>) {
    guard let text = try? UTF8Span(validating: line) else { return nil }
    self.init(copying: text)
  }
}
