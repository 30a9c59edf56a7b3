internal import HealthBytes

/// The route of a workout as a GPX file: a random walk.
struct Route {
  private let workout: Workout
  private let plan: Plan

  init(_ workout: Workout, plan: Plan) {
    self.workout = workout
    self.plan = plan
  }

  /// - Parameter sink: takes the file
  /// - Returns: the points of the route
  /// - Throws: what the sink throws
  func write(to sink: any ByteSink) throws(HealthError) -> Int {
    var output = Output(to: sink)
    var date = DateText(offset: 0)
    output.bytes.append(Self.head)
    date.set(plan.exportDate)
    output.bytes.append(universal: date)
    output.bytes.append("</time>\n  </metadata>\n  <trk>\n    <name>")
    output.bytes.append(utf8: workout.routeTitle)
    output.bytes.append("</name>\n    <trkseg>\n")

    var random = Random(seed: plan.seed, stream: 0x6770_78, index: workout.index)
    // Millionths of a degree and of a metre.
    var longitude = plan.zone == .berlin ? 13_350_000 : -73_965_000
    var latitude = plan.zone == .berlin ? 52_514_000 : 40_782_000
    var elevation = random.within(20_000_000...90_000_000)
    var east = 0
    var north = 0
    var points = 0
    let interval = plan.options.hasDailyWorkouts ? 1 : 3
    for instant in stride(from: workout.start + 3, through: workout.end, by: interval) {
      east = (east * 7 + random.within(-900...900)) / 8
      north = (north * 7 + random.within(-600...600)) / 8
      longitude += east
      latitude += north
      elevation += random.within(-90_000...90_000)
      output.bytes.append("      <trkpt lon=\"")
      output.bytes.append(fixed: Decimal(longitude, places: 6))
      output.bytes.append("\" lat=\"")
      output.bytes.append(fixed: Decimal(latitude, places: 6))
      output.bytes.append("\"><ele>")
      output.bytes.append(fixed: Decimal(elevation, places: 6))
      output.bytes.append("</ele><time>")
      date.set(instant)
      output.bytes.append(universal: date)
      output.bytes.append("</time><extensions><speed>")
      output.bytes.append(fixed: Decimal(random.within(1_900_000...3_600_000), places: 6))
      output.bytes.append("</speed><course>")
      output.bytes.append(fixed: Decimal(random.within(0...359_999_999), places: 6))
      output.bytes.append("</course><hAcc>")
      output.bytes.append(fixed: Decimal(random.within(1_500_000...9_000_000), places: 6))
      output.bytes.append("</hAcc><vAcc>")
      output.bytes.append(fixed: Decimal(random.within(1_200_000...7_000_000), places: 6))
      output.bytes.append("</vAcc></extensions></trkpt>\n")
      points += 1
      try output.flushIfLarge()
    }
    output.bytes.append("    </trkseg>\n  </trk>\n</gpx>\n")
    try output.flush()
    return points
  }

  private static let head: StaticString = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1" \
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
    xsi:schemaLocation="http://www.topografix.com/GPX/1/1 \
    http://www.topografix.com/GPX/1/1/gpx.xsd">
      <metadata>
        <time>
    """
}

extension ByteBuffer {
  /// Appends a date in UTC as `2025-11-07T17:15:48Z`.
  fileprivate mutating func append(universal date: DateText) {
    append(date.bytes.span, 0..<10)
    append(UInt8(ascii: "T"))
    append(date.bytes.span, 11..<19)
    append(UInt8(ascii: "Z"))
  }
}
