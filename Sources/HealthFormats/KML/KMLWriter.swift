package import HealthBytes
package import HealthModel

/// Writes the routes of workouts as KML 2.2 with Google's extension for tracks: a placemark for each workout.
///
/// A `gx:Track` has as many times as coordinates, and lists of values in the same order; a value that a point lacks is an
/// empty element.
package struct KMLWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private var routes = RouteCollector()

  /// A writer into an output, which it does not finish.
  public init(_ output: OutputContainer) { self.output = output }

  /// The losses; complete at the end.
  public var losses: [Loss.Count] { routes.losses }

  /// Receives the facts about the dataset, which KML cannot hold.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) { routes.begin(dataset) }

  /// Takes a sample.
  public mutating func write(_ sample: Sample) throws(HealthError) { try routes.add(sample) }

  /// Merges what was measured into the routes and writes them.
  public mutating func finish() throws(HealthError) {
    let sink = try output.open("")
    var buffer = ByteBuffer(capacity: 1 << 16)
    buffer.append(Self.head)
    try routes.finish { (workout) throws(HealthError) in
      Self.append(workout, to: &buffer)
      try buffer.flush(to: sink)
    }
    buffer.append("</Document>\n</kml>\n")
    try buffer.flush(to: sink)
    try sink.finish()
  }

  private static let head: StaticString = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
    <Document>
    <Schema id="values">\
    <gx:SimpleArrayField name="heartrate" type="float"><displayName>Heart rate (count/min)</displayName></gx:SimpleArrayField>\
    <gx:SimpleArrayField name="cadence" type="float"><displayName>Cadence (count/min)</displayName></gx:SimpleArrayField>\
    <gx:SimpleArrayField name="power" type="float"><displayName>Power (W)</displayName></gx:SimpleArrayField>\
    <gx:SimpleArrayField name="temperature" type="float"><displayName>Temperature (degC)</displayName></gx:SimpleArrayField>\
    <gx:SimpleArrayField name="speed" type="float"><displayName>Speed (m/s)</displayName></gx:SimpleArrayField>\
    <gx:SimpleArrayField name="course" type="float"><displayName>Course (deg)</displayName></gx:SimpleArrayField>\
    <gx:SimpleArrayField name="hAcc" type="float"><displayName>Horizontal accuracy (m)</displayName></gx:SimpleArrayField>\
    <gx:SimpleArrayField name="vAcc" type="float"><displayName>Vertical accuracy (m)</displayName></gx:SimpleArrayField>\
    <gx:SimpleArrayField name="distance" type="float"><displayName>Distance (m)</displayName></gx:SimpleArrayField>\
    </Schema>

    """

  private static let values: [(StaticString, @Sendable (RoutePoint) -> Number?)] = [
    ("heartrate", { $0.heartRate }), ("cadence", { $0.cadence }), ("power", { $0.power }),
    ("temperature", { $0.temperature }),
    ("speed", { $0.location.speed }), ("course", { $0.location.course }),
    ("hAcc", { $0.location.horizontalAccuracy }), ("vAcc", { $0.location.verticalAccuracy }),
    ("distance", { $0.distance }),
  ]

  private static func append(_ workout: RouteWorkout, to buffer: inout ByteBuffer) {
    let sample = workout.workout
    buffer.append("<Placemark>")
    let activity = RouteActivity.text(for: sample.activityType) ?? "workout"
    buffer.append("<name>")
    _ = buffer.append(xml: workout.name ?? activity, isContent: true)
    buffer.append("</name>")
    if sample.start.isInGPXRange, sample.end.isInGPXRange {
      buffer.append("<TimeSpan><begin>")
      buffer.append(gpx: sample.start.universal)
      buffer.append("</begin><end>")
      buffer.append(gpx: sample.end.universal)
      buffer.append("</end></TimeSpan>")
    }
    buffer.append("<ExtendedData><Data name=\"type\"><value>")
    _ = buffer.append(xml: activity, isContent: true)
    buffer.append("</value></Data>")
    if let source = sample.header.descriptor.sourceName {
      buffer.append("<Data name=\"source\"><value>")
      _ = buffer.append(xml: source, isContent: true)
      buffer.append("</value></Data>")
    }
    buffer.append("</ExtendedData>")
    let isMulti = workout.segments.count > 1
    if isMulti { buffer.append("<gx:MultiTrack>") }
    for points in workout.segments { append(points, to: &buffer) }
    if isMulti { buffer.append("</gx:MultiTrack>") }
    buffer.append("</Placemark>\n")
  }

  private static func append(_ points: [RoutePoint], to buffer: inout ByteBuffer) {
    buffer.append("<gx:Track>")
    if points.contains(where: { $0.location.altitude != nil }) {
      buffer.append("<altitudeMode>absolute</altitudeMode>")
    }
    buffer.append(UInt8(ascii: "\n"))
    for point in points {
      guard let date = point.location.date, date.isInGPXRange else {
        buffer.append("<when/>\n")
        continue
      }
      buffer.append("<when>")
      buffer.append(gpx: date.universal)
      buffer.append("</when>\n")
    }
    for point in points {
      buffer.append("<gx:coord>")
      buffer.append(point.location.longitude ?? Number(0))
      buffer.append(UInt8(ascii: " "))
      buffer.append(point.location.latitude ?? Number(0))
      if let altitude = point.location.altitude {
        buffer.append(UInt8(ascii: " "))
        buffer.append(altitude)
      }
      buffer.append("</gx:coord>\n")
    }
    let found = values.filter { value in points.contains { value.1($0) != nil } }
    if !found.isEmpty {
      buffer.append("<ExtendedData><SchemaData schemaUrl=\"#values\">\n")
      for (name, value) in found {
        buffer.append("<gx:SimpleArrayData name=\"")
        buffer.append(name)
        buffer.append("\">\n")
        for point in points {
          guard let number = value(point) else {
            buffer.append("<gx:value/>\n")
            continue
          }
          buffer.append("<gx:value>")
          buffer.append(number)
          buffer.append("</gx:value>\n")
        }
        buffer.append("</gx:SimpleArrayData>\n")
      }
      buffer.append("</SchemaData></ExtendedData>")
    }
    buffer.append("</gx:Track>")
  }
}

extension Format {
  /// KML: routes of workouts for Google Earth.
  public static let kml = Format(
    name: "kml", title: "KML 2.2 (gx:Track), routes with times and values", extensions: ["kml"],
    isText: true,
    layouts: [Format.Layout("placemarks", "a placemark for each workout", outputs: [.file])],
    losses: RouteLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, _) throws(HealthError) in KMLWriter(output) })
}
