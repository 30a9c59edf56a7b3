package import HealthBytes
package import HealthModel

/// Writes the routes of workouts as GeoJSON (RFC 7946): a feature collection with one feature in each line.
///
/// GeoJSON defines no times. Times and measured values are in `properties.coordinateProperties`, as in `togeojson` and Mapbox:
/// lists parallel to the coordinates, with `null` for values that a point lacks.
package struct GeoJSONWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private var routes = RouteCollector()

  /// A writer into an output, which it does not finish.
  public init(_ output: OutputContainer) { self.output = output }

  /// The losses; complete at the end.
  public var losses: [Loss.Count] { routes.losses }

  /// Receives the facts about the dataset, which GeoJSON cannot contain, and counts them as lost.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) { routes.begin(dataset) }

  /// Collects a sample; nothing is written before `finish()`.
  public mutating func write(_ sample: Sample) throws(HealthError) { try routes.add(sample) }

  /// Merges what was measured into the routes and writes them.
  public mutating func finish() throws(HealthError) {
    let sink = try output.open("")
    var buffer = ByteBuffer(capacity: 1 << 16)
    var isFirst = true
    buffer.append("{\"type\":\"FeatureCollection\",\"features\":[")
    try routes.finish { (workout) throws(HealthError) in
      for feature in GeoJSONFeature.features(of: workout) {
        buffer.append(isFirst ? "\n" : ",\n")
        isFirst = false
        feature.append(to: &buffer)
        try buffer.flush(to: sink)
      }
    }
    buffer.append("\n]}\n")
    try buffer.flush(to: sink)
    try sink.finish()
  }
}

/// A line, several lines, or a point of a workout.
private struct GeoJSONFeature {
  let workout: RouteWorkout
  let lines: [[RoutePoint]]

  /// The features of a workout: one with its lines, and one for each segment of a single point, because a line has at least
  /// two positions (RFC 7946, section 3.1.4).
  static func features(of workout: RouteWorkout) -> [GeoJSONFeature] {
    let parts = workout.segments.flatMap { cutAtAntimeridian($0) }
    let lines = parts.filter { $0.count > 1 }
    let points = parts.filter { $0.count == 1 }
    return (lines.isEmpty ? [] : [GeoJSONFeature(workout: workout, lines: lines)])
      + points.map { GeoJSONFeature(workout: workout, lines: [$0]) }
  }

  /// Cuts a line where it crosses the antimeridian (RFC 7946, section 3.1.9).
  private static func cutAtAntimeridian(_ points: [RoutePoint]) -> [[RoutePoint]] {
    var parts: [[RoutePoint]] = []
    var start = 0
    for index in points.indices.dropFirst() {
      let (a, b) = (points[index - 1].location.longitude, points[index].location.longitude)
      guard let a, let b, (a.doubleValue - b.doubleValue).magnitude > 180 else { continue }
      parts.append(Array(points[start..<index]))
      start = index
    }
    parts.append(Array(points[start...]))
    return parts
  }

  private var isPoint: Bool { lines.count == 1 && lines[0].count == 1 }

  func append(to buffer: inout ByteBuffer) {
    buffer.append("{\"type\":\"Feature\",\"geometry\":{\"type\":\"")
    buffer.append(isPoint ? "Point" : lines.count == 1 ? "LineString" : "MultiLineString")
    buffer.append("\",\"coordinates\":")
    list(&buffer) { point, buffer in
      buffer.append(UInt8(ascii: "["))
      buffer.append(json: point.location.longitude ?? Number(0))
      buffer.append(UInt8(ascii: ","))
      buffer.append(json: point.location.latitude ?? Number(0))
      if let altitude = point.location.altitude {
        buffer.append(UInt8(ascii: ","))
        buffer.append(json: altitude)
      }
      buffer.append(UInt8(ascii: "]"))
    }
    buffer.append("},\"properties\":{")
    appendProperties(to: &buffer)
    buffer.append("}}")
  }

  private func appendProperties(to buffer: inout ByteBuffer) {
    let sample = workout.workout
    var needsComma = false
    func text(_ name: String, _ text: String?) {
      guard let text else { return }
      buffer.append(key: name, &needsComma)
      buffer.append(json: text)
    }
    text("name", workout.name)
    text("type", RouteActivity.text(for: sample.activityType))
    text("source", sample.header.descriptor.sourceName)
    buffer.append(key: "time", &needsComma)
    Self.append(sample.start, to: &buffer)
    buffer.append(key: "_gpxType", &needsComma)
    buffer.append("\"trk\"")
    buffer.append(key: "coordinateProperties", &needsComma)
    buffer.append(UInt8(ascii: "{"))
    var needsInnerComma = false
    if has({ $0.location.date }) {
      buffer.append(key: "times", &needsInnerComma)
      list(&buffer) { point, buffer in
        if let date = point.location.date {
          Self.append(date, to: &buffer)
        } else {
          buffer.append("null")
        }
      }
    }
    for (name, value) in Self.values where has(value) {
      buffer.append(key: name, &needsInnerComma)
      list(&buffer) { point, buffer in
        if let number = value(point) { buffer.append(json: number) } else { buffer.append("null") }
      }
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// The names of the lists, and functions that return their values: `nil` for a negative speed, course or accuracy of a Health
  /// export, which means that it is unknown.
  private static let values: [(String, @Sendable (RoutePoint) -> Number?)] = [
    ("heart", { $0.heartRate }), ("cad", { $0.cadence }), ("power", { $0.power }),
    ("atemps", { $0.temperature }), ("speeds", { $0.location.speed?.notNegative }),
    ("courses", { $0.location.course?.notNegative }),
    ("hAcc", { $0.location.horizontalAccuracy?.notNegative }),
    ("vAcc", { $0.location.verticalAccuracy?.notNegative }), ("distances", { $0.distance }),
  ]

  private func has<Value>(_ value: (RoutePoint) -> Value?) -> Bool {
    lines.contains { $0.contains { value($0) != nil } }
  }

  /// Appends a value of each point: nested as the coordinates are.
  private func list(_ buffer: inout ByteBuffer, _ value: (RoutePoint, inout ByteBuffer) -> Void) {
    if isPoint { return value(lines[0][0], &buffer) }
    if lines.count > 1 { buffer.append(UInt8(ascii: "[")) }
    for (number, line) in lines.enumerated() {
      buffer.append(number == 0 ? "[" : ",[")
      for index in line.indices {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        value(line[index], &buffer)
      }
      buffer.append(UInt8(ascii: "]"))
    }
    if lines.count > 1 { buffer.append(UInt8(ascii: "]")) }
  }

  private static func append(_ date: Timestamp, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "\""))
    buffer.append(gpx: date.universal)
    buffer.append(UInt8(ascii: "\""))
  }
}

extension Number {
  fileprivate var notNegative: Number? { doubleValue < 0 ? nil : self }
}

extension Format {
  /// GeoJSON: routes of workouts for maps and notebooks.
  public static let geoJSON = Format(
    name: "geojson", title: "GeoJSON (RFC 7946), routes with times and values",
    extensions: ["geojson"],
    isText: true,
    layouts: [Format.Layout("features", "a feature for each workout", outputs: [.file])],
    losses: RouteLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, _) throws(HealthError) in GeoJSONWriter(output) })
}
