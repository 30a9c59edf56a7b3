import HealthBytes
import HealthModel
import HealthXML

/// Decodes chunks of an export's main file on a thread.
///
/// Where a chunk was split is only an assumption: it holds if all decoders before it, and its own, ended between two
/// elements under the root. Otherwise the reader decodes the chunk again.
final class ExportChunkDecoder: ChunkDecoder {
  var decoder: ExportDecoder
  /// Whether the reader can use the batch.
  private(set) var isUsable = false
  private let start: XMLTokenizer
  private let sideFiles: SideFiles?
  /// The bytes of the route file that was read last.
  private var fileBuffer: [UInt8] = []

  /// The most points of routes in a batch: twice those of a workout for all threads together. The reader reads the files
  /// beyond them.
  private let pointLimit: Int

  /// How many bytes of a chunk there must be for each sample, element or finding of its batch: more of them would take too
  /// much memory together.
  private static let bytesPerItem = 48

  init(file: String, options: ReadOptions, tokenizer: XMLTokenizer, sideFiles: SideFiles?) {
    self.sideFiles = sideFiles
    let most = Limits.routePoints.value
    pointLimit = min(most, 2 * most / max(1, options.jobs))
    start = tokenizer.makeChunkTokenizer()
    decoder = ExportDecoder(file: file, options: options, chunksBehind: start)
  }

  func decode(_ chunk: inout InputChunk) {
    // The end of a document is decoded by the reader, whose bytes can be the last.
    guard chunk.beginsItem, !chunk.isLast else {
      isUsable = false
      return
    }
    decoder.beginChunk(start)
    decoder.decode(
      chunk.bytes.span.extracting(0..<chunk.end), isFinal: false,
      room: 1_000 + chunk.end / Self.bytesPerItem)
    isUsable =
      switch decoder.batch.end {
      case .fault: true
      case .full: decoder.isBetweenElements(at: decoder.tokenizer.cursor)
      case .needsMore, .document: decoder.isBetweenElements(at: chunk.end)
      }
    if isUsable, let sideFiles { readRoutes(sideFiles) }
  }

  /// Reads the route files of the workouts. What is wrong with one of them is found again by the reader.
  private func readRoutes(_ files: SideFiles) {
    var room = pointLimit
    for workout in decoder.batch.workouts {
      for route in workout.fields.routes {
        for path in route.files.compactMap(\.path) {
          guard room > 0, let index = files.index(of: path), files.begin(index),
            let file = try? RouteFile(
              at: index, in: files, pointLimit: room, buffer: &fileBuffer)
          else { continue }
          room -= file.track.locations.count
          decoder.batch.routes[index] = file
        }
      }
    }
  }
}

/// Finds where elements under the root seem to begin, without reading the XML.
struct ElementCut {
  /// What is between these elements: it is the same everywhere in what a program writes.
  private let separator: [UInt8]

  /// Looks at what is before an element.
  ///
  /// - Parameter start: Where the element begins; the bytes may not have it.
  init(before start: Int, in bytes: [UInt8]) {
    separator = Self.separator(before: start, in: bytes)
  }

  private static func separator(before start: Int, in bytes: [UInt8]) -> [UInt8] {
    let usual = Array("\n ".utf8)
    guard start > 0, start < bytes.count else { return usual }
    var index = start
    while index > 0, bytes[index - 1] <= 32, start - index < 64 { index -= 1 }
    guard index > 0, bytes[index - 1] == UInt8(ascii: ">") else { return usual }
    return Array(bytes[index..<start])
  }

