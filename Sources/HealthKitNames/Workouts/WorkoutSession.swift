public import Foundation
import HealthFoundation
import HealthModel
import HealthStatistics
import Synchronization

/// The states of a session.
public enum HKWorkoutSessionState: Int, Sendable {
  case notStarted = 1
  case running, ended, paused, prepared, stopped
}

/// Is called for changes of a session.
public protocol HKWorkoutSessionDelegate: AnyObject, Sendable {
  /// The session has another state.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date)
  /// The session cannot do something.
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)
}

/// A workout while it is done: its states change here, and its builder collects what is added. Nothing measures.
public final class HKWorkoutSession: @unchecked Sendable {
  /// What the workout is going to be.
  public let workoutConfiguration: HKWorkoutConfiguration
  /// Is called for changes.
  public weak var delegate: (any HKWorkoutSessionDelegate)?
  private let builder: HKLiveWorkoutBuilder
  private let ownState = Mutex((HKWorkoutSessionState.notStarted, Date?.none, Date?.none))

  /// A session that is not started.
  public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration) throws {
    workoutConfiguration = configuration
    builder = HKLiveWorkoutBuilder(
      healthStore: healthStore, configuration: configuration, device: nil)
  }

  /// The state.
  public var state: HKWorkoutSessionState { ownState.withLock(\.0) }
  /// When it was started.
  public var startDate: Date? { ownState.withLock(\.1) }
  /// When it was ended.
  public var endDate: Date? { ownState.withLock(\.2) }
  /// The activity.
  public var activityType: HKWorkoutActivityType { workoutConfiguration.activityType }
  /// The builder of its workout.
  public func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder { builder }

  /// Prepares it.
  public func prepare() { change(to: .prepared, at: Date()) {} }
  /// Starts it.
  public func startActivity(with date: Date?) { change(to: .running, at: date ?? Date()) {} }
  /// Stops it; it can still be ended.
  public func stopActivity(with date: Date?) { change(to: .stopped, at: date ?? Date()) {} }
  /// Pauses it, and what its builder collects.
  public func pause() {
    let now = Date()
    change(to: .paused, at: now) { try builder.change { try $0.pause(at: Timestamp(now)) } }
  }
  /// Resumes it.
  public func resume() {
    let now = Date()
    change(to: .running, at: now) { try builder.change { try $0.resume(at: Timestamp(now)) } }
  }
  /// Ends it.
  public func end() { change(to: .ended, at: Date()) {} }

  private func change(to state: HKWorkoutSessionState, at date: Date, _ body: () throws -> Void) {
    do {
      let before = self.state
      if before == .ended { throw HKError(.errorInvalidArgument, "the session has ended") }
      try body()
      ownState.withLock { own in
        own.0 = state
        if state == .running, own.1 == nil { own.1 = date }
        if state == .ended || state == .stopped { own.2 = own.2 ?? date }
      }
      delegate?.workoutSession(self, didChangeTo: state, from: before, date: date)
    } catch { delegate?.workoutSession(self, didFailWithError: HKError(error)) }
  }
}

extension HKHealthStore {
  /// Starts a session.
  public func start(_ workoutSession: HKWorkoutSession) { workoutSession.startActivity(with: nil) }
  /// Ends a session.
  public func end(_ workoutSession: HKWorkoutSession) { workoutSession.end() }
}

/// Is called for what a builder collects.
public protocol HKLiveWorkoutBuilderDelegate: AnyObject, Sendable {
  /// Samples of some types were added.
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)
  /// An event was added.
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)
}

/// The builder of a session. Nothing measures: it collects what a program adds.
public final class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
  /// Is called for what is added.
  public weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
  /// What a device would measure; has no effect.
  public var dataSource: HKLiveWorkoutDataSource?
  /// Has no effect.
  public var shouldCollectWorkoutEvents = true
  /// Seconds without pauses until now.
  public var elapsedTime: TimeInterval { elapsedTime(at: Date()) }

  override func didAdd(_ samples: [HKSample]) {
    delegate?.workoutBuilder(self, didCollectDataOf: Set(samples.map(\.sampleType)))
  }
}

/// What a device would measure. Exists so that code compiles.
public final class HKLiveWorkoutDataSource: Sendable {
  /// A source of nothing.
  public init(healthStore: HKHealthStore, workoutConfiguration: HKWorkoutConfiguration?) {}
}
