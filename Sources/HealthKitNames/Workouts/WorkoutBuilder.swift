public import Foundation
import HealthConv
import HealthFoundation
import HealthModel
import HealthStatistics
import HealthStore
import HealthUnits
import Synchronization

/// The activity and the location of a workout that is about to begin.
public final class HKWorkoutConfiguration: @unchecked Sendable {
  /// The activity.
  public var activityType = HKWorkoutActivityType.other
  /// Indoors or outdoors; saved as `HKIndoorWorkout`.
  public var locationType = HKWorkoutSessionLocationType.unknown
  /// Pool or open water; saved as `HKSwimmingLocationType`.
  public var swimmingLocationType = HKWorkoutSwimmingLocationType.unknown
  /// The length of a lap; saved as `HKLapLength`.
  public var lapLength: HKQuantity?

  /// A configuration of an unknown location, with the activity `other`.
  public init() {}

  var metadata: [String: Any] {
    var metadata: [String: Any] = [:]
    if locationType != .unknown { metadata[HKMetadataKeyIndoorWorkout] = locationType == .indoor }
    if swimmingLocationType != .unknown {
      metadata[HKMetadataKeySwimmingLocationType] = swimmingLocationType.rawValue
    }
    if let lapLength { metadata[HKMetadataKeyLapLength] = lapLength }
    return metadata
  }
}

/// Assembles a workout while it is done, with the library's builder.
///
/// The samples become a part of the workout that is saved.
public class HKWorkoutBuilder: @unchecked Sendable {
  private struct State: Sendable {
    var session = WorkoutSession()
    var samples: [HKSample] = []
    /// Events other than pauses, which are those of the session.
    var events: [WorkoutEvent] = []
    var metadata: Metadata
    var isFinished = false
  }

  let healthStore: HKHealthStore
  /// The configuration with which the builder was made.
  public let workoutConfiguration: HKWorkoutConfiguration
  /// The device that measures the workout, if known.
  public let device: HKDevice?
  private let state: Mutex<State>

  /// A builder of a workout that it saves in a store.
  public init(
    healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?
  ) {
    (self.healthStore, workoutConfiguration, self.device) = (healthStore, configuration, device)
    state = Mutex(State(metadata: Metadata(configuration.metadata)))
  }

  private var current: State { state.withLock { $0 } }

  /// The start of the collection; `nil` before it has begun.
  public var startDate: Date? { current.session.startDate.map { Date($0) } }
  /// The end of the collection; `nil` before it has ended.
  public var endDate: Date? { current.session.endDate.map { Date($0) } }
  /// The events that were added, pauses first.
  public var workoutEvents: [HKWorkoutEvent] {
    (current.session.events + current.events).map { HKWorkoutEvent($0) }
  }
  /// The metadata that were added.
  public var metadata: [String: Any] { current.metadata.dictionary ?? [:] }
  /// The seconds from the start to a date, without pauses.
  public func elapsedTime(at date: Date) -> TimeInterval {
    current.session.elapsedTime(at: Timestamp(date))
  }

