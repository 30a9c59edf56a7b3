import HealthModel

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
