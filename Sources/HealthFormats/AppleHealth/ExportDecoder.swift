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

/// A record whose start tag was read, but not yet its end, which may be in another window.
struct PendingRecord: ~Copyable {
  /// The children's kinds, in their usual order.
  enum Child: Int {
    case metadata, beats, kept

    var name: String {
      switch self {
      case .metadata: AppleHealthVocabulary.metadataEntry
      case .beats: AppleHealthVocabulary.beatList
      case .kept: Extras.ChildRun.kept
      }
    }
  }

  var header: SampleHeader
  var number: Number?
  var category: CategoryValue?
  let isQuantity: Bool
  let canBeNested: Bool
  var unknownAttributes: [Element.Attribute] = []
  private(set) var beats: [QuantitySample.Beat] = []
  private(set) var content: [Element.Node] = []
  /// Runs of children; empty while they are in the usual order.
  private var runs: [Extras.ChildRun] = []
  private var last = Child.metadata
  private var beginsShort = false

  init(header: SampleHeader, isQuantity: Bool, canBeNested: Bool) {
    self.header = header
    self.isQuantity = isQuantity
    self.canBeNested = canBeNested
  }

  /// Adds a nested element to the record.
  ///
  /// - Returns: Whether there is a field for it.
  mutating func append(_ element: Element) -> Bool {
    if let entry = MetadataEntry(element), element.name == AppleHealthVocabulary.metadataEntry {
      append(entry)
    } else if canHaveBeats, element.name == AppleHealthVocabulary.beatList,
      let found = [QuantitySample.Beat](element)
    {
      append(found)
    } else {
      append(content: .element(element))
      return false
    }
    return true
  }

  mutating func append(_ entry: MetadataEntry) {
    note(.metadata)
    header.metadata.entries.append(entry)
  }

  /// Whether the record has no children yet.
  var isBare: Bool { header.metadata.isEmpty && beats.isEmpty && content.isEmpty }

  /// Sets the first metadata entry, a short one, if no child precedes it.
  mutating func begin(_ metadata: Metadata) {
    header.metadata = metadata
    beginsShort = true
  }

  /// The short entry, if it is the only child.
  var shortMetadata: Metadata? { beginsShort && childCount == 1 ? header.metadata : nil }

  mutating func append(_ list: [QuantitySample.Beat]) {
    note(.beats)
    beats = list
  }

  /// Adds content without a field.
  mutating func append(content node: Element.Node) {
    note(.kept)
    content.append(node)
  }

  /// Whether a list of beats would be stored as those of the sample.
  var canHaveBeats: Bool { isQuantity && beats.isEmpty }

  /// The number of children, including those of the list of beats.
  var childCount: Int { header.metadata.entries.count + beats.count + content.count }

  /// Records the kind of the next child.
  private mutating func note(_ child: Child) {
    if runs.isEmpty, child.rawValue < last.rawValue { spellOutRuns() }
    if !runs.isEmpty { runs.extend(child.name) }
    last = child
  }

  private mutating func spellOutRuns() {
    let counts: [(Child, Int)] = [
      (.metadata, header.metadata.entries.count), (.beats, beats.isEmpty ? 0 : 1),
      (.kept, content.count),
    ]
    for (child, count) in counts where count > 0 {
      runs.append(Extras.ChildRun(name: child.name, count: count))
    }
  }

  consuming func finish() -> Sample {
    if !unknownAttributes.isEmpty || !content.isEmpty || !runs.isEmpty {
      header.extras = Extras(attributes: unknownAttributes, content: content, order: runs)
    }
    if isQuantity, let number {
      return .quantity(QuantitySample(header: header, number: number, beats: beats))
    }
    return .category(CategorySample(header: header, value: category))
  }
}
