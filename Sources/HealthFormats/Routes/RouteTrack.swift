import HealthBytes
import HealthModel
import HealthValidation

/// Converts between a track of a GPX file and a workout.
///
/// One definition for both directions: reading builds the workout of a track, and writing checks whether the workout at
/// hand is the one that reading would build.
struct RouteTrack {
  var name: String?
  /// The source: that of the track, otherwise the program that wrote the file.
  var source: String?
  /// The text of its type.
  var type: String?
  /// The activity if the track states none that is known.
  var usualActivity = WorkoutActivityType.other
  /// Its further content, in the order written.
  var content: [Element.Node] = []
  var segments: [[RouteLocation]] = []

  /// The first and the last time of its points, however they are ordered.
  private(set) var span: ClosedRange<Timestamp>?
  private(set) var pointCount = 0

  init() {}

  var activity: WorkoutActivityType {
    let stated = type.map { RouteActivity.activity(for: $0, source: source) } ?? .other
    return stated == .other ? usualActivity : stated
  }

  mutating func startSegment() { segments.append([]) }

  mutating func append(_ location: RouteLocation) {
    segments[segments.count - 1].append(location)
    pointCount += 1
    note(location.date)
  }

  /// Takes a date of a point into the span.
  mutating func note(_ date: Timestamp?) {
    guard let date else { return }
    guard let span else {
      self.span = date...date
      return
    }
    if date < span.lowerBound { self.span = date...span.upperBound }
    if date > span.upperBound { self.span = span.lowerBound...date }
  }

  /// The workout of the track; `nil` if no point has a time.
  var workout: Workout? {
    guard let span else { return nil }
    let activity = activity
    var fields = Sample.WorkoutFields()
    var content = content
    if let type, type != RouteActivity.text(for: activity) {
      content.insert(
        .element(Element(name: "type", children: type.isEmpty ? [] : [.text(type)])), at: 0)
    }
    var route = WorkoutRoute()
    route.sourceName = source
    route.startDate = span.lowerBound
    route.endDate = span.upperBound
    route.files = segments.map { locations in
      var file = WorkoutRoute.FileReference()
      var track = WorkoutRoute.Track()
      track.name = name
      track.creator = source
      track.locations = locations
      file.track = track
      return file
    }
    fields.routes = [route]
    fields.events = WorkoutEvent.pauses(between: segments)
    let descriptor = SampleDescriptor(
      type: .workout(activity), source: source.map { Source(name: $0) })
    return Workout(
      header: SampleHeader(
        descriptor: descriptor, start: span.lowerBound, end: span.upperBound,
        extras: content.isEmpty ? nil : Extras(content: content)),
      fields: fields)
  }

  /// The track of a workout; `nil` if it has no points.
  init?(_ workout: Workout) {
    let fields = workout.fields
    for route in fields.routes {
      for file in route.files {
        guard let track = file.track else { continue }
        name = name ?? track.name
        segments.append(track.locations)
      }
      // As iOS 11 and 12 wrote them.
      if !route.ownLocations.isEmpty { segments.append(route.ownLocations) }
    }
    guard !segments.isEmpty else { return nil }
    for location in segments.joined() { note(location.date) }
    source = workout.header.descriptor.sourceName
    type = RouteActivity.text(for: workout.activityType)
    content = workout.extras?.content ?? []
    if let index = content.firstIndex(where: { $0.plainText(of: "type") != nil }) {
      let kept = content[index].plainText(of: "type") ?? ""
      // Only if it is the same: the workout's own type takes precedence.
      if RouteActivity.activity(for: kept, source: source) == workout.activityType {
        type = kept
        content.remove(at: index)
      }
    }
  }

