import HealthModel
import HealthValidation

/// Findings of readers in a GPX file.
let gpxRules: [Rule] = [
  Rule(
    reader: "not-gpx", .error,
    title: "file is XML but not GPX",
    explanation: """
      The file is XML, but its root element is not gpx.
      """),
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
    reader: "unqualified-extensions", .info,
    title: "extensions have no namespace",
    explanation: """
      Elements in extensions have no namespace, as in the routes of every Health export. The \
      schema of GPX does not allow that; the elements are recognized by their names.
      """),
]
