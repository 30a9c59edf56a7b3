import HealthModel

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// The pauses: from each pause to the resumption after it, or to the end, in the order of time.
  var pauses: [(start: Timestamp, end: Timestamp)] {
    var pauses: [(start: Timestamp, end: Timestamp)] = []
    var since: Timestamp?
    let events = fields.events.filter { $0.date != nil }
      .sorted { ($0.date ?? .unknown) < ($1.date ?? .unknown) }
    for event in events {
      switch event.type {
      case "HKWorkoutEventTypePause", "HKWorkoutEventTypeMotionPaused": since = since ?? event.date
      case "HKWorkoutEventTypeResume", "HKWorkoutEventTypeMotionResumed":
        if let since, let date = event.date { pauses.append((since, date)) }
        since = nil
      default: continue
      }
    }
    if let since, since < end { pauses.append((since, end)) }
    return pauses
  }

  /// The length of the pauses in seconds.
  var pauseLength: Double { pauses.reduce(0) { $0 + $1.end.timeInterval(since: $1.start) } }
}
