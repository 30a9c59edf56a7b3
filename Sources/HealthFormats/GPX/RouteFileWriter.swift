package import HealthBytes
package import HealthModel
import HealthXML

/// Writes the points of a route as the GPX file that an export holds: as iOS writes it, byte for byte where
/// the points come from such a file.
///
/// Apple's extensions are in the namespace of GPX, which its schema does not allow; ``Format/gpx`` writes a
/// file that other programs take.
package struct RouteFileWriter: ~Copyable {
  private let sink: any ByteSink
  private var buffer = ByteBuffer(capacity: Self.flushSize + 1 << 12)
  /// How many characters, names and other things XML or a route has no place for; they were left out.
  package private(set) var lost = 0

  private static let flushSize = 1 << 16

  /// The attributes that iOS writes at the root in addition to the creator.
  static let rootAttributes = [
    Element.Attribute(name: "version", value: "1.1"),
    Element.Attribute(name: "xmlns", value: "\(GPXVocabulary.namespace)"),
    Element.Attribute(name: "xmlns:xsi", value: "http://www.w3.org/2001/XMLSchema-instance"),
    Element.Attribute(
      name: "xsi:schemaLocation",
      value: "\(GPXVocabulary.namespace) http://www.topografix.com/GPX/1/1/gpx.xsd"),
  ]

  /// A writer into a sink, which it does not finish.
  public init(sink: any ByteSink) {
    self.sink = sink
  }

  /// Whether a file consists of exactly the bytes that are written for its track, if those of its points do: what is
  /// around the points is compared with a track without them.
  ///
  /// - Parameters:
  ///   - track: What ``RouteFileReader`` has read from the file.
  ///   - points: The bytes of the points in the file, from the line feed before the first one on.
  ///   - bytes: All bytes of the file.
  /// - Returns: `nil` if only writing the points shows it: where there is more than one segment.
  package static func isExact(
    _ track: WorkoutRoute.Track, points: Range<Int64>, in bytes: Span<UInt8>
  ) -> Bool? {
    guard track.extras?.order.isEmpty != false, !points.isEmpty else { return nil }
    var frame = track
    frame.locations = []
    let sink = BytesSink()
    var writer = RouteFileWriter(sink: sink)
    do throws(HealthError) { try writer.write(frame) } catch { return nil }
    // Here a line feed precedes each point; in the output it follows the point.
    let (start, end) = (Int(points.lowerBound) + 1, Int(points.upperBound) + 1)
    let written = sink.bytes
    guard end <= bytes.count, bytes[end - 1] == 10, written.count == start + bytes.count - end
    else {
      return false
    }
    let span = written.span
    return ByteScan.equal(bytes, at: 0, to: span.extracting(0..<start))
      && ByteScan.equal(bytes, at: end, to: span.extracting(start..<span.count))
  }

  /// Writes a file.
  public mutating func write(_ track: WorkoutRoute.Track) throws(HealthError) {
    var kept = PreservedContent(track.extras)
    lost += kept.lostCount(track.locations.count)
    begin(track, &kept)
    var locations = track.locations[...]
    for (index, (name, segments)) in kept.shape(of: locations.count).enumerated() {
      let isRoute = name != GPXVocabulary.track
      buffer.append("  <")
      buffer.append(utf8: name)
      buffer.append(">\n")
      if index == 0, let name = track.name { line("name", name) }
      lines(kept.takeElement(name)?.children ?? [], indent: "    ")
      for count in segments {
        if !isRoute { buffer.append("    <trkseg>\n") }
        for location in locations.prefix(count) {
          lost += buffer.append(apple: location, isRoute ? "rtept" : "trkpt")
          if buffer.count >= Self.flushSize { try buffer.flush(to: sink) }
        }
        locations = locations.dropFirst(count)
        if !isRoute { buffer.append("    </trkseg>\n") }
      }
      buffer.append("  </")
      buffer.append(utf8: name)
      buffer.append(">\n")
    }
    lines(kept.content, indent: "  ")
    buffer.append("</gpx>")
    if kept.hasFinalNewline { buffer.append(UInt8(ascii: "\n")) }
    try buffer.flush(to: sink)
  }

  private mutating func begin(_ track: WorkoutRoute.Track, _ kept: inout PreservedContent) {
    buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx")
    let attributes = kept.attributes.isEmpty ? Self.rootAttributes : kept.attributes
    let creator = Element.Attribute(
      name: "creator", value: track.creator ?? GPXVocabulary.appleCreator)
    for attribute in attributes.prefix(1) + [creator] + attributes.dropFirst() {
      guard XMLName.isName(attribute.name) else {
        lost += 1
        continue
      }
      buffer.append(UInt8(ascii: " "))
      buffer.append(utf8: attribute.name)
      buffer.append("=\"")
      lost += buffer.append(xml: attribute.value)
      buffer.append(UInt8(ascii: "\""))
    }
    buffer.append(">\n")
    let metadata = kept.takeElement(GPXVocabulary.metadata)
    if track.time == nil, metadata == nil { return }
    buffer.append("  <metadata>\n")
    if let time = track.time {
      buffer.append("    <time>")
      buffer.append(gpx: time)
      buffer.append("</time>\n")
    }
    lines(metadata?.children ?? [], indent: "    ")
    buffer.append("  </metadata>\n")
  }

  private mutating func line(_ name: StaticString, _ text: String) {
    buffer.append("    <")
    buffer.append(name)
    buffer.append(UInt8(ascii: ">"))
    lost += buffer.append(xml: text, isContent: true)
    buffer.append("</")
    buffer.append(name)
    buffer.append(">\n")
  }

  private mutating func lines(_ nodes: [Element.Node], indent: StaticString) {
    for node in nodes {
      buffer.append(indent)
      lost += buffer.append([node])
      buffer.append(UInt8(ascii: "\n"))
    }
  }
}

