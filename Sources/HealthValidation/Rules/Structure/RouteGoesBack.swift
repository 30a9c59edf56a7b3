import HealthModel

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