  /// Whether its points come from a file that another program wrote, and so have with them what that
  /// measured: only Apple keeps measurements elsewhere.
  static func isMeasured(_ workout: Workout) -> Bool {
    let creators = workout.fields.routes.lazy.flatMap(\.files).compactMap { $0.track?.creator }
    return creators.contains { $0 != GPXVocabulary.appleCreator }
  }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// The name of its own file, without an extension: when it began, in UTC, and what was done.
  var routeFileName: String {
    let date = Timestamp(secondsSince1970: start.secondsSince1970)
    let text = date.text(.iso8601).description.prefix(19).replacing(":", with: "-")
    let activity = RouteActivity.text(for: activityType) ?? "workout"
    // A type that is not known may be any text.
    let name = "\(text)Z_\(activity)"
    return OutputContainer.isSafe(name) && !name.utf8.contains(UInt8(ascii: "/"))
      && name.utf8.count < 200 ? name : "\(text)Z_workout"
  }
}

/// The pauses of a workout: laps of FIT and TCX state the time without them, lap events of HealthKit last from their start
/// to their end.
struct RoutePauses {
  /// When each pause begins and ends, in nanoseconds since 1970, and the length of those before it.
  private var list: [(start: Int64, end: Int64, before: Int64)] = []

  /// From each pause to the next resumption.
  ///
  /// - Parameter end: When a last pause ends that nothing resumes; `nil` if it does not count.
  init(_ moments: [(isPause: Bool, time: Int64)], until end: Int64? = nil) {
    let ordered = moments.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
    var start: Int64?
    for moment in ordered {
      if moment.isPause {
        start = start ?? moment.time
      } else if let begin = start {
        add(begin, moment.time)
        start = nil
      }
    }
    if let start, let end { add(start, end) }
  }

  /// The pauses of events.
  init(_ events: [WorkoutEvent], until end: Timestamp? = nil) {
    let moments = events.compactMap { event -> (isPause: Bool, time: Int64)? in
      guard let date = event.date, let type = event.type.map({ WorkoutEventType($0) }) else {
        return nil
      }
      switch type {
      case .pause, .motionPaused: return (true, date.nanosecondsSince1970)
      case .resume, .motionResumed: return (false, date.nanosecondsSince1970)
      default: return nil
      }
    }
    self.init(moments, until: end?.nanosecondsSince1970)
  }

  private mutating func add(_ start: Int64, _ end: Int64) {
    guard end > start else { return }
    let before = list.last.map { $0.before &+ ($0.end &- $0.start) } ?? 0
    list.append((start, end, before))
  }

  /// The nanoseconds of pauses within a span.
  func length(from start: Int64, to end: Int64) -> Int64 {
    max(0, length(to: end) &- length(to: start))
  }

  private func length(to time: Int64) -> Int64 {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].start < time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let last = list[low - 1]
    return last.before &+ (min(time, last.end) &- last.start)
  }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// The duration that the workout states; without one, its time without pauses, if it has some.
  var activeDuration: (number: Number?, unit: String?) {
    if fields.duration != nil { return (fields.duration, fields.durationUnit) }
    let (first, last) = (start.nanosecondsSince1970, end.nanosecondsSince1970)
    let paused = RoutePauses(fields.events, until: end).length(from: first, to: last)
    guard paused > 0, last > first else { return (nil, nil) }
    // Without zeros at the end.
    return (Number(digits: last &- first &- paused, exponent: -9).adding(Number(0)), "s")
  }
}

extension WorkoutEvent {
  /// A pause from each segment of a route to the next: a segment ends where the recording did.
  static func pauses(between segments: [[RouteLocation]]) -> [WorkoutEvent] {
    zip(segments, segments.dropFirst()).flatMap { before, after -> [WorkoutEvent] in
      guard let pause = before.last?.date, let resume = after.first?.date, pause <= resume else {
        return []
      }
      return [("Pause", pause), ("Resume", resume)].map { type, date in
        var event = WorkoutEvent()
        (event.type, event.date) = ("HKWorkoutEventType\(type)", date)
        return event
      }
    }
  }
}

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
