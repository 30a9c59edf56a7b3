public import HealthModel

/// Assembles a workout from a session and the samples that are measured while it runs (`HKWorkoutBuilder`).
///
/// ```swift
/// var builder = try WorkoutBuilder(.running, source: Source(name: "Coach"))
/// try builder.session.start(at: date)
/// try builder.add(heartRate)
/// try builder.session.end(at: later)
/// try store.save(builder.finish().all)
/// ```
public struct WorkoutBuilder: ~Copyable {
  /// A workout, and the samples that were measured for it.
  public struct Result: Sendable {
    /// The workout with its events, its statistics and its route.
    public let workout: Workout
    /// The samples, in the order in which they were added.
    public let samples: [Sample]
    /// All of them, to be saved in one transaction.
    public var all: [Sample] { samples + [.workout(workout)] }
  }

  /// The session; its events become those of the workout.
  public var session = WorkoutSession()
  /// The metadata of the workout.
  public var metadata = Metadata()
  /// The routes of the workout.
  public var routes: [WorkoutRoute] = []
  private let descriptor: SampleDescriptor
  private var samples: [Sample] = []
  private var events: [WorkoutEvent] = []
  private var collector: StatisticsCollector

  /// A builder of a workout of an activity.
  ///
  /// - Throws: `HealthError` when no temporary file can be made.
  public init(
    _ activity: WorkoutActivityType, source: Source, device: Device? = nil
  ) throws(HealthError) {
    descriptor = SampleDescriptor(type: .workout(activity), source: source, device: device)
    var plan = StatisticsPlan()
    plan.sources = .none
    collector = try StatisticsCollector(plan)
  }

  /// Adds a sample, also one that was measured in a pause: sensors do not pause.
  ///
  /// - Throws: `HealthError`: `.state` unless the session is running or paused; `.outside` for a sample that ended before the
  ///   session began.
  public mutating func add(_ sample: Sample) throws(HealthError) {
    guard session.state == .running || session.state == .paused, let start = session.startDate
    else {
      throw HealthError(
        .state, "samples are added to a workout while it is done; it is \(session.state.rawValue)")
    }
    if let header = sample.header, header.end < start {
      throw HealthError(.outside, "the sample ended before the workout began")
    }
    try collector.add(sample)
    samples.append(sample)
  }

  /// Adds an event other than a pause, such as a lap or a marker.
  ///
  /// - Throws: `HealthError`: `.state` unless the session is running or paused; `.outside` for an event before its start.
  public mutating func add(_ event: WorkoutEvent) throws(HealthError) {
    guard session.state == .running || session.state == .paused, let start = session.startDate
    else {
      throw HealthError(
        .state, "events are added to a workout while it is done; it is \(session.state.rawValue)")
    }
    if let date = event.date, date < start {
      throw HealthError(.outside, "the event is before the start of the workout")
    }
    events.append(event)
  }

  /// Makes the workout.
  ///
  /// - Throws: `HealthError`: `.state` unless the session has ended; `.outside` if an event, or the start of a sample, is after
  ///   its end.
  public consuming func finish() throws(HealthError) -> Result {
    guard let start = session.startDate, let end = session.endDate else {
      throw HealthError(
        .state, "a workout is made of a session that has ended; it is \(session.state.rawValue)")
    }
    let dates = events.map(\.date) + samples.map { $0.header?.start }
    if dates.contains(where: { ($0 ?? start) > end }) {
      throw HealthError(.outside, "a sample or an event is after the end of the workout")
    }
    var fields = Sample.WorkoutFields()
    fields.duration = Number(session.elapsedTime(at: end) / 60)
    fields.durationUnit = "min"
    fields.events = (session.events + events).enumerated()
      .sorted { a, b in
        let (first, second) = (a.element.date ?? start, b.element.date ?? start)
        return first != second ? first < second : a.offset < b.offset
      }.map(\.element)
    fields.routes = routes
    var rows = try collector.finish()
    while let row = try rows.next() {
      guard row.type.isQuantity else { continue }
      var statistics = WorkoutStatistics()
      (statistics.type, statistics.unit) = (row.type.identifier, row.type.unit)
      (statistics.startDate, statistics.endDate) = (start, end)
      statistics.sum = row.sum.flatMap { Number($0.doubleValue) }
      statistics.average = row.average.flatMap { Number($0) }
      statistics.minimum = row.minimum.flatMap { Number($0.doubleValue) }
      statistics.maximum = row.maximum.flatMap { Number($0.doubleValue) }
      fields.statistics.append(statistics)
    }
    let header = SampleHeader(
      descriptor: descriptor, start: start, end: end, metadata: metadata, uuid: .random())
    return Result(workout: Workout(header: header, fields: fields), samples: samples)
  }
}
