package import HealthBytes
package import HealthModel
import HealthXML

/// Reads an Apple Health export: decodes its main file, completes the samples in their order, and reads the files next to it.
///
/// The main file is decoded in batches (``ExportDecoder``), here or on other threads. Of a batch that another thread has
/// decoded, places are relative to its chunk. Completing a sample means what depends on those before it and on other files:
/// ordinals, whether nested samples are also at top level, routes and clinical records, and what is reported once in a file.
package struct AppleHealthReader: SampleReader, ~Copyable {
  let file: String
  let options: ReadOptions
  var chunks: TextChunks
  /// Decodes what no other thread has decoded. ``next()`` returns the samples of its batch, which may be that of another
  /// thread (``accept(_:decodedBy:)``).
  var decoder: ExportDecoder
  /// What the places in the batch are relative to.
  var batchStart = Self.fileStart
  var ordinals = OrdinalCounter()
  var members = NestedMembers()
  var hasReportedFullMembers = false
  /// The attributes that are not known and were reported, each with the name of its element.
  private var unknownAttributes: Set<String> = []
  /// Where the element of the last returned sample begins.
  var elementPlace = Self.fileStart
  /// The elements in it, and what their places are relative to.
  private var outline: [Place.Parts.Entry] = []
  private var outlineStart = Self.fileStart
  /// Whether the main file is being read, or the files next to it.
  var phase = Phase.main
  /// The files next to the main one, if the input can have such.
  var sideFiles: SideFiles?
  /// The documents among them that are read next; reading of the first one has begun.
  var documents: [Int] = []
  var documentParts: DocumentParts?
  /// A sample that is to follow these documents, with its location if it is in a file next to the main one.
  var held: Sample?
  var heldPlace: Place?
  var heldParts: Place.Parts?
  /// The bytes of the route file that was read last.
  var fileBuffer: [UInt8] = []
  var unreadableFiles: Set<Int> = []
  /// The progress of the search for files that no sample refers to, which passes over all files twice.
  var nextFileIndex = 0
  /// The size of the files read so far as stored.
  var sideFileBytes: Int64 = 0
  /// A complete sample. It is stored here, so that it is not returned through several calls.
  var ready: Sample?
  /// Where that sample is and where its parts are, if it is in a file next to the main one.
  var sideFilePlace: Place?
  var sideFileParts: Place.Parts?
  var lookaheadError: HealthError?
  private var hasRead = false
  /// Whether the decoder has seen all bytes that were read.
  private var isDecoded = true
  /// Whether chunks come from threads.
  private var isSplit = false
  var findings: [Finding] = []
  /// Counts of what was read in addition to samples.
  public internal(set) var notes = ReaderNotes()

  /// About how many samples, elements and findings are decoded at a time on the calling thread. More take 2 MB, and are not
  /// faster.
  private static let batchRoom = 64

  private static var fileStart: XMLPlace { XMLPlace(offset: 0, line: 1, column: 1) }

  /// A reader of an export's main file.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file, UTF-8.
  ///   - isTranscoded: Whether the bytes were in another encoding than UTF-8, which the file may still
  ///     declare.
  public init(
    source: any ByteSource, name: String, options: ReadOptions = ReadOptions(),
    isTranscoded: Bool = false
  ) {
    self.init(
      source: source, name: name, options: options, isTranscoded: isTranscoded,
      capacity: 1 << 17)
  }

  /// A reader that looks at so many bytes at a time, for tests.
  package init(
    source: any ByteSource, name: String, options: ReadOptions, isTranscoded: Bool = false,
    capacity: Int
  ) {
    file = name
    self.options = options
    decoder = ExportDecoder(file: name, options: options, isTranscoded: isTranscoded)
    // Where samples begin is not known yet.
    chunks = TextChunks(source, file: name, options: options, size: capacity) { bytes in
      bytes.isEmpty ? nil : bytes.count
    }
  }

  /// Where the element that describes the person is.
  public var personPlace: Place? { decoder.personPlace }

  /// How far the input has been read.
  public var progress: ByteProgress {
    let main = chunks.chunk.progress
    guard let sideFiles else { return main }
    return ByteProgress(
      consumed: main.consumed &+ sideFileBytes &+ (documentParts?.source.progress.consumed ?? 0),
      total: main.total.map { $0 &+ sideFiles.storedSize })
  }

  /// Facts about the dataset; reads the file up to the first sample.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    guard !hasRead else { return decoder.info }
    do throws(HealthError) {
      try advance()
    } catch {
      // Samples before the fault are valid, if the file is an export.
      guard decoder.isInRoot else { throw error }
      lookaheadError = error
    }
    if ready != nil, phase == .main { cutBeforeElements() }
    return decoder.info
  }

  /// The next sample.
  public mutating func next() throws(HealthError) -> Sample? {
    if case .none = ready {
      if let error = lookaheadError {
        lookaheadError = nil
        throw error
      }
      try advance()
    }
    return ready.take()
  }

  /// Where the element of the sample that was given last begins, or the file that the sample was read from.
  public var place: Place { sideFilePlace ?? elementPlace.place(in: file) }

  /// Where the elements nested in that of the last sample are. A record that was read without making elements has none.
  public var parts: Place.Parts? {
    if sideFilePlace != nil { return sideFileParts }
    guard !outline.isEmpty else { return nil }
    let start = outlineStart.place(in: file)
    return Place.Parts(
      file: file, entries: outline.map { $0.relocated(to: start) },
      point: sideFiles?.place(ofPointAt:))
  }

  /// The findings since the last call.
  public mutating func takeFindings() -> [Finding] {
    guard !findings.isEmpty else { return [] }
    let taken = findings
    findings = []
    return taken
  }

  // MARK: Batches

  /// Completes the next sample, if there is one. At the end of a chunk there is none.
  private mutating func advance() throws(HealthError) {
    hasRead = true
    do throws(HealthError) {
      while phase == .main {
        if decoder.batch.hasFindingsOrOutlines { takeBatchFindings() }
        if let sample = decoder.batch.samples.takeNext() { return try completeNext(sample) }
        guard try decodeMore() else { return }
      }
      try advanceInSideFiles()
    } catch {
      phase = .end
      throw error
    }
  }

  /// Moves the findings before the next sample of the batch to those that are reported.
  @inline(never)
  private mutating func takeBatchFindings() {
    while let (finding, attribute) = decoder.batch.takeFinding() {
      if let attribute {
        guard unknownAttributes.count < ExportBatch.attributeLimit,
          unknownAttributes.insert(attribute).inserted
        else { continue }
      }
      findings.append(finding.relocated(to: batchStart.place(in: file)))
    }
  }

  @inline(__always)
  private mutating func completeNext(_ sample: consuming Sample) throws(HealthError) {
    let location = decoder.batch.samples.location
    elementPlace = batchStart.place(ofPart: location.place)
    if decoder.batch.hasFindingsOrOutlines || !outline.isEmpty {
      outline = decoder.batch.takeOutline()
      outlineStart = batchStart
    }
    switch sample {
    case .quantity, .category: try deliver(sample, canBeNested: location.canBeNested)
    default: try complete(sample)
    }
  }

  /// Decodes the next batch, or ends the main file.
  ///
  /// - Returns: `false` at the end of a chunk that another one follows.
  private mutating func decodeMore() throws(HealthError) -> Bool {
    switch decoder.batch.end {
    case .needsMore:
      if isDecoded {
        if isSplit, !chunks.chunk.isLast { return false }
        try extend()
      }
    case .full: break
    case .document:
      phase = .files
      return true
    case .fault(let error): throw error.relocated(to: batchStart.place(in: file))
    }
    // A copy shares the storage; it lets the decoder change while the bytes are looked at.
    let storage = chunks.chunk.bytes
    decoder.decode(
      storage.span.extracting(chunks.start..<chunks.chunk.end), isFinal: chunks.isFinal,
      room: Self.batchRoom)
    isDecoded = true
    notes.comments += decoder.batch.comments
    batchStart = Self.fileStart
    return true
  }

  /// Reads more of the main file.
  private mutating func extend() throws(HealthError) {
    let place = decoder.tokenizer.place.place(in: file)
    if chunks.chunk.isLast, let error = chunks.chunk.error {
      throw error.reading(at: place)
    }
    discardDecoded()
    guard chunks.count <= Limits.sampleBytes.value else {
      throw HealthError(
        .malformed, rule: "limit", place: place, "found \(Limits.sampleBytes.excess)")
    }
    chunks.extend(to: Limits.sampleBytes.value + 1)
  }

  /// Discards the bytes that were decoded.
  private mutating func discardDecoded() {
    let count = decoder.tokenizer.cursor
    chunks.consume(count, lines: 0)
    decoder.tokenizer.didDiscard(count)
  }

  /// Lets chunks begin where elements seem to begin; the last one that was read was decoded from these bytes.
  private mutating func cutBeforeElements() {
    let origin = decoder.tokenizer.endOffset - Int64(decoder.tokenizer.cursor)
    let bytes = Array(chunks.chunk.bytes[chunks.start..<chunks.chunk.end])
    let cut = ElementCut(before: Int(elementPlace.offset - origin), in: bytes)
    chunks.cut(by: cut.lastStart(in:))
  }

  // MARK: Threads

  /// Splits the rest of the input, if only the first sample was decoded, which is returned with the samples of the first
  /// chunk.
  public mutating func splitRest() -> (any ChunkedInput)? {
    guard ready != nil, phase == .main, lookaheadError == nil, !options.isFragment, !isSplit else {
      return nil
    }
    discardDecoded()
    guard
      let splitter = chunks.split(endsInReference: sideFiles.map { _ in ElementCut.endsInWorkout })
    else { return nil }
    isSplit = true
    return SplitInput(splitter.next) {
      [file, options, sideFiles, tokenizer = decoder.tokenizer] in
      ExportChunkDecoder(
        file: file, options: options, tokenizer: tokenizer, sideFiles: sideFiles)
    }
  }

  /// Accepts the next chunk of the input: what a thread has decoded, if the decoder here ended where the chunk begins, and the
  /// bytes that are not decoded yet.
  ///
  /// - Returns: Whether all of it was decoded.
  public mutating func accept(_ chunk: InputChunk, decodedBy other: any ChunkDecoder) -> Bool {
    discardDecoded()
    var first = 0
    if decoder.isBetweenElements(at: chunks.count), let other = other as? ExportChunkDecoder,
      other.isUsable
    {
      batchStart = decoder.tokenizer.nextPlace
      swap(&decoder.batch, &other.decoder.batch)
      notes.comments += decoder.batch.comments
      decoder.tokenizer.skip(other.decoder.tokenizer)
      let isFull = if case .full = decoder.batch.end { true } else { false }
      first = isFull ? other.decoder.tokenizer.cursor : chunk.end
    }
    chunks.append(chunk, from: first)
    isDecoded = first == chunk.end
    return isDecoded
  }
}
