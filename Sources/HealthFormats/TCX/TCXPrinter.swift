import HealthBytes
import HealthModel

/// Prints a workout as an activity.
struct TCXPrinter {
  private let activity: TCXActivity
  private let isRunning: Bool
  private let start: Timestamp
  /// The points with what was measured there, by laps and tracks.
  private var laps: [[[RoutePoint]]]

  init(_ workout: RouteWorkout) {
    start = workout.workout.start
    activity = TCXActivity(workout.workout, points: workout.segments)
    isRunning = activity.activity == .running
    laps = activity.laps.map { _ in [] }
    // The points come in the order of the segments that the activity divides.
    var points = workout.segments.joined().lazy.filter(\.location.isOnEarth).makeIterator()
    if workout.hasRoute {
      for (index, lap) in activity.laps.enumerated() {
        for segment in lap.segments {
          let count = segment.count { $0.isOnEarth }
          let part = (0..<count).compactMap { _ in points.next() }
          if !part.isEmpty { laps[index].append(part) }
        }
      }
    }
    var others: [[RoutePoint]] = activity.laps.map { _ in [] }
    for point in workout.segments.joined() where !point.location.isOnEarth {
      guard let date = point.location.date else { continue }
      others[activity.lap(at: date)].append(point)
    }
    for index in laps.indices {
      laps[index] = RouteWorkout.merge(others[index], into: laps[index]) {
        $0.location.date?.nanosecondsSince1970
      }
    }
  }

  func append(to buffer: inout ByteBuffer) {
    let sport =
      switch activity.activity {
      case .running: "Running"
      case .cycling: "Biking"
      default: "Other"
      }
    buffer.append("    <Activity Sport=\"")
    buffer.append(utf8: sport)
    buffer.append("\">\n      <Id>")
    if let identifier = activity.identifier {
      _ = buffer.append(xml: identifier, isContent: true)
    } else {
      buffer.append(gpx: start.universal)
    }
    buffer.append("</Id>\n")
    for (lap, tracks) in zip(activity.laps, laps) { append(lap, tracks, to: &buffer) }
    appendText("Notes", activity.notes, to: &buffer)
    if let creator = activity.creator { append(creator, to: &buffer) }
    if sport == "Other", let text = RouteActivity.text(for: activity.activity) {
      buffer.append("      <Extensions><hc:ActivityType>")
      _ = buffer.append(xml: text, isContent: true)
      buffer.append("</hc:ActivityType></Extensions>\n")
    }
    buffer.append("    </Activity>\n")
  }

  private func appendText(_ name: StaticString, _ text: String?, to buffer: inout ByteBuffer) {
    guard let text else { return }
    buffer.append("      <")
    buffer.append(name)
    buffer.append(UInt8(ascii: ">"))
    _ = buffer.append(xml: text, isContent: true)
    buffer.append("</")
    buffer.append(name)
    buffer.append(">\n")
  }

  private func append(_ creator: TCXCreator, to buffer: inout ByteBuffer) {
    buffer.append("      <Creator xsi:type=\"Device_t\"><Name>")
    _ = buffer.append(xml: creator.name, isContent: true)
    buffer.append("</Name><UnitId>")
    buffer.append(utf8: creator.unit ?? "0")
    buffer.append("</UnitId><ProductID>")
    buffer.append(utf8: creator.product ?? "0")
    buffer.append("</ProductID><Version>")
    let numbers = creator.version?.split(separator: ".").map(String.init) ?? []
    for (index, name) in TCXCreator.parts.enumerated() {
      buffer.append(UInt8(ascii: "<"))
      buffer.append(utf8: name)
      buffer.append(UInt8(ascii: ">"))
      buffer.append(utf8: index < numbers.count ? numbers[index] : "0")
      buffer.append("</")
      buffer.append(utf8: name)
      buffer.append(UInt8(ascii: ">"))
    }
    buffer.append("</Version></Creator>\n")
  }

  // MARK: Laps