  /// The index after the last tag before something that looks like the start of a child of the root. Without lines, a
  /// record looks so.
  func lastStart(in bytes: Span<UInt8>) -> Int? {
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
  static func endsInWorkout(_ bytes: Span<UInt8>) -> Bool {
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
}

/// The samples and findings that were decoded from a part of an export's main file.
struct ExportBatch {
  /// Where the element of a sample begins.
  struct Location {
    let place: XMLPlace
    let canBeNested: Bool
  }

  /// Why decoding stopped.
  enum End {
    /// The bytes contain no further complete token.
    case needsMore
    /// The batch is full.
    case full
    /// The document has ended.
    case document
    /// Reading cannot continue.
    case fault(HealthError)
  }

  var samples = DecodedItems<Sample, Location>()
  /// Why decoding stopped after the last sample.
  var end = End.needsMore
  /// How many comments and processing instructions there were.
  var comments = 0
  /// The route files that were read together with their workouts, by their number among the side
  /// files.
  var routes: [Int: RouteFile] = [:]
  private(set) var workouts: [Workout] = []
  private var findings: [Finding] = []
  /// For each finding the number of the sample that it precedes, and the attribute that it is about if it is reported once
  /// in the file.
  private var findingOrder: [(before: Int, attribute: String?)] = []
  private var takenFindings = 0
  private var attributes: Set<String> = []
  /// The elements of samples that have nested ones, each with the number of the sample.
  private var outlines: [(sample: Int, entries: [Place.Parts.Entry])] = []
  private var takenOutlines = 0
  /// Whether it has findings or outlines.
  private(set) var hasFindingsOrOutlines = false
  /// How many more samples, elements and findings it may have.
  private var room = 0

  /// How many unknown attributes of a file are reported.
  static let attributeLimit = 1_000

  /// Begins a batch of about `room` samples, elements and findings. Its storage is reused.
  mutating func begin(room: Int) {
    samples.removeAll()
    (end, comments, takenFindings, takenOutlines) = (.needsMore, 0, 0, 0)
    routes.removeAll()
    workouts.removeAll()
    findings.removeAll()
    findingOrder.removeAll()
    attributes.removeAll()
    outlines.removeAll()
    hasFindingsOrOutlines = false
    self.room = room
  }

  @inline(__always)
  var isFull: Bool { room <= 0 }

  // MARK: For the decoder

  @inline(__always)
  mutating func append(_ sample: consuming Sample, at location: Location) {
    room &-= 1
    switch sample {
    case .quantity, .category, .correlation: break
    default: note(sample)
    }
    samples.append(sample, at: location)
  }

  @inline(never)
  private mutating func note(_ sample: Sample) {
    if case .workout(let workout) = sample { workouts.append(workout) }
  }

  /// Adds the elements of the sample that comes next.
  mutating func add(_ outline: [Place.Parts.Entry]) {
    outlines.append((samples.count, outline))
    hasFindingsOrOutlines = true
    room -= outline.count
  }

  /// Adds a finding before the sample that comes next, or throws it as an error.
  mutating func add(_ finding: Finding, isStrict: Bool) throws(HealthError) {
    try findings.add(finding, isStrict: isStrict)
    noteFinding(nil)
  }

  /// Adds a finding about an attribute, unless the batch already has one about the same attribute.
  mutating func add(_ finding: Finding, ofAttribute attribute: String) {
    // Twice the limit, because as many attributes may already be known from other batches.
    guard attributes.count < 2 * Self.attributeLimit, attributes.insert(attribute).inserted else {
      return
    }
    findings.append(finding)
    noteFinding(attribute)
  }

  private mutating func noteFinding(_ attribute: String?) {
    findingOrder.append((samples.count, attribute))
    hasFindingsOrOutlines = true
    room -= 1
  }

  // MARK: For the reader

  /// Takes the next finding before the sample that comes next; with the attribute that it is about, if it is reported once in
  /// the file.
  mutating func takeFinding() -> (Finding, attribute: String?)? {
    guard takenFindings < findings.count, findingOrder[takenFindings].before <= samples.taken
    else { return nil }
    takenFindings += 1
    return (findings[takenFindings - 1], findingOrder[takenFindings - 1].attribute)
  }

  /// The elements of the sample that was taken last.
  mutating func takeOutline() -> [Place.Parts.Entry] {
    guard takenOutlines < outlines.count, outlines[takenOutlines].sample < samples.taken else {
      return []
    }
    takenOutlines += 1
    return outlines[takenOutlines - 1].entries
  }
}

extension XMLPlace {
  /// The place in the file of a part whose place is relative to this one.
  func place(ofPart part: XMLPlace) -> XMLPlace {
    XMLPlace(
      offset: offset &+ part.offset, line: line &+ part.line &- 1,
      column: part.line == 1 ? column &+ part.column &- 1 : part.column)
  }
}
