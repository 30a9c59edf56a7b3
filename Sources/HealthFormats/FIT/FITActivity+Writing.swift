import HealthModel

/// The activity of a workout.
extension FITActivity {
  /// The activity of a workout, without its records.
  init(_ workout: Workout) {
    let fields = workout.fields
    offset = max(-14 * 60, min(14 * 60, workout.start.offsetMinutes / 15 * 15))
    if !Self.areSessions(fields.activities, of: workout) {
      var session = FITSession(
        workout.activityType, from: workout.start, to: workout.end, duration: fields.duration,
        fields.durationUnit, workout.usualStatistics, workout.header.metadata)
      session.state(workout.distance)
      sessions = [session]
    } else {
      sessions = fields.activities.prefix(Self.sessionLimit).map { part in
        let number = part.metadata[.activityType].flatMap { Int($0) }
        let start = part.startDate ?? workout.start
        return FITSession(
          number.flatMap { WorkoutActivityType(rawValue: $0) } ?? workout.activityType, from: start,
          to: max(start, part.endDate ?? start), duration: part.duration, part.durationUnit,
          part.statistics, part.metadata)
      }
    }
    for event in fields.events {
      guard let date = event.date, FITTime.stamp(date) != nil else { continue }
      let time = FITTime(date.secondsSince1970)
      let milliseconds = event.duration.flatMap { $0.converted(event.durationUnit, to: "s") }
        .flatMap { $0.steps(-3, 0xFFFF_FFFE) }
      switch event.type.map({ WorkoutEventType($0) }) {
      case .some(.lap):
        events.append(
          Event(
            type: .lap, time: time, milliseconds: milliseconds,
            timer: FITLap.timer(of: event.extras),
            values: FITLap.values(of: event.extras, activity(at: time.seconds))))
      case .some(.segment) where workout.activityType == .swimming:
        let style = event.metadata[.swimmingStrokeStyle].flatMap { Int($0) }
        let stroke = Self.strokes.filter { $0.value == style }.keys.min()
        events.append(
          Event(type: .segment, time: time, milliseconds: milliseconds, stroke: stroke))
      case .some(let type)
      where [.pause, .resume, .motionPaused, .motionResumed, .marker].contains(type):
        events.append(Event(type: type, time: time))
      default: continue
      }
    }
    // In the order of the instants at which a watch writes them: a lap at its end.
    events = events.prefix(Self.eventLimit).enumerated().sorted { (a, b) in
      (Self.end(of: a.element), a.offset) < (Self.end(of: b.element), b.offset)
    }.map(\.element)
    // A file has at least one lap.
    if !events.contains(where: { $0.type == .lap }), let session = sessions.first {
      let length = sessions.map { ($0.start - session.start) * 1000 + $0.elapsed }.max() ?? 0
      events.append(Event(type: .lap, time: FITTime(session.start), milliseconds: length))
    }
  }

  /// Whether activities begin and end with their workout: a file has no other start and end than those of its sessions, and what
  /// was measured before and after them would not be read as measured during the workout.
  private static func areSessions(_ activities: [WorkoutActivity], of workout: Workout) -> Bool {
    let starts = activities.compactMap { $0.startDate?.secondsSince1970 }
    let ends = activities.compactMap { ($0.endDate ?? $0.startDate)?.secondsSince1970 }
    return !activities.isEmpty && starts.count == activities.count
      && starts.min() == workout.start.secondsSince1970
      && ends.max() == workout.end.secondsSince1970
  }

  /// The second at which an event is over.
  static func end(of event: Event) -> Int64 {
    event.time.seconds + (event.milliseconds ?? 0) / 1000
  }

  /// Whether reading a file of a workout gives all of the workout, apart from what its points lose.
  static func holds(_ workout: Workout) -> Bool {
    let descriptor = workout.header.descriptor
    let origin = FITOrigin(descriptor.sourceName, descriptor.device)
    let read = FITActivity(workout).workout(
      origin.source, origin.device, locations: workout.fields.routes.flatMap(\.locations))
    return read == workout && read?.start.offsetMinutes == workout.start.offsetMinutes
  }
}

extension FITRecord {
  /// Whether a record has room for all of a point.
  static func holds(_ location: RouteLocation) -> Bool {
    guard let date = location.date else { return false }
    var expected = location
    expected.extras = nil
    return FITRecord(RoutePoint(location), .other)?.location(date.offsetMinutes) == expected
  }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// The statistics, with the totals that exports before iOS 16 have in their place.
  fileprivate var usualStatistics: [WorkoutStatistics] {
    var list = fields.statistics
    func add(_ type: String?, _ total: (number: Number, unit: String?)?) {
      guard let type, let total, !list.contains(where: { $0.type == type && $0.sum != nil }) else {
        return
      }
      var statistics = WorkoutStatistics()
      statistics.type = type
      statistics.sum = total.number
      statistics.unit = total.unit
      list.append(statistics)
    }
    add(WorkoutTotals.distanceTypes[activityType.identifier], distance)
    add(WorkoutTotals.energyType, energyBurned)
    return list
  }
}