  private func append(
    _ lap: TCXActivity.Lap, _ tracks: [[RoutePoint]], to buffer: inout ByteBuffer
  ) {
    buffer.append("      <Lap StartTime=\"")
    buffer.append(gpx: (lap.start ?? start).universal)
    buffer.append("\">\n        <TotalTimeSeconds>")
    buffer.append(utf8: lap.seconds?.decimalText ?? "0")
    buffer.append("</TotalTimeSeconds>")
    for figure in TCXFigure.all where figure.home != .extension_ {
      guard let text = lap.figures[figure.name] else { continue }
      let isValue = figure.home == .value
      buffer.append(UInt8(ascii: "<"))
      buffer.append(utf8: figure.name)
      buffer.append(isValue ? "><Value>" : ">")
      buffer.append(utf8: text)
      buffer.append(isValue ? "</Value></" : "</")
      buffer.append(utf8: figure.name)
      buffer.append(UInt8(ascii: ">"))
    }
    buffer.append(UInt8(ascii: "\n"))
    for points in tracks where points.contains(where: { $0.location.date?.isInGPXRange == true }) {
      buffer.append("        <Track>\n")
      for point in points { append(point, to: &buffer) }
      buffer.append("        </Track>\n")
    }
    appendText("Notes", lap.notes, to: &buffer)
    let extensions = TCXFigure.all.filter { figure in
      figure.home == .extension_ && lap.figures[figure.name] != nil
    }
    if !extensions.isEmpty {
      buffer.append("        <Extensions><ns3:LX>")
      for figure in extensions {
        buffer.append("<ns3:")
        buffer.append(utf8: figure.name)
        buffer.append(UInt8(ascii: ">"))
        buffer.append(utf8: lap.figures[figure.name] ?? "")
        buffer.append("</ns3:")
        buffer.append(utf8: figure.name)
        buffer.append(UInt8(ascii: ">"))
      }
      buffer.append("</ns3:LX></Extensions>\n")
    }
    buffer.append("      </Lap>\n")
  }

  // MARK: Points

  private func append(_ point: RoutePoint, to buffer: inout ByteBuffer) {
    let location = point.location
    guard let date = location.date, date.isInGPXRange else { return }
    buffer.append("          <Trackpoint><Time>")
    buffer.append(gpx: date.universal)
    buffer.append("</Time>")
    if let latitude = location.latitude, let longitude = location.longitude, latitude.isXMLDecimal,
      longitude.isXMLDecimal
    {
      buffer.append("<Position>")
      append("LatitudeDegrees", latitude, to: &buffer)
      append("LongitudeDegrees", longitude, to: &buffer)
      buffer.append("</Position>")
    }
    append("AltitudeMeters", location.altitude, to: &buffer)
    append("DistanceMeters", point.distance, to: &buffer)
    if let heartRate = point.heartRate {
      buffer.append("<HeartRateBpm>")
      append("Value", heartRate, to: &buffer)
      buffer.append("</HeartRateBpm>")
    }
    if !isRunning { append("Cadence", point.cadence, to: &buffer) }
    let speed = location.speed.flatMap { $0.doubleValue < 0 ? nil : $0 }
    let runCadence = isRunning ? point.cadence : nil
    if speed != nil || runCadence != nil || point.power != nil {
      buffer.append("<Extensions><ns3:TPX>")
      append("ns3:Speed", speed, to: &buffer)
      append("ns3:RunCadence", runCadence, to: &buffer)
      append("ns3:Watts", point.power, to: &buffer)
      buffer.append("</ns3:TPX></Extensions>")
    }
    buffer.append("</Trackpoint>\n")
  }

  private func append(_ name: StaticString, _ number: Number?, to buffer: inout ByteBuffer) {
    guard let number, number.isXMLDecimal else { return }
    buffer.append(UInt8(ascii: "<"))
    buffer.append(name)
    buffer.append(UInt8(ascii: ">"))
    buffer.append(utf8: number.decimalText ?? "")
    buffer.append("</")
    buffer.append(name)
    buffer.append(UInt8(ascii: ">"))
  }
}

extension Number {
  /// Whether XML Schema has it as a decimal, without a power of ten.
  var isXMLDecimal: Bool { spelling == nil && -15...0 ~= exponent || decimalText != nil }
}
