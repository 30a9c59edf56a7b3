public import HealthModel

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
