import HealthBytes
import HealthModel
import HealthXML

/// Splits a TCX file into parts: points as numbers, all else as elements. Names count without their prefix: Garmin writes
/// `ns3:TPX`, Strava `TPX` with a namespace of its own.
///
/// Holds one point or one element at a time, so that a file may be of any length.
struct TCXParser: ~Copyable {
  /// A part of the file.
  enum Event {
    /// An activity begins; its sport.
    case activityStart(String?)
    /// A child of an activity other than a lap.
    case activityElement(Element)
    /// A lap begins; its start.
    case lapStart(String?)
    /// A child of a lap other than a track.
    case lapElement(Element)
    case trackStart
    /// A point was read into ``TCXParser/point``.
    case point
    case lapEnd
    case activityEnd
    /// The program that wrote the file.
    case author(Element)
    case end
  }

  /// What an open element is.
  enum Level {
    case root, container, activity, lap, track, point
    /// An element of a point that contains others.
    case group
    /// An element of a point with a value.
    case field
    /// An element that is kept as one.
    case tree
    /// An element that is not read.
    case skipped
  }

  let file: String
  let isStrict: Bool
  var tokenizer: XMLTokenizer
  var window: Window
  /// What the open elements are, the outermost first; those within a tree or a skipped element are not listed.
  var levels: [Level] = []
  /// How many elements are open within a tree or a skipped element.
  var nesting = 0
  var tree = ElementTree()
  var treeHome: Level?
  var point = TCXPoint()
  var field: TCXField?
  var fieldText: [UInt8] = []
  var itemStart: Int64 = 0
  var isAtEnd = false
  var event: Event?
  var laterEvent: Event?
  var findings: [Finding] = []
  var comments = 0
  /// Whether the root was read: the file is TCX.
  var hasRoot = false
  /// Elements outside of activities that were skipped, and the place of the first.
  var skipped = (count: 0, place: Place(file: ""))
  /// Transitions and notes of sessions of several sports, and the place of the first.
  var sessionParts = (count: 0, place: Place(file: ""))
  var counts = RouteCounts()
  /// Elements of points that the model has no place for, and the place of the first.
  var unread = (count: 0, place: Place(file: ""))

  init(
    _ source: any ByteSource, name: String, isStrict: Bool, capacity: Int = 1 << 17
  ) throws(HealthError) {
    file = name
    self.isStrict = isStrict
    let xml = try XMLSource(source, named: name)
    tokenizer = xml.makeTokenizer(repairs: !isStrict)
    window = Window(source: xml.bytes, capacity: capacity, limit: Limits.sampleBytes.value)
  }

  /// Where the current token begins.
  var place: Place { tokenizer.place.place(in: file) }

  var progress: ByteProgress { window.progress }

  mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  mutating func next() throws(HealthError) -> Event {
    do throws(HealthError) {
      while true {
        if let ready = event.take() {
          event = laterEvent.take()
          return ready
        }
        if isAtEnd { return .end }
        if try scan() {
          if event == nil { isAtEnd = true }
        } else {
          let start = tokenizer.cursor
          do throws(HealthError) { try window.refill(keepingFrom: start) } catch {
            throw error.reading(at: place)
          }
          tokenizer.didDiscard(start)
        }
      }
    } catch {
      isAtEnd = true
      throw error
    }
  }

  /// Reads tokens until a part is complete or the file ends; `false` if more bytes are needed.
  private mutating func scan() throws(HealthError) -> Bool {
    let storage = window.bytes
    let isFinal = window.isFinal
    let bytes = storage.span.extracting(0..<window.end)
    while true {
      let token: XMLToken
      do throws(XMLError) { token = try tokenizer.next(in: bytes, isFinal: isFinal) } catch {
        throw HealthError(error, file: file)
      }
      if tokenizer.hasRepairs {
        for finding in tokenizer.takeRepairFindings(in: file) {
          try findings.add(finding, isStrict: isStrict)
        }
      }
      switch token {
      case .needsMoreInput: return false
      case .endOfDocument: return true
      case .startElement, .emptyElement:
        try start(bytes)
        if token == .emptyElement { try end() }
      case .endElement: try end()
      case .text, .cdata: try text(bytes)
      case .comment, .processingInstruction: comments += 1
      case .doctype, .xmlDeclaration: break
      }
      if event != nil { return true }
    }
  }

  mutating func emit(_ next: Event) {
    if event == nil { event = next } else { laterEvent = next }
  }

  mutating func report(
    _ rule: String, _ severity: Finding.Severity, _ message: String, place: Place? = nil
  ) throws(HealthError) {
    try findings.add(
      Finding(rule: rule, severity: severity, place: place ?? self.place, message: message),
      isStrict: isStrict)
  }
}
