import HealthBytes
import HealthModel
import HealthValidation

/// Converts between a track of a GPX file and a workout.
///
/// One definition for both directions: reading builds the workout of a track, and writing checks whether a workout is the
/// one that reading would build.
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

  /// The earliest and the latest time of its points.
  private(set) var span: ClosedRange<Timestamp>?
  private(set) var pointCount = 0

  init() {}

  var activity: WorkoutActivityType {
    let stated = type.map { RouteActivity.activity(for: $0, source: source) } ?? .other
    return stated == .other ? usualActivity : stated
  }

  /// The text of its type if that is not known, so that the activity is `other`.
  var unknownType: String? {
    guard let type, !type.isEmpty, activity == .other,
      !RouteActivity.isKnown(type, source: source)
    else { return nil }
    return type
  }

  mutating func startSegment() { segments.append([]) }

  mutating func append(_ location: RouteLocation) {
    segments[segments.count - 1].append(location)
    pointCount += 1
    extendSpan(to: location.date)
  }

  /// Whether the recording was paused before the next point of a segment: it is later than the one before by more than 5 minutes,
  /// and less than 50 m away. Someone who moves is farther away then, at any speed above 0.6 km/h.
  func isResumed(at location: RouteLocation) -> Bool {
    guard let last = segments.last?.last, let before = last.date, let date = location.date,
      date.timeInterval(since: before) > 300, let meters = last.meters(to: location)
    else { return false }
    return meters < 50
  }

  mutating func extendSpan(to date: Timestamp?) {
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
        metadata: Metadata(type.map { RouteActivity.metadata(for: $0, source: source) } ?? []),
        extras: content.isEmpty ? nil : Extras(content: content)),
      fields: fields)
  }

  /// The track of a workout; `nil` if it has no points.
  ///
  /// - Parameter dividesAtPauses: Whether a new segment begins after each pause, as in files of devices; the files of Apple
  ///   have one segment.
  init?(_ workout: Workout, dividesAtPauses: Bool = true) {
    let fields = workout.fields
    let resumptions = dividesAtPauses ? RoutePauses(fields.events).ends : []
    for route in fields.routes {
      for file in route.files {
        guard let track = file.track else { continue }
        name = name ?? track.name
        segments += Self.segments(of: track.locations, resumptions)
      }
      // iOS 11 and 12 wrote the points into the route itself.
      if !route.ownLocations.isEmpty {
        segments += Self.segments(of: route.ownLocations, resumptions)
      }
    }
    guard !segments.isEmpty else { return nil }
    for location in segments.joined() { extendSpan(to: location.date) }
    source = workout.header.descriptor.sourceName
    type = RouteActivity.text(for: workout.activityType)
    content = workout.extras?.content ?? []
    if let index = content.firstIndex(where: { $0.plainText(of: "type") != nil }) {
      let kept = content[index].plainText(of: "type") ?? ""
      // Only if the text means the same activity: the workout's own type takes precedence.
      if RouteActivity.activity(for: kept, source: source) == workout.activityType {
        type = kept
        content.remove(at: index)
      }
    }
  }

  /// Divides points where the workout was resumed, in nanoseconds since 1970 and in order.
  private static func segments(
    of locations: [RouteLocation], _ resumptions: [Int64]
  ) -> [[RouteLocation]] {
    if resumptions.isEmpty { return [locations] }
    var (segments, start, next, last) = ([[RouteLocation]](), 0, 0, nil as Int64?)
    for (index, location) in locations.enumerated() {
      guard let time = location.date?.nanosecondsSince1970 else { continue }
      if let last {
        while next < resumptions.count, resumptions[next] <= last { next += 1 }
        if next < resumptions.count, resumptions[next] <= time {
          segments.append(Array(locations[start..<index]))
          start = index
        }
      }
      last = time
    }
    segments.append(Array(locations[start...]))
    return segments
  }

  /// Whether a program other than Apple's wrote the file with the points. Such points contain what was measured at them;
  /// exports of Apple store that in other samples.
  static func isMeasured(_ workout: Workout) -> Bool {
    let creators = workout.fields.routes.lazy.flatMap(\.files).compactMap { $0.track?.creator }
    return creators.contains { $0 != GPXVocabulary.appleCreator }
  }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// The name of its own file, without an extension: the start in UTC and the activity.
  var routeFileName: String {
    let date = Timestamp(secondsSince1970: start.secondsSince1970)
    let text = date.text(.iso8601).description.prefix(19).replacing(":", with: "-")
    let activity = RouteActivity.text(for: activityType) ?? "workout"
    // The text of an unknown activity may contain any characters.
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
  /// - Parameter end: The end of a last pause without a resumption; `nil` to ignore such a pause.
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

  /// When the pauses end, in nanoseconds since 1970.
  var ends: [Int64] { list.map(\.end) }

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
    // `adding` removes zeros at the end of the digits.
    return (Number(digits: last &- first &- paused, exponent: -9).adding(Number(0)), "s")
  }
}

