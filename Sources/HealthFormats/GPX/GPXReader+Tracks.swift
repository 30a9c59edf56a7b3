import HealthBytes
import HealthModel
import HealthXML

/// Handles each part of a file.
extension GPXReader {
  mutating func use(_ event: GPXParser.Event) throws(HealthError) {
    switch event {
    case .document(let attributes): start(attributes)
    case .element(let element):
      if isRepeated(element) { return }
      deliver(.unknown(element), place: parser?.elementPlace ?? trackPlace)
    case .trackStart:
      track = RouteTrack()
      track.usualActivity = usualActivity
      track.source = creator
      trackPlace = parser?.place ?? trackPlace
      untimed = 0
      points = PointLocations()
    case .trackElement(let element): add(element)
    case .segmentStart:
      track.startSegment()
      points.segments.append([])
      let activity = track.activity
      measurements.begin(activity, source: track.source)
      parser?.measured = measurements
    case .point: try addPoint()
    case .segmentEnd: break
    case .trackEnd: try endTrack()
    case .end: break
    }
  }

  mutating func start(_ attributes: [Element.Attribute]) {
    creator = attributes.first { $0.name == "creator" }?.value
  }

  private mutating func add(_ element: Element) {
    let node = Element.Node.element(element)
    if track.name == nil, let name = node.plainText(of: "name") {
      track.name = name
    } else if track.segments.isEmpty, track.type == nil, let type = node.plainText(of: "type") {
      track.type = type
    } else if track.segments.isEmpty, track.source == creator,
      let source = node.plainText(of: "src")
    {
      track.source = source
    } else {
      track.content.append(node)
    }
  }

  private mutating func addPoint() throws(HealthError) {
    guard let point = parser?.takePoint() else { return }
    if track.pointCount >= pointLimit, track.span != nil {
      // Its content went with the first part.
      var rest = RouteTrack()
      (rest.name, rest.source, rest.type) = (track.name, track.source, track.type)
      rest.usualActivity = track.usualActivity
      rest.startSegment()
      findings.append(
        Finding(
          rule: "long-track", severity: .info, place: trackPlace,
          message:
            "a track of more than \(pointLimit) points (limit '\(Limits.routePoints.name)'); read as several workouts"
        ))
      try endTrack()
      (track, untimed) = (rest, 0)
      points.segments = [[]]
    }
    if track.isResumed(at: point.location) {
      track.startSegment()
      points.segments.append([])
      if impliedPauses.count == 0 {
        impliedPauses.place = point.place.place(in: trackPlace.file)
      }
      impliedPauses.count += 1
    }
    track.append(point.location)
    points.append(PointLocations.location(of: point.place))
    guard let date = point.location.date else {
      untimed += 1
      return
    }
    let place = point.place.place(in: trackPlace.file)
    for field in GPXField.measurements {
      guard let number = point[field], let descriptor = measurements.descriptor(of: field)
      else { continue }
      deliver(
        .quantity(
          QuantitySample(
            header: SampleHeader(descriptor: descriptor, start: date, end: date), number: number)),
        place: place)
    }
  }

  /// Delivers the workout of the track, or the unchanged track if no point of it has a time.
  private mutating func endTrack() throws(HealthError) {
    if let workout = track.workout {
      if untimed > 0 {
        findings.append(
          Finding(
            rule: "missing-time", severity: .warning, place: trackPlace,
            message: "points of the track without a time: \(untimed); preserved"))
      }
      if let type = track.unknownType {
        unknownTypes.countUnknownActivity(type, at: trackPlace)
      }
      lastPoints = points
      deliver(.workout(workout), place: trackPlace)
      return
    }
    guard track.pointCount <= Limits.untimedPoints.value else {
      throw HealthError(
        .malformed, rule: "limit", place: trackPlace,
        "found \(Limits.untimedPoints.excess)")
    }
    findings.append(
      Finding(
        rule: "missing-time", severity: .warning, place: trackPlace,
        message: "a track without a time; preserved as an unknown element"))
    deliver(.unknown(track.element), place: trackPlace)
  }
}

/// The types of the measurements of a track.
struct RouteMeasurementTypes {
  /// By the number of the field; used for every point.
  private var descriptors: [SampleDescriptor?] = []
  private var source: String?
  private var activity: WorkoutActivityType?

  mutating func begin(_ activity: WorkoutActivityType, source: String?) {
    guard self.activity != activity || self.source != source else { return }
    (self.activity, self.source) = (activity, source)
    let types: [(GPXField, QuantityType?)] = [
      (.heartRate, .heartRate), (.waterTemperature, .waterTemperature), (.depth, .underwaterDepth),
      (.cadence, RouteActivity.cadence(of: activity)), (.power, RouteActivity.power(of: activity)),
    ]
    descriptors = Array(repeating: nil, count: GPXField.allCases.count)
    for (field, type) in types {
      guard let type else { continue }
      descriptors[field.rawValue] = SampleDescriptor(
        type: .quantity(type), unitText: type.routeUnit, source: source.map { Source(name: $0) })
    }
  }

  /// The descriptor for the samples of a field; `nil` for a field that is stored in the point.
  func descriptor(of field: GPXField) -> SampleDescriptor? {
    field.rawValue < descriptors.count ? descriptors[field.rawValue] : nil
  }
}

extension RouteTrack {
  /// The track as an unknown element.
  var element: Element {
    func text(_ name: String, _ text: String?) -> [Element.Node] {
      guard let text else { return [] }
      return [.element(Element(name: name, children: text.isEmpty ? [] : [.text(text)]))]
    }
    let segments = segments.map { locations in
      Element.Node.element(
        Element(name: GPXVocabulary.segment, children: locations.map { .element($0.element) }))
    }
    return Element(
      name: GPXVocabulary.track,
      children: text("name", name) + text("src", source) + text("type", type) + content + segments)
  }
}

extension RouteLocation {
  /// A point without a time, as an unknown element.
  fileprivate var element: Element {
    func attribute(_ name: String, _ number: Number?) -> [Element.Attribute] {
      number.map { [Element.Attribute(name: name, value: $0.description)] } ?? []
    }
    func child(_ name: String, _ number: Number?) -> [Element.Node] {
      number.map { [.element(Element(name: name, children: [.text($0.description)]))] } ?? []
    }
    var children = child("ele", altitude) + (extras?.content ?? [])
    let own =
      child("speed", speed) + child("course", course) + child("hAcc", horizontalAccuracy)
      + child("vAcc", verticalAccuracy)
    if !own.isEmpty {
      if case .element(var last) = children.last, last.name == GPXVocabulary.extensions {
        last.children = own + last.children
        children[children.count - 1] = .element(last)
      } else {
        children.append(.element(Element(name: GPXVocabulary.extensions, children: own)))
      }
    }
    return Element(
      name: "trkpt",
      attributes: attribute("lat", latitude) + attribute("lon", longitude)
        + (extras?.attributes ?? []), children: children)
  }
}
