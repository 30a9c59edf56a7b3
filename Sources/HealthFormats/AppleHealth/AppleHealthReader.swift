package import HealthBytes
package import HealthModel
import HealthXML

/// Reads the main file of an Apple Health export, from iOS 8 on.
///
/// Records have a fast path from bytes to sample; unusual records and all other elements are first read as an `Element`
/// and then decoded field by field. What is known to be broken in real exports is repaired with a finding, or refused
/// when reading strictly.
package struct AppleHealthReader: SampleReader, ~Copyable {
  /// The kind of element being read.
  enum Mode {
    /// Between the elements under the root, or before it.
    case top
    /// In a record on the fast path.
    case record
    /// In the list of beats of such a record.
    case beats
    /// In an element that is read as an `Element`.
    case tree
  }

  let file: String
  let options: ReadOptions
  var tokenizer: XMLTokenizer
  var window: Window
  var mode = Mode.top
  var record: PendingRecord?
  /// The beats read so far.
  var beats: [QuantitySample.Beat] = []
  var tree = ElementTree()
  var builder = SampleBuilder()
  var descriptors = DescriptorCache()
  /// What start tags of records have in common with those before.
  var templates = RecordTemplates()
  var recordContents = RecordContents()
  /// Where the content of the record begins.
  var contentOffset: Int64 = 0
  /// Where the last token with a repair begins. Each such token is reported, so no template is made of it.
  var repairedOffset: Int64 = -1
  var dates = DateParser(.export)
  var metadataKeys = TextCache<MetadataKey>()
  /// Metadata of one entry with a short value, such as the context of a heart rate.
  var shortMetadata = TextCache<Metadata>()
  var categoryValues = TextCache<CategoryValue>()
  var ordinals = OrdinalCounter()
  var members = NestedMembers()
  var hasReportedFullMembers = false
  var info = DatasetInfo()
  var hasSamples = false
  /// The attributes that are not known and were reported, each with the name of its element.
  var unknownAttributes: Set<String> = []
  /// Where the element that describes the person is.
  public internal(set) var personPlace: Place?
  /// Where the element under the root began.
  var elementPlace = XMLPlace(offset: 0, line: 1, column: 1)
  var isInRoot = false
  /// Which files are being read: the main one, or those next to it.
  var stage = Stage.main
  /// The files next to the main one, if the input can have such.
  var sideFiles: SideFiles?
  /// Those of them that are due as documents, the first one begun.
  var documents: [Int] = []
  var documentParts: DocumentParts?
  /// A sample that is to follow these documents, with its location if it is in a file next to the main one.
  var held: Sample?
  var heldPlace: Place?
  var heldParts: Place.Parts?
  /// The bytes of the route file that was read last.
  var fileBuffer: [UInt8] = []
  /// The files that were reported as unreadable.
  var unreadableFiles: Set<Int> = []
  /// How far the search for files that no sample holds has come: twice through all of them.
  var nextFileIndex = 0
  /// The size of the files read so far as stored.
  var sideFileBytes: Int64 = 0
  /// A complete sample. It is stored here, so that it is not returned through several calls.
  var ready: Sample?
  /// Where that sample is and where its parts are, if it is in a file next to the main one.
  var sideFilePlace: Place?
  var sideFileParts: Place.Parts?
  var lookaheadError: FormatError?
  private var hasRead = false
  /// The bytes of the pieces that are read here, once the input was split into pieces.
  var pieceBytes: PieceSource?
  /// The piece that another thread has decoded, while its samples are given.
  var piece: AppleHealthPieceDecoder?
  /// What that piece has and was not given yet, and where the piece begins. In a decoder, what it has decoded.
  var decoded = DecodedPiece()
  var piecePlace = XMLPlace(offset: 0, line: 1, column: 1)
  /// Whether this reader decodes pieces for another one, which completes the samples in their order.
  var isPieceDecoder = false
  /// Whether the last sample that was decoded for another reader can be a member of a correlation.
  var canBeNested = false
  var findings: [Finding] = []
  /// Counts of what was read in addition to samples.
  public internal(set) var notes = ReaderNotes()

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
    var limits = XMLTokenizer.Options()
    limits.repairs = !options.isStrict
    limits.isTranscoded = isTranscoded
    if options.isFragment { limits.missingRoot = AppleHealthVocabulary.root }
    tokenizer = XMLTokenizer(limits)
    window = Window(source: source, capacity: capacity, limit: Limits.sampleBytes.value)
  }

  /// How far the input has been read.
  public var progress: ByteProgress {
    let main = pieceBytes?.progress ?? window.progress
    guard let sideFiles else { return main }
    return ByteProgress(
      consumed: main.consumed &+ sideFileBytes &+ (documentParts?.source.progress.consumed ?? 0),
      total: main.total.map { $0 &+ sideFiles.storedSize })
  }

  /// Facts about the dataset; reads the file up to the first sample.
  public mutating func dataset() throws(FormatError) -> DatasetInfo {
    guard !hasRead else { return info }
    do throws(FormatError) {
      try advance()
    } catch {
      // Samples before the fault are valid, if the file is an export.
      guard isInRoot else { throw error }
      lookaheadError = error
    }
    return info
  }

  /// The next sample.
  public mutating func next() throws(FormatError) -> Sample? {
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
    // The sample before the first piece was read here.
    if piece != nil, decoded.samples.taken > 0 { return partsInPiece }
    guard tree.place.byteOffset == elementPlace.offset, !tree.outline.isEmpty else { return nil }
    return Place.Parts(file: file, entries: tree.outline, point: sideFiles?.place(ofPointAt:))
  }

  /// The findings since the last call.
  public mutating func takeFindings() -> [Finding] {
    guard !findings.isEmpty else { return [] }
    let taken = findings
    findings = []
    return taken
  }

  /// The result of examining the available bytes.
  enum Outcome {
    case ready
    case needsMoreInput
    case end
  }

  /// Reads on until a sample is ready, or to the end.
  private mutating func advance() throws(FormatError) {
    hasRead = true
    do throws(FormatError) {
      guard stage == .main else { return try advanceInSideFiles() }
      if piece != nil { return try advanceInPiece() }
      while true {
        switch try scan() {
        case .ready:
          hasSamples = true
          return
        case .needsMoreInput:
          if isAtEndOfPiece { return }
          try refill()
        case .end:
          stage = .files
          return try advanceInSideFiles()
        }
      }
    } catch {
      stage = .end
      throw error
    }
  }

  private mutating func refill() throws(FormatError) {
    let start = tokenizer.cursor
    do throws(ByteError) {
      try window.refill(keepingFrom: start)
    } catch {
      throw FormatError(error, place: tokenizer.place.place(in: file))
    }
    tokenizer.didDiscard(start)
  }

  /// Reads tokens until a sample is complete or more bytes are needed.
  ///
  /// A decoder of pieces collects the samples, until a piece cannot be decoded.
  mutating func scan() throws(FormatError) -> Outcome {
    // A copy shares the storage; it lets the reader change while the bytes are looked at.
    let storage = window.bytes
    let isFinal = window.isFinal && pieceBytes?.isLast != false
    let bytes = storage.span.extracting(0..<window.end)
    while true {
      if mode == .top, !templates.all.isEmpty, try quickRecords(bytes) { return .ready }
      let token: XMLToken
      do throws(XMLError) {
        token = try tokenizer.next(in: bytes, isFinal: isFinal)
      } catch {
        throw FormatError(error, file: file)
      }
      if tokenizer.hasRepairs {
        try reportRepairs()
        repairedOffset = tokenizer.offset
      }
      if token == .needsMoreInput { return .needsMoreInput }
      if token == .endOfDocument { return .end }
      if mode == .top {
        elementPlace = tokenizer.place
      } else {
        try checkLength(from: elementPlace.offset)
      }
      switch mode {
      case .record: try recordToken(token, bytes)
      case .top: try topToken(token, bytes)
      case .beats: try beatsToken(token, bytes)
      case .tree: try treeToken(token, bytes)
      }
      if case .some = ready, isDone() { return .ready }
    }
  }

  /// Whether to return the sample that is ready, instead of reading on.
  @inline(__always)
  mutating func isDone() -> Bool { !isPieceDecoder || !collect() }
}
