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
]
