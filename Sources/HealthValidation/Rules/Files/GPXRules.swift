import HealthModel

/// What is found in a file of GPX.
let gpxRules: [Rule] = [
  Rule(
    reader: "not-gpx", .error,
    title: "the file is GPX",
    explanation: """
      The file is XML, but its root element is not gpx.
      """),
  Rule(
    reader: "missing-time", .warning,
    title: "points have a time",
    explanation: """
      A track, or points of one, have no time. A track without any is no workout and is kept \
      whole.
      """),
  Rule(
    reader: "out-of-range", .warning,
    title: "coordinates are on the globe",
    explanation: """
      A latitude is beyond 90 degrees or a longitude beyond 180. The point is kept as it is.
      """),
  Rule(
    reader: "long-track", .info,
    title: "a track is not longer than one workout can hold",
    explanation: """
      A track has more points than are read into one workout. It is read as several.
      """),
  Rule(
    reader: "unqualified-extensions", .info,
    title: "extensions have a namespace",
    explanation: """
      Elements in extensions have no namespace of their own, as in the routes of every Health \
      export. The schema of GPX does not allow that; they are read by their names.
      """),
]
