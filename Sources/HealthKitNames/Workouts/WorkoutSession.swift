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

/// Receives the changes of a session.
public protocol HKWorkoutSessionDelegate: AnyObject, Sendable {
  /// The state of the session has changed.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date)
  /// A call of the session has failed.
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)
}

/// A workout in progress, of which a store has one at a time: another one that is started ends it with an error of code
/// `errorAnotherWorkoutSessionStarted`. It has states, and its builder collects the samples that a program adds; no sensor is used.
public final class HKWorkoutSession: @unchecked Sendable {
  /// The configuration of the workout.
  public let workoutConfiguration: HKWorkoutConfiguration
  /// Receives the changes of the session.
  public weak var delegate: (any HKWorkoutSessionDelegate)?
  private let builder: HKLiveWorkoutBuilder
  private let store: ObjectIdentifier
  private let ownState = Mutex((HKWorkoutSessionState.notStarted, Date?.none, Date?.none))

  /// A session that is not started.
  public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration) throws {
    workoutConfiguration = configuration
    store = ObjectIdentifier(healthStore.store)
    builder = HKLiveWorkoutBuilder(
      healthStore: healthStore, configuration: configuration, device: nil)
  }

  /// The current state.
  public var state: HKWorkoutSessionState { ownState.withLock(\.0) }
  /// When the session was started.
  public var startDate: Date? { ownState.withLock(\.1) }
  /// When the session was ended.
  public var endDate: Date? { ownState.withLock(\.2) }
  /// The activity.
  public var activityType: HKWorkoutActivityType { workoutConfiguration.activityType }
  /// The builder of its workout.
  public func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder { builder }

  /// Prepares the session.
  public func prepare() { change(to: .prepared, at: Date()) {} }
  /// Starts the session.
  public func startActivity(with date: Date?) { change(to: .running, at: date ?? Date()) {} }
  /// Stops the session, which must be ended afterwards.
  public func stopActivity(with date: Date?) { change(to: .stopped, at: date ?? Date()) {} }
  /// Pauses the session, and the builder's collection.
  public func pause() {
    let now = Date()
    change(to: .paused, at: now) { try builder.change { try $0.pause(at: Timestamp(now)) } }
  }
  /// Resumes the session.
  public func resume() {
    let now = Date()
    change(to: .running, at: now) { try builder.change { try $0.resume(at: Timestamp(now)) } }
  }
  /// Ends the session.
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
      takeTurn(state)
    } catch { delegate?.workoutSession(self, didFailWithError: HKError(error)) }
  }

  /// The session in progress of each store.
  private static let current = Mutex<[ObjectIdentifier: HKWorkoutSession]>([:])

  private func takeTurn(_ state: HKWorkoutSessionState) {
    let other = Self.current.withLock { current in
      let other = current[store]
      if state == .running { current[store] = self }
      if state == .ended, other === self { current[store] = nil }
      return other
    }
    guard state == .running, let other, other !== self else { return }
    let error = HKError(.errorAnotherWorkoutSessionStarted)
    other.delegate?.workoutSession(other, didFailWithError: error)
    other.end()
  }
}

extension HKHealthStore {
  /// Starts a session.
  public func start(_ workoutSession: HKWorkoutSession) { workoutSession.startActivity(with: nil) }
  /// Ends a session.
  public func end(_ workoutSession: HKWorkoutSession) { workoutSession.end() }
}

/// Is informed about what a builder collects.
public protocol HKLiveWorkoutBuilderDelegate: AnyObject, Sendable {
  /// Samples of some types were added.
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)
  /// An event was added.
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)
}

/// The builder of a session. It collects the samples that a program adds; no sensor is used.
public final class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
  /// Is informed about added samples and events.
  public weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
  /// The types that a device would measure; has no effect.
  public var dataSource: HKLiveWorkoutDataSource?
  /// Has no effect.
  public var shouldCollectWorkoutEvents = true
  /// Seconds without pauses until now.
  public var elapsedTime: TimeInterval { elapsedTime(at: Date()) }

  override func didAdd(_ samples: [HKSample]) {
    delegate?.workoutBuilder(self, didCollectDataOf: Set(samples.map(\.sampleType)))
  }
}

/// The types that a device would measure. It has no effect, and exists so that code compiles.
public final class HKLiveWorkoutDataSource: Sendable {
  /// A data source without effect.
  public init(healthStore: HKHealthStore, workoutConfiguration: HKWorkoutConfiguration?) {}
}