/// The content of its file that a track preserves in addition to its fields.
private struct PreservedContent {
  let attributes: [Element.Attribute]
  private(set) var content: [Element.Node]
  let hasFinalNewline: Bool
  private let order: [Extras.ChildRun]
  private let renamedCount: Int

  init(_ extras: Extras?) {
    attributes = extras?.attributes ?? []
    order = extras?.order ?? []
    renamedCount = extras?.renamed.count ?? 0
    content = extras?.content ?? []
    if case .text("\n") = content.last {
      content.removeLast()
      hasFinalNewline = true
    } else {
      hasFinalNewline = false
    }
  }

  /// How much of it is not written: an order that is not that of so many points, and names of fields.
  func lostCount(_ points: Int) -> Int {
    renamedCount + (order.isEmpty || isShape(of: points) ? 0 : 1)
  }

  /// Takes out the first element of a name.
  mutating func takeElement(_ name: String) -> Element? {
    for (index, node) in content.enumerated() {
      if case .element(let element) = node, element.name == name {
        content.remove(at: index)
        return element
      }
    }
    return nil
  }

  /// The tracks and routes, with the number of points in each of their segments; one of each if nothing
  /// else was kept.
  func shape(of points: Int) -> [(name: String, segments: [Int])] {
    // Points may have been taken away or put in since.
    isShape(of: points) && !order.isEmpty ? shape : [(GPXVocabulary.track, [points])]
  }

  private func isShape(of points: Int) -> Bool {
    shape.reduce(0) { $0 + $1.segments.reduce(0) { $0 &+ $1 } } == points
      && order.allSatisfy { run in
        [GPXVocabulary.segment, GPXVocabulary.track, GPXVocabulary.document, "rte"]
          .contains(run.name)
      }
  }

  private var shape: [(name: String, segments: [Int])] {
    var shape: [(name: String, segments: [Int])] = []
    for run in order {
      switch run.name {
      case GPXVocabulary.segment:
        if !shape.isEmpty { shape[shape.count - 1].segments.append(max(0, run.count)) }
      case GPXVocabulary.track, "rte": shape.append((run.name, []))
      default: break
      }
    }
    return shape
  }
}
