import HealthModel

/// The laps of a workout as FIT and TCX have them: without a gap from its start to its end. One definition for both writers.
///
/// HealthKit's laps need not cover a workout. A lap without a duration, as older programs write it, is the end of a lap: the
/// first begins with the workout.
enum WorkoutLaps {
  private static let type = "HKWorkoutEventTypeLap"
  private static let segment = "HKWorkoutEventTypeSegment"

  /// Some events of a workout with laps for the time that no lap covers, apart from pauses and from a second, which is
  /// rounding. Laps that have content are of a file of FIT or TCX, and are returned unchanged; without a lap, there is nothing
  /// to cover.
  static func covering(_ own: [WorkoutEvent], of workout: Workout) -> [WorkoutEvent] {
    let laps = own.indices.filter { own[$0].type == type && own[$0].date != nil }
    guard !laps.isEmpty,
      laps.allSatisfy({ index in
        own[index].extras == nil
          && own[index].date.map { $0 >= workout.start && $0 <= workout.end } == true
      })
    else { return own }
    let ordered = laps.sorted {
      (own[$0].date ?? .unknown, $0) < (own[$1].date ?? .unknown, $1)
    }
    let pauses = RoutePauses(own, until: workout.end)
    let sports = RouteLegs(workout).areSeveral ? workout.fields.activities : []
    let starts = sports.compactMap(\.startDate).sorted()
    let isPool = Self.isPool(workout)
    var events = own
    var gaps: [WorkoutEvent] = []
    var dropped: Set<Int> = []
    var edge = workout.start
    func addGap(to date: Timestamp) {
      guard date > edge else { return }
      let (first, last) = (edge.nanosecondsSince1970, date.nanosecondsSince1970)
      let active = last &- first &- pauses.length(from: first, to: last)
      if active > 1_000_000_000 {
        var gap = WorkoutEvent()
        gap.type = type
        gap.set(from: edge, to: date)
        if isPool { gap.extras = resting }
        gaps.append(gap)
      }
      edge = date
    }
    func fill(to date: Timestamp) {
      for start in starts where start > edge && start < date { addGap(to: start) }
      addGap(to: date)
    }
    for index in ordered {
      guard let date = own[index].date else { continue }
      if let seconds = Self.seconds(of: own[index]) {
        fill(to: date)
        events[index].durationUnit = own[index].durationUnit ?? "min"
        edge = max(edge, date.advanced(byNanoseconds: Int64((seconds * 1e9).rounded())))
      } else if date > edge {
        events[index].set(from: edge, to: date)
        edge = date
      } else {
        dropped.insert(index)
      }
    }
    // Those at the start alone divide nothing.
    if dropped.count < laps.count { fill(to: workout.end) }
    return events.indices.filter { !dropped.contains($0) }.map { events[$0] } + gaps
  }

  /// The seconds of an event; `nil` for an instant.
  static func seconds(of event: WorkoutEvent) -> Double? {
    guard let duration = event.duration,
      let seconds = duration.converted(event.durationUnit ?? "min", to: "s")?.doubleValue,
      seconds > 0, seconds < 1e9
    else { return nil }
    return seconds
  }

  /// Whether a workout is a swim in a pool.
  static func isPool(_ workout: Workout) -> Bool {
    let metadata = workout.header.metadata
    return workout.activityType == .swimming
      && (metadata[.swimmingLocationType] == "1" || metadata[.lapLength] != nil)
  }

  /// The events of a swim in a pool as FIT has them: HealthKit has a lap for each length, and a segment for some lengths in a
  /// row, of which FIT has a length and a lap. Other events are returned unchanged, also those of a file of FIT, whose lengths
  /// are segments.
  static func dividingLengths(of workout: Workout) -> [WorkoutEvent] {
    let own = workout.fields.events
    guard isPool(workout), let lengths = Self.lengths(of: workout) else { return own }
    let ends = own.map { event in
      event.date.flatMap { date in
        seconds(of: event).map { date.advanced(byNanoseconds: Int64(($0 * 1e9).rounded())) }
      }
    }
    let sets = own.indices.filter { own[$0].type == segment && ends[$0] != nil }
      .sorted { (own[$0].date ?? .unknown, $0) < (own[$1].date ?? .unknown, $1) }
    var laps: Set<Int> = []
    var edge: Timestamp?
    for index in sets {
      guard let start = own[index].date, let end = ends[index] else { continue }
      // Segments of another kind overlap, such as each 100 m.
      if let edge, start.timeInterval(since: edge) < -1 { continue }
      laps.insert(index)
      edge = end
    }
    return own.indices.compactMap { index in
      var event = own[index]
      if lengths.contains(index) {
        event.type = segment
      } else if laps.contains(index) {
        event.type = type
      } else if event.type == segment {
        return nil
      }
      return event
    }
  }

  /// The indices of the laps of a swim in a pool if they are its lengths: they have a stroke, or they make up the distance.
  private static func lengths(of workout: Workout) -> Set<Int>? {
    let own = workout.fields.events
    let laps = own.indices.filter { own[$0].type == type && own[$0].date != nil }
    let segments = own.filter { $0.type == segment }
    guard !laps.isEmpty, laps.allSatisfy({ own[$0].extras == nil && seconds(of: own[$0]) != nil }),
      segments.allSatisfy({ $0.metadata[.swimmingStrokeStyle] == nil })
    else { return nil }
    if laps.contains(where: { own[$0].metadata[.swimmingStrokeStyle] != nil }) { return Set(laps) }
    let entry = workout.header.metadata.entries.first { $0.key == .lapLength }
    guard segments.count < laps.count, case .quantity(let number, let unit)? = entry?.typed,
      let length = number.converted(unit, to: "m")?.doubleValue, length > 0,
      let stated = workout.distance,
      let meters = stated.number.converted(stated.unit, to: "m")?.doubleValue,
      abs(length * Double(laps.count) - meters) < length / 2
    else { return nil }
    return Set(laps)
  }

  /// What a lap has in which nothing was swum.
  private static var resting: Extras {
    Extras(content: [.element(Element(name: "Intensity", children: [.text("Resting")]))])
  }
}

extension WorkoutEvent {
  /// Sets the time between two instants.
  fileprivate mutating func set(from start: Timestamp, to end: Timestamp) {
    date = start
    let length = end.nanosecondsSince1970 &- start.nanosecondsSince1970
    // `adding` removes zeros at the end of the digits.
    duration = Number(digits: length, exponent: -9).adding(Number(0))
    durationUnit = "s"
  }
}
