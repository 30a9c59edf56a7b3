import HealthBytes
import HealthModel

/// What a file contains of an activity, until its end.
struct FITActivity {
  struct Event {
    let type: WorkoutEventType
    var time: FITTime
    /// From its start to its end.
    var milliseconds: Int64?
    /// The stroke of a length, and how many there were.
    var stroke: Int64?
    var strokes: Int64?
    /// Of a lap: the milliseconds without pauses, if they are stated.
    var timer: Int64?
    /// Of a lap: what it states, by the order of ``FITLap/figures``.
    var values: [Int64] = []
    /// Of a length: how many strokes it took, if it is stated.
    var strokeCount: Int64?
  }

  /// The records of an activity that is written.
  var records: [FITRecord] = []
  /// The first and the last time of the records of an activity that is read.
  var recordSpan: ClosedRange<Int64>?
  /// The distance that the last record counts, in hundredths of meters.
  var recordMeters: Int64?
  var sessions: [FITSession] = []
  /// Pauses, laps, lengths and markers, with their instants.
  var events: [Event] = []
  /// The sport that a message of its own states, which precedes the records.
  var sport: WorkoutActivityType?
  /// What the clock showed more than UTC, in minutes.
  var offset: Int16 = 0
  var offsetIsKnown = false
  var isRunning = false
  /// When the timer was started first.
  var started: Int64?
  var place = Place(file: "")

  var isEmpty: Bool { recordSpan == nil && sessions.isEmpty }

  /// The most events that are kept.
  static let eventLimit = 20_000
  /// The most sessions that are kept.
  static let sessionLimit = 1_000

  /// Nothing yet.
  init() {}

  /// The sport at a time.
  func activity(at time: Int64) -> WorkoutActivityType {
    if sessions.count > 1, let session = sessions.first(where: { $0.contains(time) }) {
      return session.activity
    }
    return sessions.first?.activity ?? sport ?? .other
  }

  /// The sport of the whole: that of all sessions, if they have the same.
  var activity: WorkoutActivityType {
    guard let first = sessions.first?.activity else { return sport ?? .other }
    return sessions.allSatisfy { $0.activity == first } ? first : .swimBikeRun
  }

  /// The session at a time.
  func session(at time: Int64) -> FITSession? { sessions.first { $0.contains(time) } }

  /// Whether a time is an hour or more before or after all sessions: of a clock that was not set yet. A session of no time
  /// states no end.
  func isFarFromSessions(_ time: Int64) -> Bool {
    !sessions.isEmpty
      && sessions.allSatisfy {
        $0.elapsed > 0 && (time < $0.start &- 3600 || time > $0.end.seconds &+ 3600)
      }
  }

  /// The workout with the points of its route; `nil` if nothing states when it was.
  func workout(_ source: Source?, _ device: Device?, locations: [RouteLocation]) -> Workout? {
    guard let span else { return nil }
    var fields = Sample.WorkoutFields()
    let (start, end) = (span.lowerBound, span.upperBound)
    let timers = sessions.compactMap(\.timer)
    if !timers.isEmpty {
      fields.duration = Number(digits: timers.reduce(0) { $0 &+ $1 }, exponent: -3)
      fields.durationUnit = "s"
    }
    fields.events = workoutEvents(end)
    // A recording that was broken off.
    if sessions.isEmpty, let recordMeters, RouteActivity.distance(of: activity) == nil {
      fields.totalDistance = Number(digits: recordMeters, exponent: -2)
      fields.totalDistanceUnit = "m"
    }
    var metadata = Metadata()
    if sessions.count == 1 {
      metadata = sessions[0].metadata
      fields.statistics = sessions[0].statistics(start, end)
      if let distance = sessions[0].untypedDistance {
        (fields.totalDistance, fields.totalDistanceUnit) = (distance, "m")
      }
    } else {
      fields.statistics = FITSession.sums(of: sessions, start, end)
      metadata.entries = FITSession.climbs(of: sessions)
      if let distance = FITSession.untypedDistance(of: sessions) {
        (fields.totalDistance, fields.totalDistanceUnit) = (distance, "m")
      }
      fields.activities = sessions.map { session in
        var part = WorkoutActivity()
        part.startDate = FITTime(session.start).timestamp(offset)
        part.endDate = session.end.timestamp(offset)
        if let timer = session.timer {
          part.duration = Number(digits: timer, exponent: -3)
          part.durationUnit = "s"
        }
        part.metadata = session.metadata
        if let number = session.activity.rawValue {
          part.metadata.entries.insert(
            MetadataEntry(key: .activityType, .number(Number(number))), at: 0)
        }
        part.statistics = session.statistics(
          FITTime(session.start).timestamp(offset), session.end.timestamp(offset))
        return part
      }
    }
    if let route = route(source, locations) { fields.routes = [route] }
    let descriptor = SampleDescriptor(type: .workout(activity), source: source, device: device)
    let header = SampleHeader(
      descriptor: descriptor, start: start, end: end, metadata: metadata)
    if sessions.isEmpty {
      (fields.duration, fields.durationUnit) =
        Workout(header: header, fields: fields).activeDuration
    }
    return Workout(header: header, fields: fields)
  }

  private var span: ClosedRange<Timestamp>? {
    if let first = sessions.min(by: { $0.start < $1.start }) {
      let start = FITTime(first.start).timestamp(offset)
      let end = sessions.map { $0.end.timestamp(offset) }.max() ?? start
      return start...max(start, end)
    }
    return recordSpan.map {
      FITTime($0.lowerBound).timestamp(offset)...FITTime($0.upperBound).timestamp(offset)
    }
  }

