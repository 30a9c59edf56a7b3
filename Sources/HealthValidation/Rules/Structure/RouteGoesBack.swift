import HealthModel

extension Rule {
  static let routeGoesBack = Rule(
    "route-goes-back", .structure, .warning,
    title: "the points of a route follow one another in time",
    explanation: """
      A point of a route was passed before the point in front of it. Speed and length of the route \
      come out wrong.
      """,
    exceptions: "Several points may be of the same second. Told once for each workout.",
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
      let dates = track.lazy.compactMap(\.date)
      return zip(dates, dates.dropFirst()).contains { $0 > $1 }
    }
  }
}