  /// The statistics of the samples of a type that were added; `nil` without samples.
  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    guard
      var query = try? StatisticsQuery(
        quantityType: quantityType.type,
        options: quantityType.aggregationStyle == .cumulative
          ? [.cumulativeSum, .mostRecent]
          : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent], sources: .none)
    else { return nil }
    for sample in current.samples.flatMap(\.stored) { try? query.add(sample) }
    return (try? query.statistics()).flatMap { $0 }.map { HKStatistics($0) }
  }

  // MARK: Collecting

  func change(_ body: (inout WorkoutSession) throws -> Void) throws {
    do { try state.withLock { try body(&$0.session) } } catch { throw HKError(error) }
  }

  /// Begins to collect.
  public func beginCollection(at date: Date) async throws {
    try change { try $0.start(at: Timestamp(date)) }
  }

  /// Adds samples that were measured during the workout.
  public func addSamples(_ samples: [HKSample]) async throws {
    state.withLock { $0.samples += samples }
    didAdd(samples)
  }

  /// Called after samples were added; a live builder overrides it.
  func didAdd(_ samples: [HKSample]) {}

  /// Adds events: a pause or a resumption changes the session.
  public func addWorkoutEvents(_ events: [HKWorkoutEvent]) async throws {
    try events.forEach(addNow)
  }

  private func addNow(_ event: HKWorkoutEvent) throws {
    let date = Timestamp(event.dateInterval.start)
    switch event.type {
    case .pause: try change { try $0.pause(at: date) }
    case .resume: try change { try $0.resume(at: date) }
    default: state.withLock { $0.events.append(event.own) }
    }
  }

  /// Adds metadata.
  public func addMetadata(_ metadata: [String: Any]) async throws { note(metadata) }

  private func note(_ metadata: [String: Any]) {
    let new = Metadata(metadata)
    state.withLock { state in
      let keys = Set(new.entries.map(\.key))
      state.metadata.entries.removeAll { keys.contains($0.key) }
      state.metadata.entries += new.entries
    }
  }

  /// Ends the collection.
  public func endCollection(at date: Date) async throws { try endNow(date) }

  private func endNow(_ date: Date) throws {
    try change { session in
      if session.state != .ended { try session.end(at: Timestamp(date)) }
    }
  }

  /// Saves the workout with its samples.
  @discardableResult
  public func finishWorkout() async throws -> HKWorkout? {
    let state = current
    if state.isFinished { throw HKError(.errorInvalidArgument, "the workout is finished") }
    guard let start = state.session.startDate else {
      throw HKError(.errorInvalidArgument, "the workout was not begun")
    }
    return try await healthStore.onThread { [self] in
      var builder = try WorkoutBuilder(
        workoutConfiguration.activityType.own, source: Source(name: HKSource.default().name),
        device: device?.own)
      builder.metadata = state.metadata
      // Samples are added to a session that is running; its state at the end follows.
      try builder.session.start(at: start)
      for event in state.events { try builder.add(event) }
      for sample in state.samples.flatMap(\.stored) { try builder.add(sample) }
      builder.session = state.session
      let result = try builder.finish()
      var workout = Sample(result.workout)
      workout.members = result.samples.map { NestedSample(sample: $0) }
      workout = healthStore.own(workout)
      try healthStore.store.save([workout])
      self.state.withLock { $0.isFinished = true }
      return HKWorkout(workout)
    }
  }

  /// Ends the builder without saving a workout.
  public func discardWorkout() { state.withLock { $0.isFinished = true } }

  // MARK: With functions that are called afterwards

  /// A completion handler: receives whether the operation succeeded, and its error.
  public typealias Completion = @Sendable (Bool, (any Error)?) -> Void

  /// Runs a function and calls the completion handler with the result before it returns.
  private func now(_ completion: Completion, _ body: () throws -> Void) {
    do {
      try body()
      completion(true, nil)
    } catch { completion(false, HKError(error)) }
  }

  /// Begins to collect.
  public func beginCollection(withStart start: Date, completion: @escaping Completion) {
    now(completion) { try change { try $0.start(at: Timestamp(start)) } }
  }
  /// Adds samples.
  public func add(_ samples: [HKSample], completion: @escaping Completion) {
    state.withLock { $0.samples += samples }
    completion(true, nil)
    didAdd(samples)
  }
  /// Adds events.
  public func addWorkoutEvents(_ events: [HKWorkoutEvent], completion: @escaping Completion) {
    now(completion) { try events.forEach(addNow) }
  }
  /// Adds metadata.
  public func addMetadata(_ metadata: [String: Any], completion: @escaping Completion) {
    now(completion) { note(metadata) }
  }
  /// Ends the collection.
  public func endCollection(withEnd end: Date, completion: @escaping Completion) {
    now(completion) { try endNow(end) }
  }
  /// Saves the workout with its samples.
  public func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
    Task.detached {
      do { completion(try await self.finishWorkout(), nil) } catch { completion(nil, error) }
    }
  }
}
