import HealthModel

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
