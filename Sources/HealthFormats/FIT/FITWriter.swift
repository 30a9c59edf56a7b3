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
  ///
  /// - Parameter coversTime: Whether what its laps do not cover are laps, too.
  init(_ workout: Workout, coversTime: Bool = false) {
    let fields = workout.fields
    offset = max(-14 * 60, min(14 * 60, workout.start.offsetMinutes / 15 * 15))
    let legs = RouteLegs(workout)
    if !legs.areSeveral || !legs.spanWorkout {
      let (duration, unit) = workout.activeDuration
      var session = FITSession(
        workout.activityType, from: workout.start, to: workout.end, duration: duration, unit,
        workout.usualStatistics, workout.header.metadata)
      session.state(workout.distance)
      sessions = [session]
    } else {
      sessions = zip(legs.sports, fields.activities).prefix(Self.sessionLimit).map { sport, part in
        let start = part.startDate ?? workout.start
        return FITSession(
          sport, from: start,
          to: max(start, part.endDate ?? start), duration: part.duration, part.durationUnit,
          part.statistics, part.metadata)
      }
      stateUntypedDistances(of: workout)
      stateEnergies(of: workout)
    }
    let divided = WorkoutLaps.dividingLengths(of: workout)
    for event in coversTime ? WorkoutLaps.covering(divided, of: workout) : divided {
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
    events = Array(events.prefix(Self.eventLimit))
    // A file has at least one lap for each session.
    if !events.contains(where: { $0.type == .lap }) {
      events += sessions.map { session in
        Event(
          type: .lap, time: FITTime(session.start), milliseconds: session.elapsed,
          timer: session.timer, values: FITLap.values(of: session))
      }
    }
    // In the order of the instants at which a watch writes them: a lap at its end.
    events = events.enumerated().sorted { (a, b) in
      (Self.end(of: a.element), a.offset) < (Self.end(of: b.element), b.offset)
    }.map(\.element)
  }

  /// Divides what the distance of a workout has more than its sports with a type of distance among the other sports, such as
  /// transitions, in proportion to time.
  private mutating func stateUntypedDistances(of workout: Workout) {
    guard let total = workout.distance,
      let all = total.number.converted(total.unit, to: "m")?.steps(-2, 0xFFFF_FFFE)
    else { return }
    let others = sessions.indices.filter {
      RouteActivity.distance(of: sessions[$0].activity) == nil
    }
    let isStated = sessions.allSatisfy {
      $0.stated != nil || RouteActivity.distance(of: $0.activity) == nil
    }
    let rest = sessions.reduce(all) { $0 &- ($1.stated ?? 0) }
    let time = others.reduce(Int64(0)) { $0 &+ sessions[$1].elapsed }
    // A total that is itself a sum of distances differs from it by rounding.
    let least = workout.fields.totalDistance == nil ? Int64(sessions.count) : 0
    guard isStated, rest > least, time > 0 else { return }
    var (passed, written) = (Int64(0), Int64(0))
    for index in others {
      passed &+= sessions[index].elapsed
      let sum = Int64((Double(rest) * Double(passed) / Double(time)).rounded())
      sessions[index].state(
        (number: Number(digits: sum &- written, exponent: -2), unit: "m"))
      written = sum
    }
  }

  /// Divides the energy of a workout, and that of the body at rest, among its sports in proportion to time, each if no sport
  /// states it.
  private mutating func stateEnergies(of workout: Workout) {
    let statistics = workout.usualStatistics
    let times = sessions.map { Double($0.timer ?? $0.elapsed) }
    func shares(_ type: QuantityType, isStated: Bool) -> [Double?] {
      let total = statistics.first { $0.type == type.identifier && $0.sum != nil }
      let sum = isStated ? nil : total?.sum?.converted(total?.unit, to: "kcal")
      return LapShares.shares(of: sum?.doubleValue, by: times, 1)
    }
    let active = shares(
      .activeEnergyBurned, isStated: sessions.contains { $0.energies.active != nil })
    let resting = shares(
      .basalEnergyBurned, isStated: sessions.contains { $0.energies.resting != nil })
    for index in sessions.indices {
      sessions[index].state(active: active[index], resting: resting[index])
    }
  }

  /// Counts the strokes of each length: those whose middle is in its time.
  mutating func count(_ strokes: [RouteDistances.Part]) {
    var next = 0
    for index in events.indices where events[index].type == .segment {
      guard let milliseconds = events[index].milliseconds else { continue }
      let start = events[index].time.seconds &* 1_000_000_000
      let end = start &+ milliseconds &* 1_000_000
      var sum: Double?
      while next < strokes.count {
        let part = strokes[next]
        let middle = part.measurement.time &+ part.measurement.duration / 2
        if middle >= end { break }
        next += 1
        guard middle >= start else { continue }
        sum = (sum ?? 0) + part.measurement.number.doubleValue
        part.spool.use.add(part.index, isExact: false)
      }
      events[index].strokes = sum.flatMap { $0 < 65_535 ? Int64($0.rounded()) : nil }
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
