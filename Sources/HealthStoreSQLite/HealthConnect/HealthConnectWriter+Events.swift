import HealthFormats
import HealthModel
import HealthUnits

/// Laps, pauses and segments of workouts. Neither two laps nor two segments of a session may overlap; a pause is a segment.
extension HealthConnectWriter {
  private static let laps = HealthConnectTable.required("exercise_laps_table")
  private static let segments = HealthConnectTable.required("exercise_segments_table")

  /// The number of segments that are pauses.
  private static let pause: Int64 = 67
  /// The numbers of segments that sessions of any sport may have: unknown, stretching, other, rest, pause.
  private static let common: Set<Int64> = [0, 20, 64, 66, pause]

  /// The metadata of segments that have columns.
  private static let typeKey = MetadataKey("segment_type")
  private static let countKey = MetadataKey("repetitions_count")

  /// A lap or a segment.
  private struct Part {
    let start: Int64
    let end: Int64
    /// What follows the times.
    let cells: [HealthConnectCell]
    /// The places of the events that are read again of it.
    var events: [Int] = []
  }

  /// Writes the laps, pauses and segments of a workout.
  ///
  /// - Parameters:
  ///   - exercise: The number of the session's sport.
  ///   - session: The row of the session.
  /// - Returns: The places of the events that are read again.
  func writeEvents(
    of sample: Workout, during time: HealthConnectTime, exercise: Int64, session: Int64
  ) throws(HealthError) -> Set<Int> {
    let events = sample.fields.events
    let isSame = sample.metadata[HealthConnectPlan.exerciseKey] == String(exercise)
    var (laps, segments): ([Part], [Part]) = ([], Self.pauses(events, until: time.end))
    for (index, event) in events.enumerated() {
      switch event.type {
      case "HKWorkoutEventTypeLap": if let lap = Self.lap(event, index) { laps.append(lap) }
      case "HKWorkoutEventTypeSegment":
        if let segment = Self.segment(event, index, ofSameSport: isSame) {
          segments.append(segment)
        }
      default: continue
      }
    }
    var written: Set<Int> = []
    for (parts, table) in [(laps, Self.laps), (segments, Self.segments)] {
      for part in Self.separate(parts, during: time) {
        try database.insert(
          part: [.integer(part.start), .integer(part.end)] + part.cells, of: session, into: table)
        written.formUnion(part.events)
      }
    }
    return written
  }

  /// Those that last some time of the workout and do not overlap one before.
  private static func separate(_ parts: [Part], during time: HealthConnectTime) -> [Part] {
    var last = time.start
    return parts.sorted { ($0.start, $0.end) < ($1.start, $1.end) }.filter { part in
      guard part.start >= last, part.end <= time.end, part.end > part.start else { return false }
      last = part.end
      return true
    }
  }

  /// From each pause to the next resumption.
  private static func pauses(_ events: [WorkoutEvent], until end: Int64) -> [Part] {
    let moments = events.indices.compactMap { index in
      moment(of: events[index]).map { (time: $0, index: index) }
    }.sorted { ($0.time, $0.index) < ($1.time, $1.index) }
    let cells: [HealthConnectCell] = [.integer(pause), .integer(0)]
    var parts: [Part] = []
    var begun: (time: Int64, index: Int)?
    for (time, index) in moments {
      switch events[index].type {
      case "HKWorkoutEventTypePause", "HKWorkoutEventTypeMotionPaused":
        begun = begun ?? (time: time, index: index)
      case "HKWorkoutEventTypeResume", "HKWorkoutEventTypeMotionResumed":
        guard let start = begun.take() else { continue }
        let isSame =
          events[start.index].isPlain("HKWorkoutEventTypePause")
          && events[index].isPlain("HKWorkoutEventTypeResume")
        parts.append(
          Part(
            start: start.time, end: time, cells: cells, events: isSame ? [start.index, index] : []))
      default: continue
      }
    }
    // The end of the workout is read as a resumption.
    if let begun { parts.append(Part(start: begun.time, end: end, cells: cells)) }
    return parts
  }

  private static func lap(_ event: WorkoutEvent, _ index: Int) -> Part? {
    guard let period = period(of: event) else { return nil }
    let meters = LapFigures(event).meters.flatMap { (0...1_000_000).contains($0) ? $0 : nil }
    let figures = event.extras?.content.count ?? 0
    let isSame =
      period.isExact && event.metadata.isEmpty && figures == (meters == nil ? 0 : 1)
      && event.extras?.attributes.isEmpty ?? true
    return Part(
      start: period.start, end: period.end,
      cells: [.real(meters ?? .leastNonzeroMagnitude)], events: isSame ? [index] : [])
  }

  /// A segment that states its type, as the reader adds it.
  ///
  /// - Parameter isSame: Whether the session has the sport that it had when it was read: each sport has its own types of segments.
  private static func segment(
    _ event: WorkoutEvent, _ index: Int, ofSameSport isSame: Bool
  ) -> Part? {
    guard let period = period(of: event),
      let type = event.metadata[typeKey].flatMap({ Int64($0) }), 0..<pause ~= type,
      isSame || common.contains(type)
    else { return nil }
    let stated = event.metadata[countKey]
    let count = stated.flatMap { Int64($0) }.flatMap { 0...1_000_000 ~= $0 ? $0 : nil }
    let isWhole =
      period.isExact && event.extras == nil && count != nil
      && event.metadata.entries.count == 2
    return Part(
      start: period.start, end: period.end, cells: [.integer(type), .integer(count ?? 0)],
      events: isWhole ? [index] : [])
  }

  // MARK: Times

  private static func moment(of event: WorkoutEvent) -> Int64? {
    guard let date = event.date,
      Timestamp.isInRange(seconds: date.secondsSince1970, offsetMinutes: 0)
    else { return nil }
    return date.milliseconds
  }

  /// When an event started and ended, and whether the reader states it as the event does: in seconds, of whole milliseconds.
  private static func period(
    of event: WorkoutEvent
  ) -> (start: Int64, end: Int64, isExact: Bool)? {
    guard let date = event.date, let start = moment(of: event), let duration = event.duration,
      let unit = event.durationUnit.flatMap({ try? HealthUnit($0) }),
      let seconds = try? unit.convert(duration.doubleValue, to: HealthUnit("s")),
      seconds > 0, seconds < 1e9
    else { return nil }
    let milliseconds = (seconds * 1_000).rounded()
    let isExact =
      event.durationUnit == "s" && date.nanoseconds % 1_000_000 == 0 && date.spelling == nil
      && abs(seconds * 1_000 - milliseconds) < 1e-3
    return (start, start + Int64(milliseconds), isExact)
  }
}

extension WorkoutEvent {
  /// Whether it has a type and nothing else but a date of whole milliseconds.
  fileprivate func isPlain(_ type: String) -> Bool {
    self.type == type && (date?.nanoseconds ?? 0) % 1_000_000 == 0 && date?.spelling == nil
      && duration == nil && durationUnit == nil && metadata.isEmpty && extras == nil
  }
}
