import HealthModel

extension Rule {
  static let impossibleSpeed = Rule(
    "impossible-speed", .structure, .info,
    title: "route is faster than 150 m/s",
    explanation: """
      From one point of a route to the next, the speed is more than 150 meters per second: a point is \
      far off, or the times are wrong. Programs compute a length of the route that is too large.
      """,
    exceptions: """
      Points may be off by their stated accuracy plus a kilometer. Only the first such point of each route is \
      reported.
      """,
    examples: .route(
      bad: """
        <Location date="2024-06-01 09:05:00 +0200" latitude="48.1" longitude="2.1"/>
        <Location date="2024-06-01 09:05:01 +0200" latitude="48.2" longitude="2.1"/>
        """,
      good: """
        <Location date="2024-06-01 09:05:00 +0200" latitude="48.1" longitude="2.1"/>
        <Location date="2024-06-01 09:10:00 +0200" latitude="48.2" longitude="2.1"/>
        """),
    kinds: [.workout]
  ) {
    RouteCheck("the route is faster than 150 m/s from the point before to this one") { track in
      var last: Fix?
      return track.firstIndex { point in
        let fix = Fix(point)
        defer { last = fix }
        return last.flatMap { last in fix.map { $0.isImpossible(after: last) } } ?? false
      }
    }
  }
}

/// The time and the position of a point of a route.
private struct Fix {
  private let date: Timestamp
  /// In degrees.
  private let north: Double
  private let east: Double
  /// In meters.
  private let inaccuracy: Double

  /// In meters per second: faster than any cyclist, sailor or skydiver.
  private static let limit = 150.0
  /// The error in meters that the first position of a satellite receiver may have.
  private static let slack = 1_000.0
  /// The length of a degree of latitude in meters, on a sphere with the mean radius of WGS 84 (6,371 km).
  private static let degree = 111_195.0
  /// In degrees: points that differ by less in latitude and in longitude are closer than `slack`.
  private static let near = 0.006

  init?(_ point: RouteLocation) {
    guard let date = point.date, let north = point.latitude?.doubleValue,
      let east = point.longitude?.doubleValue
    else { return nil }
    (self.date, self.north, self.east) = (date, north, east)
    inaccuracy = max(0, point.horizontalAccuracy?.doubleValue ?? 0)
  }

  func isImpossible(after last: Fix) -> Bool {
    var degreesEast = (east - last.east).magnitude
    let y = north - last.north
    if degreesEast < Self.near, y.magnitude < Self.near { return false }
    if degreesEast > 180 { degreesEast = 360 - degreesEast }
    let x = degreesEast * Self.cosine(degrees: (last.north + north) / 2)
    let distance = (x * x + y * y).squareRoot() * Self.degree
    // Another rule reports points that go back in time.
    let seconds = max(1, date.timeInterval(since: last.date).magnitude)
    return distance > Self.limit * seconds + (last.inaccuracy + inaccuracy) + Self.slack
  }

  /// The cosine of a latitude, to 0.002: Bhaskara's approximation.
  private static func cosine(degrees: Double) -> Double {
    let square = degrees * degrees
    return max(0, (32_400 - 4 * square) / (32_400 + square))
  }
}

extension Rule {
  static let routeGoesBack = Rule(
    "route-goes-back", .structure, .warning,
    title: "route goes back in time",
    explanation: """
      A point of a route is dated before the point that precedes it. Programs compute a \
      wrong speed and length of the route.
      """,
    exceptions:
      "Several points may have the same second. Only the first such point of each route is reported.",
    examples: .route(
      bad: """
        <Location date="2024-06-01 09:05:00 +0200" latitude="48.1" longitude="2.1"/>
        <Location date="2024-06-01 09:04:00 +0200" latitude="48.1" longitude="2.1"/>
        """,
      good: """
        <Location date="2024-06-01 09:04:00 +0200" latitude="48.1" longitude="2.1"/>
        <Location date="2024-06-01 09:05:00 +0200" latitude="48.1" longitude="2.1"/>
        """),
    kinds: [.workout]
  ) {
    RouteCheck("a point of the route is earlier than the one before it") { track in
      var last: Timestamp?
      return track.firstIndex { point in
        guard let date = point.date else { return false }
        defer { last = date }
        return last.map { date < $0 } ?? false
      }
    }
  }
}

extension Rule {
  static let impossibleCoordinate = Rule(
    "impossible-coordinate", .structure, .error,
    title: "route point has impossible or missing coordinates",
    explanation: """
      A point of a route has a latitude beyond 90 degrees or a longitude beyond 180, or one of the \
      two is missing. Often latitude and longitude were exchanged.
      """,
    exceptions: "Of each route, the first such point is reported.",
    examples: .route(
      bad: """
        <Location date="2024-06-01 09:05:00 +0200" latitude="139.7" longitude="35.6"/>
        """,
      good: """
        <Location date="2024-06-01 09:05:00 +0200" latitude="35.6" longitude="139.7"/>
        """),
    kinds: [.workout]
  ) {
    RouteCheck(
      "a point of the route is not on earth; expected a latitude from -90 to 90 and a longitude "
        + "from -180 to 180"
    ) { track in
      track.firstIndex { location in
        guard let latitude = location.latitude?.doubleValue,
          let longitude = location.longitude?.doubleValue
        else { return true }
        return !(-90...90 ~= latitude && -180...180 ~= longitude)
      }
    }
  }
}
