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
    RouteCheck(
      "the route is faster than 150 m/s from the point before to this one",
      next: Speed.isImpossible(from:to:))
  }
}

private enum Speed {
  /// In meters per second: faster than any cyclist, sailor or skydiver.
  private static let limit = 150.0
  /// The error in meters that the first position of a satellite receiver may have.
  private static let slack = 1_000.0
  /// The length of a degree of latitude in meters, on a sphere with the mean radius of WGS 84 (6,371 km).
  private static let degree = 111_195.0

  static func isImpossible(from a: RouteLocation, to b: RouteLocation) -> Bool {
    guard let start = a.date, let end = b.date,
      let north = a.latitude?.doubleValue, let otherNorth = b.latitude?.doubleValue,
      let east = a.longitude?.doubleValue, let otherEast = b.longitude?.doubleValue
    else { return false }
    let inaccuracy = [a, b].reduce(0) { $0 + max(0, $1.horizontalAccuracy?.doubleValue ?? 0) }
    var degreesEast = (otherEast - east).magnitude
    if degreesEast > 180 { degreesEast = 360 - degreesEast }
    let x = degreesEast * cosine(degrees: (north + otherNorth) / 2)
    let y = otherNorth - north
    let distance = (x * x + y * y).squareRoot() * degree
    // Another rule reports points that go back in time.
    let seconds = max(1, end.timeInterval(since: start).magnitude)
    return distance > limit * seconds + inaccuracy + slack
  }

  /// The cosine of a latitude, to 0.002: Bhaskara's approximation.
  private static func cosine(degrees: Double) -> Double {
    let square = degrees * degrees
    return max(0, (32_400 - 4 * square) / (32_400 + square))
  }
}
