import HealthModel
import HealthXML

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
  /// Why it ends after the last sample.
  var end = End.needsMore
  /// How many comments and processing instructions there were.
  var comments = 0
  /// The route files of the workouts that were read with them, by their number among the side files.
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
  private(set) var hasNotes = false
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
    hasNotes = false
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
    hasNotes = true
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
    hasNotes = true
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
