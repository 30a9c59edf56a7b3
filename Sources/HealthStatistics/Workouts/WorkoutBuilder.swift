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

/// A workout while it is done: its state, and the events that change it (`HKWorkoutSession`).
public struct WorkoutSession: Sendable {
  /// The states.
  public enum State: String, Sendable, CaseIterable {
    case notStarted, running, paused, ended
  }

  /// The state.
  public private(set) var state = State.notStarted
  /// When it was started.
  public private(set) var startDate: Timestamp?
  /// When it was ended.
  public private(set) var endDate: Timestamp?
  /// Pauses and resumptions, in order.
  public private(set) var events: [WorkoutEvent] = []
  /// The time spent in pauses that have ended, in seconds.
  private var paused = 0.0

  /// A session that is not started.
  public init() {}

  /// Starts it.
  ///
  /// - Throws: `HealthError`: `.state` unless it is not started.
  public mutating func start(at date: Timestamp) throws(HealthError) {
    try require([.notStarted], for: "started")
    (state, startDate) = (.running, date)
  }

  /// Pauses it.
  ///
  /// - Throws: `HealthError`: `.state` unless it is running, or the date is before the event before.
  public mutating func pause(at date: Timestamp) throws(HealthError) {
    try require([.running], for: "paused")
    try add("HKWorkoutEventTypePause", at: date)
    state = .paused
  }

  /// Resumes it.
  ///
  /// - Throws: `HealthError`: `.state` unless it is paused, or the date is before the pause.
  public mutating func resume(at date: Timestamp) throws(HealthError) {
    try require([.paused], for: "resumed")
    let since = events.last?.date
    try add("HKWorkoutEventTypeResume", at: date)
    if let since { paused += date.timeInterval(since: since) }
    state = .running
  }

  /// Ends it.
  ///
  /// - Throws: `HealthError`: `.state` unless it is running or paused, or the date is before the event before.
  public mutating func end(at date: Timestamp) throws(HealthError) {
    try require([.running, .paused], for: "ended")
    try checkOrder(date)
    if state == .paused, let since = events.last?.date { paused += date.timeInterval(since: since) }
    (state, endDate) = (.ended, date)
  }

  /// The time from the start to a date without pauses, in seconds; until the end, if it has ended.
  public func elapsedTime(at date: Timestamp) -> Double {
    guard let startDate else { return 0 }
    let last = endDate.map { min($0, date) } ?? date
    var elapsed = last.timeInterval(since: startDate) - paused
    if state == .paused, let since = events.last?.date, last > since {
      elapsed -= last.timeInterval(since: since)
    }
    return max(0, elapsed)
  }

  private mutating func add(_ type: String, at date: Timestamp) throws(HealthError) {
    try checkOrder(date)
    var event = WorkoutEvent()
    (event.type, event.date) = (type, date)
    events.append(event)
  }

  private func checkOrder(_ date: Timestamp) throws(HealthError) {
    guard let last = events.last?.date ?? startDate, date < last else { return }
    throw HealthError(.state, "an event of a workout session is before the event before it")
  }

  private func require(_ states: [State], for change: String) throws(HealthError) {
    guard !states.contains(state) else { return }
    let expected = states.map(\.rawValue).joined(separator: " or ")
    throw HealthError(
      .state, "a workout session cannot be \(change): it is \(state.rawValue), expected \(expected)"
    )
  }
}