  private func workoutEvents(_ end: Timestamp) -> [WorkoutEvent] {
    var events = events
    // The stop at the end of the activity is not a pause.
    let last = events.lastIndex { Self.isPause($0.type) || Self.isResume($0.type) }
    if let last, Self.isPause(events[last].type) { events.remove(at: last) }
    let pauses = Self.pauses(of: events)
    return events.map { event in
      var result = WorkoutEvent()
      result.type = event.type.identifier
      result.date = event.time.timestamp(offset)
      if let milliseconds = event.milliseconds {
        result.duration = Number(digits: milliseconds, exponent: -3)
        result.durationUnit = "s"
      }
      if let stroke = event.stroke, let style = Self.strokes[stroke] {
        result.metadata = [.swimmingStrokeStyle: .number(Number(style))]
      }
      var content: [Element] = []
      // Where it follows from the pauses, nothing states it.
      if let timer = event.timer, timer != Self.timer(of: event, pauses) {
        content.append(
          Element(
            name: FITLap.time,
            children: [.text(Number(digits: timer, exponent: -3).description)]))
      }
      if !event.values.isEmpty {
        content += FITLap.elements(event.values, activity(at: event.time.seconds))
      }
      if !content.isEmpty { result.extras = Extras(content: content.map { .element($0) }) }
      return result
    }
  }

  /// The pauses of events.
  static func pauses(of events: [Event]) -> RoutePauses {
    RoutePauses(
      events.compactMap { event in
        guard isPause(event.type) || isResume(event.type) else { return nil }
        return (isPause(event.type), event.time.seconds &* 1_000_000_000)
      })
  }

  /// The milliseconds of a lap without its pauses; `nil` if its length is not known.
  static func timer(of lap: Event, _ pauses: RoutePauses) -> Int64? {
    guard let milliseconds = lap.milliseconds else { return nil }
    let start = lap.time.seconds &* 1_000_000_000
    let paused = pauses.length(from: start, to: start &+ milliseconds &* 1_000_000)
    return max(0, milliseconds &- paused / 1_000_000)
  }

  static func isPause(_ type: WorkoutEventType) -> Bool {
    type == .pause || type == .motionPaused
  }
  static func isResume(_ type: WorkoutEventType) -> Bool {
    type == .resume || type == .motionResumed
  }

  /// HealthKit's numbers of strokes by those of lengths.
  static let strokes: [Int64: Int] = [0: 2, 1: 3, 2: 4, 3: 5, 4: 6, 5: 1, 6: 1]

  private func route(_ source: Source?, _ locations: [RouteLocation]) -> WorkoutRoute? {
    var track = WorkoutRoute.Track()
    track.creator = source?.name
    track.locations = locations
    guard let first = track.locations.compactMap(\.date).min(),
      let last = track.locations.compactMap(\.date).max()
    else { return nil }
    var route = WorkoutRoute()
    route.sourceName = source?.name
    route.startDate = first
    route.endDate = last
    var file = WorkoutRoute.FileReference()
    file.track = track
    route.files = [file]
    return route
  }
}

/// The program and the device that a file comes from.
///
/// One definition for both directions, as for sessions.
struct FITOrigin {
  var manufacturer: Int64?
  var product: Int64?
  /// The name that the file states of itself, or that of its device.
  var name: String?
  /// The name of the device, where it is another.
  var deviceName: String?
  /// Hundredths.
  var software: Int64?
  var serial: Int64?

  init() {}

  var source: Source? {
    guard let text = name ?? manufacturer.flatMap(FITManufacturer.name) else {
      return manufacturer.map { Source(name: "FIT \($0)") }
    }
    return Source(name: text)
  }

  /// The device; `nil` for a file of a program, which states no maker.
  var device: Device? {
    guard let manufacturer else { return nil }
    let isProgram = manufacturer == FITManufacturer.development
    if isProgram, product == nil, software == nil, deviceName == nil { return nil }
    var device = Device()
    device.name = deviceName ?? name
    if !isProgram {
      device.manufacturer = FITManufacturer.name(manufacturer) ?? String(manufacturer)
    }
    device.model = product.map { String($0) }
    device.softwareVersion = software.map { Number(digits: $0, exponent: -2).description }
    return device
  }

  /// The origin of a workout: what of its source and its device a file has room for.
  init(_ source: String?, _ device: Device?) {
    let maker = FITManufacturer.number(device?.manufacturer)
    manufacturer = maker ?? FITManufacturer.development
    product = device?.model.flatMap { UInt16($0) }.flatMap { $0 < 0xFFFF ? Int64($0) : nil }
    software = device?.softwareVersion.flatMap { Number($0) }.flatMap { $0.steps(-2, 0xFFFE) }
    let source = source?.fitText
    if device?.name != nil || maker == nil || source != maker.flatMap(FITManufacturer.name) {
      name = source
    }
    if let text = device?.name?.fitText, text != source { deviceName = text }
  }
}

extension String {
  /// The text as a field can hold it: 254 bytes without NUL, cut between characters.
  var fitText: String? {
    var text = ""
    var count = 0
    for character in self where character != "\0" {
      count += character.utf8.count
      if count > 254 { break }
      text.append(character)
    }
    return text.isEmpty ? nil : text
  }
}
