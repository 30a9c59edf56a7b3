package import HealthBytes
package import HealthModel

/// Reads the GPX files in which an export keeps the points of its routes.
///
/// Content without a field is preserved, so that ``RouteFileWriter`` writes the file of iOS again byte for byte. Of a
/// file of another program, everything except white space and the order of different elements is preserved.
package struct RouteFileReader {
  /// The limit on the bytes of unknown elements in a file.
  private static let keptLimit = Limits.sampleBytes.value

  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - pointLimit: The most points; all of them are in memory at once.
  /// - Throws: If the file is not GPX, is not well-formed, or holds more than the limit.
  public static func track(
    from source: any ByteSource, name: String, pointLimit: Int
  ) throws(HealthError) -> WorkoutRoute.Track {
    try track(from: source, name: name, pointLimit: pointLimit, capacity: 1 << 17)
  }

  /// Reads a file to its end, so many bytes at a time, for tests.
  package static func track(
    from source: any ByteSource, name: String, pointLimit: Int, capacity: Int
  ) throws(HealthError) -> WorkoutRoute.Track {
    try read(from: source, name: name, pointLimit: pointLimit, capacity: capacity).track
  }

  /// Reads a file to its end.
  ///
  /// - Returns: The track, and the bytes of all points with the usual white space before each, if they follow one another
  ///   and are what ``RouteFileWriter`` writes for them.
  package static func read(
    from source: any ByteSource, name: String, pointLimit: Int, capacity: Int = 1 << 17,
    expectedCount: Int = 0
  ) throws(HealthError) -> (track: WorkoutRoute.Track, points: Range<Int64>?) {
    var parser = try GPXParser(source, name: name, extensions: .apple, capacity: capacity)
    var builder = RouteTrackBuilder()
    builder.track.locations.reserveCapacity(min(expectedCount, pointLimit))
    // How many points were read on the fast path.
    var quickCount = 0
    while true {
      let count = try parser.quickPoints(
        into: &builder.track.locations, room: pointLimit - builder.track.locations.count)
      quickCount += count
      builder.note(count)
      switch try parser.next() {
      case .document(let attributes): builder.add(document: attributes)
      case .element(let element): builder.add(element)
      case .trackStart(let isRoute): builder.startTrack(isRoute: isRoute)
      case .trackElement(let element): builder.add(trackElement: element)
      case .segmentStart: builder.startSegment()
      case .point:
        guard builder.track.locations.count < pointLimit else {
          throw HealthError(
            .malformed, rule: "limit", place: parser.point.place.place(in: name),
            "found more than \(pointLimit) points (limit '\(Limits.routePoints.name)')")
        }
        builder.add(parser.point.location)
      case .segmentEnd, .trackEnd: break
      case .end:
        let track = builder.finish(trailingBytes: parser.trailingBytes)
        return (track, quickCount == track.locations.count ? parser.quickBytes : nil)
      }
      guard parser.keptBytes <= keptLimit else {
        throw HealthError(
          .malformed, rule: "limit", place: parser.place,
          "found more than \(keptLimit) bytes of unknown elements")
      }
    }
  }
}

/// A track that is assembled from the parts of a file.
private struct RouteTrackBuilder {
  var track = WorkoutRoute.Track()
  private var attributes: [Element.Attribute] = []
  /// Content of the root without a field.
  private var content: [Element.Node] = []
  /// Content of each track without a field.
  private var trackContent: [[Element.Node]] = []
  /// How many points each segment of each track has.
  private var shape: [(name: String, segments: [Int])] = []

  init() {}

  mutating func add(document: [Element.Attribute]) {
    track.creator = document.first { $0.name == "creator" }?.value
    let rest = document.filter { $0.name != "creator" }
    if rest != RouteFileWriter.rootAttributes { attributes = rest }
  }

  mutating func add(_ element: Element) {
    var element = element
    if element.name == GPXVocabulary.metadata, track.time == nil {
      let found = element.children.firstIndex { $0.plainText(of: GPXVocabulary.time) != nil }
      if let found, let text = element.children[found].plainText(of: GPXVocabulary.time),
        let time = Timestamp(gpx: text)
      {
        track.time = time
        element.children.remove(at: found)
        if element.children.isEmpty, element.attributes.isEmpty { return }
      }
    }
    content.append(.element(element))
  }

  mutating func startTrack(isRoute: Bool) {
    shape.append((isRoute ? "rte" : GPXVocabulary.track, isRoute ? [0] : []))
    trackContent.append([])
  }

  mutating func startSegment() {
    shape[shape.count - 1].segments.append(0)
  }

  mutating func add(trackElement element: Element) {
    if shape.count == 1, track.name == nil, trackContent[0].isEmpty,
      let name = Element.Node.element(element).plainText(of: GPXVocabulary.name)
    {
      track.name = name
    } else {
      trackContent[trackContent.count - 1].append(.element(element))
    }
  }

  mutating func add(_ location: RouteLocation) {
    note(1)
    track.locations.append(location)
  }

  /// Notes that points were added to the last segment.
  mutating func note(_ count: Int) {
    guard count > 0 else { return }
    let last = shape.count - 1
    shape[last].segments[shape[last].segments.count - 1] += count
  }

  /// The track with all that has no field.
  consuming func finish(trailingBytes: Int64) -> WorkoutRoute.Track {
    var order: [Extras.ChildRun] = []
    let isUsual =
      shape.count == 1 && shape[0].name == GPXVocabulary.track
      && shape[0].segments.count == 1
    if !isUsual {
      if shape.isEmpty { order.append(Extras.ChildRun(name: GPXVocabulary.document, count: 0)) }
      for (name, segments) in shape {
        order.append(Extras.ChildRun(name: name, count: segments.count))
        order += segments.map { Extras.ChildRun(name: GPXVocabulary.segment, count: $0) }
      }
    }
    if !isUsual || !trackContent[0].isEmpty {
      content += zip(shape, trackContent).map {
        .element(Element(name: $0.name, children: $1))
      }
    }
    if trailingBytes > 0 { content.append(.text("\n")) }
    let extras = Extras(attributes: attributes, content: content, order: order)
    if !extras.isEmpty { track.extras = extras }
    return track
  }
}
