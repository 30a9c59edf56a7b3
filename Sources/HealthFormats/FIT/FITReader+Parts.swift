import HealthModel

/// Divides an activity whose route has more points than a workout can hold.
extension FITReader {
  /// Returns the part of the activity before a record as a workout of its own.
  mutating func divide(before record: FITRecord) {
    if !isDivided {
      findings.append(
        Finding(
          rule: "long-activity", severity: .info, place: activity.place,
          message: "an activity of more than \(recordLimit) points (limit "
            + "'\(Limits.routePoints.name)'); read as several workouts, among which its totals are "
            + "divided: the distance where it was measured, energy and steps by time; averages, "
            + "greatest values and ascents of the whole are not read"))
    }
    isDivided = true
    var part = activity.cut(at: record.time, partMeters)
    part.recordSpan = partSpan
    deliver(part)
    (partSpan, partMeters, locations) = (nil, [:], [])
  }

  /// Returns the workout of an activity or of a part of it.
  mutating func deliver(_ part: FITActivity) {
    for event in part.events where !event.values.isEmpty {
      let unread = FITLap.unread(event.values, part.activity(at: event.time.seconds))
      if unread > 0 { drop("values of laps", unread) }
    }
    for session in part.sessions where session.unread > 0 {
      drop("values of sessions", session.unread)
    }
    emitLengths(of: part)
    var part = part
    part.recordMeters = distances.last?.meters
    if let workout = part.workout(origin.source, origin.device, locations: locations) {
      deliver(.workout(workout), place: part.place)
    }
  }
}

extension FITActivity {
  /// Removes what is before a time.
  ///
  /// - Parameter meters: Hundredths of meters that were measured before it, by the start of their session.
  mutating func cut(at time: Int64, _ meters: [Int64: Int64]) -> FITActivity {
    var part = self
    let pauses = Self.pauses(of: events)
    part.sessions = []
    var rest: [FITSession] = []
    for var session in sessions {
      if session.start >= time {
        rest.append(session)
      } else if session.end.seconds <= time {
        part.sessions.append(session)
      } else {
        let start = session.start &* 1_000_000_000
        let length = (time &- session.start) &* 1_000
        let paused = pauses.length(from: start, to: start &+ length &* 1_000_000) / 1_000_000
        part.sessions.append(
          session.cut(at: time, timer: max(0, length &- paused), meters[session.start]))
        rest.append(session)
      }
    }
    sessions = rest
    part.events = []
    var later: [Event] = []
    for event in events {
      guard event.time.seconds < time else {
        later.append(event)
        continue
      }
      guard event.type == .lap, let length = event.milliseconds,
        event.time.seconds &+ length / 1000 > time
      else {
        part.events.append(event)
        continue
      }
      // What the lap states is of the whole of it.
      let passed = (time &- event.time.seconds) &* 1_000
      part.events.append(Event(type: .lap, time: event.time, milliseconds: passed))
      later.append(Event(type: .lap, time: FITTime(time), milliseconds: length &- passed))
    }
    events = later
    return part
  }
}

extension FITSession {
  /// Totals that are divided by time, and the distance.
  private static let divided = [10, 11, 196]
  private static let distance = 9

  /// Removes what is before a time.
  ///
  /// - Parameters:
  ///   - timer: The milliseconds before it without pauses.
  ///   - meters: The hundredths of meters before it.
  mutating func cut(at time: Int64, timer: Int64, _ meters: Int64?) -> FITSession {
    var part = self
    part.elapsed = (time &- start) &* 1_000
    let passed = min(timer, self.timer ?? elapsed)
    let share = Double(passed) / Double(max(1, self.timer ?? elapsed))
    let stated = values
    part.others = []
    // The length of the pool is the same in both.
    part.values = values.filter { $0.key == 44 }
    (start, elapsed) = (time, max(0, elapsed &- part.elapsed))
    (values, others) = (part.values, [])
    if let all = self.timer {
      part.timer = passed
      self.timer = all &- passed
    }
    if let all = stated[Self.distance] {
      let before = min(max(0, meters ?? 0), all)
      part.values[Self.distance] = before
      values[Self.distance] = all &- before
    }
    for field in Self.divided {
      guard let all = stated[field] else { continue }
      let before = min(all, Int64((Double(all) * share).rounded()))
      part.values[field] = before
      values[field] = all &- before
    }
    return part
  }
}
