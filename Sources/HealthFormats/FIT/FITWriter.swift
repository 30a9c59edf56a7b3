package import HealthBytes
package import HealthModel

/// Writes workouts as FIT activities, with the values measured at each point: a file for each workout.
///
/// The protocol allows several activities in one file, one after another, but programs that import FIT read the first one
/// only. One file therefore takes one workout; several need a folder or an archive.
package struct FITWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private var routes = RouteCollector(countsExact: true, form: .fit)
  private var workoutCount = 0

  /// A writer into an output, which it does not finish.
  public init(_ output: OutputContainer) { self.output = output }

  /// The losses; complete at the end.
  public var losses: [Loss.Count] {
    zip(RouteLoss.allCases, routes.losses).map { Loss.Count(loss: $0.fitLoss, count: $1.count) }
  }

  /// Receives the facts about the dataset, which FIT cannot hold.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) { routes.begin(dataset) }

  /// Takes a sample.
  public mutating func write(_ sample: Sample) throws(HealthError) {
    guard case .workout(let workout) = sample else { return try add(sample) }
    guard FITTime.stamp(workout.start) != nil, FITTime.stamp(workout.end) != nil else {
      return routes.count(.samples)
    }
    workoutCount += 1
    if output.kind == .file, workoutCount > 1 {
      throw HealthError(
        .unsupported,
        "a FIT file holds one workout, and the input has several; they are written as a folder or an archive of files",
        remedy: .writeFolder(format: "fit"))
    }
    try add(sample)
  }

  private mutating func add(_ sample: Sample) throws(HealthError) {
    try routes.add(
      sample, needsRoute: false, isHeld: { FITActivity.holds($0) },
      isPointHeld: { FITRecord.holds($0) })
  }

  /// Merges what was measured into the workouts and writes them.
  public mutating func finish() throws(HealthError) {
    guard workoutCount > 0 else {
      throw HealthError(.unsupported, "a FIT file holds one workout, and the input has none")
    }
    var names: [String: Int] = [:]
    let output = output
    try routes.finish { (workout) throws(HealthError) in
      let name = workout.workout.routeFileName
      let count = names[name, default: 0] + 1
      names[name] = count
      let sink = try output.open(
        output.kind == .file ? "" : count == 1 ? "\(name).fit" : "\(name)_\(count).fit")
      var printer = FITPrinter()
      printer.append(workout)
      try printer.write(to: sink)
      try sink.finish()
    }
  }
}

extension RouteLoss {
  /// The loss as FIT declares it.
  var fitLoss: Loss {
    switch self {
    case .samples:
      Loss(
        "samples",
        "samples that are neither workouts nor measured at their points; a FIT activity holds one workout"
      )
    case .measurements:
      Loss(
        "measurements",
        "heart rates, cadences, powers and distances that became values of records, in whole seconds and without their "
          + "source")
    case .points:
      Loss(
        "points",
        "points of a route without coordinates or time, or what a record rounds or has no field for"
      )
    case .workouts:
      Loss(
        "workouts",
        "details of workouts other than these: their sport, or the nearest that FIT has, with its totals; several sports "
          + "with the totals of each; pauses, laps, lengths, source and device"
      )
    case .dataset: loss
    }
  }
}

/// The activity of a workout.
extension FITActivity {
  /// The activity of a workout, without its records.
  init(_ workout: Workout) {
    let fields = workout.fields
    offset = max(-14 * 60, min(14 * 60, workout.start.offsetMinutes / 15 * 15))
    let sports = Self.sports(of: fields.activities, workout.activityType)
    if sports.isEmpty || !Self.spanWorkout(fields.activities, workout) {
      let (duration, unit) = workout.activeDuration
      var session = FITSession(
        workout.activityType, from: workout.start, to: workout.end, duration: duration, unit,
        workout.usualStatistics, workout.header.metadata)
      session.state(workout.distance)
      sessions = [session]
    } else {
      sessions = zip(sports, fields.activities).prefix(Self.sessionLimit).map { sport, part in
        let start = part.startDate ?? workout.start
        return FITSession(
          sport, from: start,
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
    if sessions.count == 1, !events.contains(where: { $0.type == .lap }) {
      events += Self.laps(of: fields.activities)
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

  /// The parts of a workout of one sport as laps.
  private static func laps(of activities: [WorkoutActivity]) -> [Event] {
    activities.compactMap { part in
      guard let start = part.startDate, let end = part.endDate, start <= end,
        FITTime.stamp(start) != nil, FITTime.stamp(end) != nil
      else { return nil }
      return Event(
        type: .lap, time: FITTime(start.secondsSince1970),
        milliseconds: (end.secondsSince1970 - start.secondsSince1970) * 1000)
    }
  }

  /// The sports of the parts of a workout; empty if they have none of their own, as intervals: HealthKit has these for a
  /// workout with a plan, and they need not state the totals that the workout has.
  ///
  /// Exports do not have the sports of a triathlon, but the types of its distances.
  private static func sports(
    of activities: [WorkoutActivity], _ activity: WorkoutActivityType
  ) -> [WorkoutActivityType] {
    let isTriathlon = activity == .swimBikeRun
    let own = activities.map { part -> WorkoutActivityType? in
      if let number = part.metadata[.activityType].flatMap({ Int($0) }) {
        return WorkoutActivityType(rawValue: number)
      }
      guard isTriathlon else { return nil }
      return [.swimming, .cycling, .running].first { (sport: WorkoutActivityType) in
        let type = RouteActivity.distance(of: sport)?.identifier
        return part.statistics.contains { $0.type == type && $0.sum != nil }
      }
    }
    guard own.count > 1, own.contains(where: { $0 != nil }) else { return [] }
    return own.map { $0 ?? (isTriathlon ? .transition : activity) }
  }

  /// Whether activities begin and end with their workout: a file has no other start and end than those of its sessions, and what
  /// was measured before and after them would not be read as measured during the workout.
  private static func spanWorkout(_ activities: [WorkoutActivity], _ workout: Workout) -> Bool {
    let starts = activities.compactMap { $0.startDate?.secondsSince1970 }
    let ends = activities.compactMap { ($0.endDate ?? $0.startDate)?.secondsSince1970 }
    return starts.count == activities.count
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
