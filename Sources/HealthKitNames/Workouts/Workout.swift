public import Foundation
import HealthConv
import HealthFoundation
import HealthModel
import HealthStore
import HealthUnits

/// A workout.
public final class HKWorkout: HKSample, @unchecked Sendable {
  /// A workout from start to end.
  public convenience init(activityType: HKWorkoutActivityType, start: Date, end: Date) {
    self.init(
      activityType: activityType, start: start, end: end, workoutEvents: nil,
      totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
  }

  /// A workout whose duration is the time from start to end without the pauses among its events.
  public convenience init(
    activityType: HKWorkoutActivityType, start: Date, end: Date, workoutEvents: [HKWorkoutEvent]?,
    totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice? = nil,
    metadata: [String: Any]?
  ) {
    var fields = Workout.fields(
      start: Timestamp(start), end: Timestamp(end), events: (workoutEvents ?? []).map(\.own))
    fields.setTotals(energy: totalEnergyBurned, distance: totalDistance)
    self.init(activityType, start, end, fields, device, metadata)
  }

  /// A workout with a stated duration in seconds; if that is not positive, the duration from start to end.
  public convenience init(
    activityType: HKWorkoutActivityType, start: Date, end: Date, duration: TimeInterval,
    totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice? = nil,
    metadata: [String: Any]?
  ) {
    var fields = Sample.WorkoutFields()
    let seconds = duration > 0 ? duration : end.timeIntervalSince(start)
    (fields.duration, fields.durationUnit) = (Number(seconds / 60), "min")
    fields.setTotals(energy: totalEnergyBurned, distance: totalDistance)
    self.init(activityType, start, end, fields, device, metadata)
  }

  private init(
    _ activity: HKWorkoutActivityType, _ start: Date, _ end: Date, _ fields: Sample.WorkoutFields,
    _ device: HKDevice?, _ metadata: [String: Any]?
  ) {
    let header = Self.header(.workout(activity.own), start, end, device, metadata)
    super.init(.workout(Workout(header: header, fields: fields)))
  }

  override init(_ sample: Sample) { super.init(sample) }

  var own: Workout? { if case .workout(let workout) = sample { workout } else { nil } }

  /// The activity; `.other` for one that HealthKit's enumeration does not have.
  public var workoutActivityType: HKWorkoutActivityType {
    (own?.activityType.rawValue).flatMap { HKWorkoutActivityType(rawValue: UInt($0)) } ?? .other
  }
  /// The duration in seconds, without pauses.
  public var duration: TimeInterval { own?.duration ?? endDate.timeIntervalSince(startDate) }
  /// The active energy that the workout states.
  public var totalEnergyBurned: HKQuantity? { own?.totalEnergyBurned }
  /// The distance that the workout states.
  public var totalDistance: HKQuantity? { own?.totalDistance }
  /// The strokes of swimming, as its statistics state them.
  public var totalSwimmingStrokeCount: HKQuantity? {
    own?.statistics(for: .swimmingStrokeCount)?.sumQuantity
  }
  /// The flights of stairs climbed, as its statistics state them.
  public var totalFlightsClimbed: HKQuantity? {
    own?.statistics(for: .flightsClimbed)?.sumQuantity
  }
  /// Pauses, laps, segments, markers; `nil` if there are none.
  public var workoutEvents: [HKWorkoutEvent]? {
    guard let events = own?.fields.events, !events.isEmpty else { return nil }
    return events.map { HKWorkoutEvent($0) }
  }
  /// The activities, such as those of a triathlon.
  public var workoutActivities: [HKWorkoutActivity] {
    (own?.fields.activities ?? []).map { HKWorkoutActivity($0) }
  }

  /// The statistics of a type; `nil` if the workout states none.
  public func statistics(for type: HKQuantityType) -> HKStatistics? {
    allStatistics[type]
  }

  /// The statistics that the workout states.
  public var allStatistics: [HKQuantityType: HKStatistics] {
    HKStatistics.all(own?.fields.statistics ?? [], startDate, endDate)
  }
}

/// A part of a workout.
public struct HKWorkoutActivity: Sendable {
  private let own: WorkoutActivity