extension WorkoutEvent {
  /// A pause from each segment of a route to the next: a segment ends where the recording was paused.
  static func pauses(between segments: [[RouteLocation]]) -> [WorkoutEvent] {
    zip(segments, segments.dropFirst()).flatMap { before, after -> [WorkoutEvent] in
      guard let pause = before.last?.date, let resume = after.first?.date, pause <= resume else {
        return []
      }
      return Self.pause(from: pause, to: resume)
    }
  }

  /// A pause from an instant to another.
  static func pause(from start: Timestamp, to end: Timestamp) -> [WorkoutEvent] {
    [("Pause", start), ("Resume", end)].map { type, date in
      var event = WorkoutEvent()
      (event.type, event.date) = ("HKWorkoutEventType\(type)", date)
      return event
    }
  }
}

/// Findings of readers of routes.
let routeRules: [Rule] = [
  unknownActivityRule,
  duplicateFileRule,
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
  Rule(
    reader: "zero-heart-rate", .info,
    title: "heart rates of points are 0",
    explanation: """
      Points have a heart rate of 0. Devices and services write it where nothing was measured, so it is not read.
      """),
  Rule(
    reader: "implausible-elevation", .info,
    title: "elevations are below -500 m or above 9,000 m",
    explanation: """
      Points have an elevation below -500 m or above 9,000 m, which is no place on land: programs write numbers such as -9999 \
      where they have none. It is not read.
      """),
]

/// What readers count in a file with routes and report at its end, with the place of the first.
struct RouteCounts {
  private var zoneless = (count: 0, place: Place(file: ""))
  private var zeroHeartRates = (count: 0, place: Place(file: ""))
  private var elevations = (count: 0, place: Place(file: ""))

  mutating func addZoneless(_ place: Place) {
    if zoneless.count == 0 { zoneless.place = place }
    zoneless.count += 1
  }

  /// Counts a heart rate of 0, which some devices and services write where nothing was measured.
  mutating func addZeroHeartRate(_ place: Place) {
    if zeroHeartRates.count == 0 { zeroHeartRates.place = place }
    zeroHeartRates.count += 1
  }

  /// Counts an elevation that no place on land has.
  mutating func addElevation(_ place: Place) {
    if elevations.count == 0 { elevations.place = place }
    elevations.count += 1
  }

  /// Whether a place on land can have an elevation: the lowest shore is at -430 m, the highest summit at 8,849 m.
  static func isPossible(elevation: Number) -> Bool {
    -500...9_000 ~= elevation.doubleValue
  }

  var findings: [Finding] {
    [
      (zoneless, "time-without-zone", "times without a zone", "read as UTC"),
      (
        zeroHeartRates, "zero-heart-rate",
        "heart rates of 0, which a device writes without a signal", "not read"
      ),
      (elevations, "implausible-elevation", "elevations below -500 m or above 9,000 m", "not read"),
    ].filter { $0.0.count > 0 }.map { counted, rule, what, consequence in
      Finding(
        rule: rule, severity: .info, place: counted.place,
        message: "\(what): \(counted.count); \(consequence)")
    }
  }
}

extension String {
  /// Whether a time in ISO 8601 ends with a zone.
  var hasZone: Bool {
    let text = trimmedXMLSpace.utf8
    return text.last == UInt8(ascii: "Z") || text.last == UInt8(ascii: "z")
      || text.suffix(6).contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
  }
}
