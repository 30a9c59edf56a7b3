import HealthValidation

/// Findings of readers of routes.
let routeRules: [Rule] = [
  Rule(
    reader: "missing-time", .warning,
    title: "track points have no time",
    explanation: """
      A track, or some of its points, have no time. A track without any time is not read as a \
      workout; it is preserved as an unknown element.
      """),
  Rule(
    reader: "out-of-range", .warning,
    title: "coordinates are out of range",
    explanation: """
      A latitude is beyond 90 degrees or a longitude beyond 180. The point is preserved.
      """),
  Rule(
    reader: "long-track", .info,
    title: "track has more points than one workout can hold",
    explanation: """
      A track has more points than one workout can hold. It is read as several workouts.
      """),
  Rule(
    reader: "time-without-zone", .info,
    title: "times have no zone",
    explanation: """
      Times have no zone, as `2024-06-01T08:00:00`. They are read as UTC, which the format requires; programs that write \
      local times without a zone exist.
      """),
]

/// The message about times without a zone in a file.
func zonelessMessage(_ count: Int) -> String {
  "times without a zone: \(count); read as UTC"
}

extension String {
  /// Whether a time in ISO 8601 ends with a zone.
  var hasZone: Bool {
    let text = trimmedXMLSpace.utf8
    return text.last == UInt8(ascii: "Z") || text.last == UInt8(ascii: "z")
      || text.suffix(6).contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
  }
}