  init(_ own: WorkoutActivity) { self.own = own }

  /// The UUID that the export states.
  public var uuid: UUID? { own.uuid.flatMap { UUID(uuidString: $0) } }
  /// When it began.
  public var startDate: Date { Date(own.startDate ?? .unknown) }
  /// When it ended.
  public var endDate: Date? { own.endDate.map { Date($0) } }
  /// Pauses, laps, segments, markers.
  public var workoutEvents: [HKWorkoutEvent] { own.events.map { HKWorkoutEvent($0) } }
  /// The metadata.
  public var metadata: [String: Any]? { own.metadata.dictionary }
  /// The statistics that it states.
  public var allStatistics: [HKQuantityType: HKStatistics] {
    HKStatistics.all(own.statistics, startDate, endDate ?? startDate)
  }
}

/// A pause, a lap, a segment or a marker of a workout.
public struct HKWorkoutEvent: Sendable {
  let own: WorkoutEvent

  init(_ own: WorkoutEvent) { self.own = own }

  /// An event with a start and a duration; a duration of 0 means an instant.
  public init(
    type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]? = nil
  ) {
    own = WorkoutEvent(
      type: WorkoutEventType.all.first { $0.rawValue == type.rawValue } ?? .marker,
      date: Timestamp(dateInterval.start),
      duration: dateInterval.duration > 0 ? dateInterval.duration : nil,
      metadata: Metadata(metadata))
  }

  /// An event at an instant.
  public init(type: HKWorkoutEventType, date: Date) {
    self.init(type: type, dateInterval: DateInterval(start: date, duration: 0))
  }

  /// The type; `.marker` for one that HealthKit's enumeration does not have.
  public var type: HKWorkoutEventType {
    (own.eventType?.rawValue).flatMap { HKWorkoutEventType(rawValue: $0) } ?? .marker
  }
  /// The start and the duration.
  public var dateInterval: DateInterval {
    let unit = own.durationUnit.flatMap { try? HealthUnit($0) } ?? .minute
    let seconds = own.duration.flatMap { try? Quantity($0.doubleValue, unit).value(in: .second) }
    return DateInterval(start: Date(own.date ?? .unknown), duration: max(0, seconds ?? 0))
  }
  /// The metadata.
  public var metadata: [String: Any]? { own.metadata.dictionary }
}

extension HKWorkoutActivityType {
  var own: WorkoutActivityType { WorkoutActivityType(rawValue: Int(rawValue)) ?? .other }
}

/// The route of a workout. The library stores it in the workout.
public final class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
  let route: WorkoutRoute
  private let number: Int

  /// A route of a workout, by its index among the routes.
  init(_ workout: Sample, _ route: WorkoutRoute, _ number: Int) {
    (self.route, self.number) = (route, number)
    super.init(workout)
  }

  override public var uuid: UUID {
    UUID(SampleUUID(id: sample.id, ordinal: .max - UInt32(number)))
  }
  override public var sampleType: HKSampleType { HKSeriesType.workoutRoute() }
  override public var startDate: Date { route.startDate.map { Date($0) } ?? super.startDate }
  override public var endDate: Date { route.endDate.map { Date($0) } ?? super.endDate }
  override public var metadata: [String: Any]? { route.metadata.dictionary }
  /// How many points it has.
  override public var count: Int { route.locations.count }

  /// The routes of a workout.
  static func all(of workout: Sample) -> [HKWorkoutRoute] {
    guard case .workout(let own) = workout else { return [] }
    return own.fields.routes.enumerated().map { HKWorkoutRoute(workout, $1, $0) }
  }
}

/// A sample of many values: a route, or a series of heartbeats.
public class HKSeriesSample: HKSample, @unchecked Sendable {
  /// How many values it has.
  public var count: Int { 0 }
}
