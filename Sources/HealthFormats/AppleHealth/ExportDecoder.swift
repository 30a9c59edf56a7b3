import HealthBytes
import HealthModel
import HealthXML

/// Decodes the main file of an Apple Health export, from iOS 8 on: bytes to samples. It is the only code that reads them,
/// on the calling thread and on others.
///
/// Records have a fast path from bytes to sample; unusual records and all other elements are first read as an `Element`
/// and then decoded field by field. What is known to be broken in real exports is repaired with a finding, or refused
/// when reading strictly.
///
/// A decoder stops wherever the bytes end, also within an element, and continues there with the bytes that follow. So the
/// decoder of the reader needs no bytes twice. The decoders of other threads begin a chunk of which nothing is known, and
/// assume that it begins between two elements under the root (``beginChunk(_:)``). If that is wrong, the reader's decoder,
/// whose state is known to be correct, decodes the chunk.
///
/// What depends on other samples or on other files is not done here, but by ``AppleHealthReader`` in the order of the file.
struct ExportDecoder: ~Copyable {
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
  var batch = ExportBatch()
  var mode = Mode.top
  var record: PendingRecord?
  /// The beats read so far.
  var beats: [QuantitySample.Beat] = []
  var tree = ElementTree()
  var builder = SampleBuilder()
  var descriptors = DescriptorCache()
  /// The start tags of recent records, for the fast path.
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
  var info = DatasetInfo()
  var hasSamples = false
  /// Where the element that describes the person is.
  var personPlace: Place?
  /// Where the element under the root began.
  var elementPlace = XMLPlace(offset: 0, line: 1, column: 1)
  var isInRoot = false

  /// A decoder at the start of a file.
  init(file: String, options: ReadOptions, isTranscoded: Bool) {
    self.file = file
    self.options = options
    var limits = XMLTokenizer.Options()
    limits.repairs = !options.isStrict
    limits.isTranscoded = isTranscoded
    if options.isFragment { limits.missingRoot = AppleHealthVocabulary.root }
    tokenizer = XMLTokenizer(limits)
  }

  /// A decoder of chunks of a file, of which the root and the first sample were read.
  init(file: String, options: ReadOptions, chunksBehind tokenizer: XMLTokenizer) {
    self.file = file
    self.options = options
    self.tokenizer = tokenizer
    (isInRoot, hasSamples) = (true, true)
  }

  /// Whether all bytes up to an index were consumed, and the next ones are between elements under the root.
  func isBetweenElements(at end: Int) -> Bool {
    mode == .top && tokenizer.isBetweenChildren(at: end)
  }

  /// Begins a chunk between two elements under the root. Places are relative to it.
  ///
  /// - Parameter start: A tokenizer at the start of a chunk.
  mutating func beginChunk(_ start: XMLTokenizer) {
    if case .fault = batch.end { mode = .tree }
    if isBetweenElements(at: tokenizer.cursor) {
      tokenizer.beginChunk()
    } else {
      tokenizer = start
      mode = .top
      record = nil
      beats = []
    }
    tree = ElementTree()
    repairedOffset = -1
  }

  /// Decodes bytes into a new batch.
  ///
  /// - Parameters:
  ///   - bytes: Bytes of the file. Those after the tokenizer's cursor were not decoded yet.
  ///   - isFinal: Whether nothing follows.
  ///   - room: About how many samples, elements and findings the batch may have. The first batch has one
  ///     sample: the facts about the dataset precede it, and are read without decoding more.
  mutating func decode(_ bytes: Span<UInt8>, isFinal: Bool, room: Int) {
    batch.begin(room: hasSamples ? room : 1)
    do throws(HealthError) {
      batch.end = try scan(bytes, isFinal)
    } catch {
      batch.end = .fault(error)
    }
  }

  private mutating func scan(
    _ bytes: Span<UInt8>, _ isFinal: Bool
  ) throws(HealthError) -> ExportBatch.End {
    while true {
      if mode == .top, !templates.all.isEmpty, quickRecords(bytes) { return .full }
      let token: XMLToken
      do throws(XMLError) {
        token = try tokenizer.next(in: bytes, isFinal: isFinal)
      } catch {
        throw HealthError(error, file: file)
      }
      if tokenizer.hasRepairs {
        for finding in tokenizer.takeRepairFindings(in: file) {
          try batch.add(finding, isStrict: options.isStrict)
        }
        repairedOffset = tokenizer.offset
      }
      if token == .needsMoreInput { return .needsMore }
      if token == .endOfDocument { return .document }
      if mode == .top { elementPlace = tokenizer.place }
      try tokenizer.checkLength(from: elementPlace.offset, in: file)
      switch mode {
      case .record: try recordToken(token, bytes)
      case .top: try topToken(token, bytes)
      case .beats: try beatsToken(token, bytes)
      case .tree: try treeToken(token, bytes)
      }
      if mode == .top, batch.isFull { return .full }
    }
  }

  /// Adds the sample of the element that was read last to the batch.
  @inline(__always)
  mutating func add(_ sample: consuming Sample, canBeNested: Bool) {
    if tree.place.byteOffset == elementPlace.offset, !tree.outline.isEmpty {
      batch.add(tree.outline)
    }
    batch.append(
      sample, at: ExportBatch.Location(place: elementPlace, canBeNested: canBeNested))
    hasSamples = true
  }
}
