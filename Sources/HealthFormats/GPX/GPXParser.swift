// `GPXParser` parses a file for two readers: `RouteFileReader`, which preserves the files of iOS byte for byte, and
// `GPXReader`, which reads the extensions of all other programs and makes samples of the measurements. Points as iOS
// writes them have a fast path without tokens (`quickPoints`), and only what is around them is printed to learn
// whether the file can be written again byte for byte (`RouteFileWriter.isExact`). `RouteTrack` is the only definition
// of the conversion between tracks and workouts: the writer compares a workout with the one that reading would
// build, and counts a loss if they differ.
//
// Measurements and tracks arrive in any order, so the writer stores both: measurements as 32 bytes each, sorted in
// runs on the disk; tracks as their final text, with room at each point. At the end each point gets the measurement
// nearest in time, at most 15 s away, preferably of the workout's own source. Points from another program already
// have theirs: for these only the same instant counts, so that reading and writing again changes nothing. Elements
// that the schema does not allow at their location are moved to extensions, in a namespace of this program if they
// have none. In tests, libxml2 validates everything written against `Schemas/gpx11-all.xsd`, mutations included.

import HealthBytes
import HealthModel
import HealthXML

/// Splits a GPX file into parts: points as locations, all else as elements.
///
/// Holds one part at a time, so that a file may be of any length.
struct GPXParser: ~Copyable {
  /// A part of the file.
  enum Event {
    /// The root's start tag: its attributes.
    case document([Element.Attribute])
    /// A child of the root that is preserved: metadata, a way point, extensions, anything unknown.
    case element(Element)
    /// A track or a route begins.
    case trackStart(isRoute: Bool)
    /// A child of a track or a segment other than a point, preserved.
    case trackElement(Element)
    /// A segment begins; routes have none.
    case segmentStart
    /// A point was read into ``GPXParser/point``.
    case point
    /// The segment ends.
    case segmentEnd
    /// The track or route ends.
    case trackEnd
    /// The file ended.
    case end
  }

  /// Where in the file reading is.
  enum Level {
    case outside, document, track, route, segment, point, extensions, trackPointExtension
    case field, tree, ended
  }

  /// Which extensions are read.
  enum Extensions {
    /// Only the elements that Apple writes; others are preserved, so that they can be written again
    /// unchanged.
    case apple
    /// Whatever is known by whatever prefix.
    case all
  }

  let file: String
  let isStrict: Bool
  let extensions: Extensions
  var tokenizer: XMLTokenizer
  var window: Window
  var level = Level.outside
  /// Whether the root was seen: the file is GPX, whatever follows.
  var hasRoot = false
  var event: Event?
  /// The event after ``event`` for an empty element.
  var laterEvent: Event?
  /// The point that was read last.
  var point = GPXPoint()
  /// Whether the points are those of a route, which has no segments.
  var isRoute = false
  var field = PendingField()
  var tree = ElementTree()
  /// Where the tree begins, in bytes from the start.
  var treeStart: Int64 = 0
  /// The element that contains the tree.
  var treeHome = Level.outside
  var pointExtras: GPXPointExtras
  /// Which measurements of a point with a time are handed over; the rest is kept with the point.
  var measured = RouteMeasurementTypes()
  /// The length of the prefix that the names of GPX have in this file, with the colon.
  var prefixLength = 0
  /// Declarations of namespaces at the root.
  var namespaces: [Element.Attribute] = []
  /// The same in the extensions of the current point.
  var localNamespaces: [Element.Attribute] = []
  var findings: [Finding] = []
  /// Where the root element ends, in bytes from the start.
  private var rootEnd: Int64 = 0
  /// How many of Apple's elements in extensions had no namespace, and the location of the first.
  var unqualified = (count: 0, place: Place(file: ""))
  var counts = RouteCounts()
  var comments = 0
  /// Where the point or the element that is being read begins.
  var itemStart: Int64 = 0
  /// The number of bytes of unknown elements in the file.
  var keptBytes = 0

  /// A parser at the start of a file.
  ///
  /// - Parameters:
  ///   - source: The bytes, in any encoding that the document declares.
  ///   - capacity: How many bytes are looked at to begin with.
  init(
    _ source: any ByteSource, name: String, extensions: Extensions, isStrict: Bool = false,
    capacity: Int = 1 << 17
  ) throws(HealthError) {
    file = name
    self.isStrict = isStrict
    self.extensions = extensions
    pointExtras = GPXPointExtras(isSorted: extensions == .all)
    let xml = try XMLSource(source, named: name)
    tokenizer = xml.makeTokenizer(repairs: !isStrict)
    window = Window(source: xml.bytes, capacity: capacity, limit: Limits.sampleBytes.value)
  }

  /// Where the current token begins.
  var place: Place { tokenizer.place.place(in: file) }

  /// Where the element that was kept last begins.
  var elementPlace: Place { tree.place }

  /// Takes the findings, which are forgotten.
  mutating func takeFindings() -> [Finding]? {
    guard !findings.isEmpty else { return nil }
    defer { findings = [] }
    return findings
  }

  /// Takes the point that was read last.
  mutating func takePoint() -> GPXPoint {
    defer { point = GPXPoint() }
    return point
  }

  var progress: ByteProgress { window.progress }

  /// The dates of points on the fast path.
  var quickDates = UniversalDateParser()
  /// The bytes of all points that were read on the fast path; `nil` if other than the usual white space is between them.
  var quickBytes: Range<Int64>? = 0..<0
  /// The usual white space before the point that is read next, once there was one.
  var quickGap: Range<Int64>?

  /// How many bytes follow the root element; known at the end.
  var trailingBytes: Int64 { window.origin + Int64(window.end) - rootEnd }

  mutating func next() throws(HealthError) -> Event {
    do throws(HealthError) {
      while true {
        if let ready = event.take() {
          event = laterEvent.take()
          return ready
        }
        if level == .ended { return .end }
        if try scan() {
          if event == nil { level = .ended }
        } else {
          try refill()
        }
      }
    } catch {
      level = .ended
      throw error
    }
  }

  mutating func refill() throws(HealthError) {
    let start = tokenizer.cursor
    do throws(HealthError) { try window.refill(keepingFrom: start) } catch {
      throw error.reading(at: tokenizer.place.place(in: file))
    }
    tokenizer.didDiscard(start)
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
        if token == .emptyElement { try end(bytes) }
      case .endElement: try end(bytes)
      case .text, .cdata: try text(bytes)
      case .comment, .processingInstruction: comments += 1
      case .doctype, .xmlDeclaration: break
      }
      if tokenizer.depth == 0, token == .endElement || token == .emptyElement {
        rootEnd = tokenizer.endOffset
      }
      if event != nil { return true }
    }
  }

  mutating func emit(_ next: Event) {
    if event == nil { event = next } else { laterEvent = next }
  }
}
