package import HealthBytes
public import HealthModel
package import HealthUnits

/// The main figures of a workout, from its fields, its statistics, its events and its metadata.
public struct WorkoutFigures: Sendable, Equatable {
  /// When it began, on the clock of the zone that the workout names, else with the offset of its date.
  public private(set) var start: Timestamp
  /// When it ended, on the same clock.
  public private(set) var end: Timestamp
  /// The activity, such as `Running`.
  public let activity: String
  /// How fast it was is stated in the way of the activity.
  package let rate: WorkoutRate
  /// The name of the source that wrote it.
  public let source: String
  /// The time without pauses, in seconds.
  public var duration: Double { minutes * 60 }
  /// The time without pauses, in minutes, as exports state it.
  public let minutes: Double
  /// In kilometers: as the workout states it, if that is not 0, else of the records in its time, else along its route.
  public internal(set) var distance: Double? {
    get { measuredDistance ?? routeDistance }
    set { measuredDistance = newValue }
  }
  var measuredDistance: Double?
  private let routeDistance: Double?
  /// The active energy, in kilocalories, likewise.
  public internal(set) var energy: Double?
  /// The average heart rate, in beats a minute.
  public internal(set) var averageHeartRate: Double?
  /// The maximum heart rate, in beats a minute.
  public internal(set) var maximumHeartRate: Double?
  /// Meters climbed, as the metadata state it, else by the altitudes of the route (``RouteFigures``).
  public let elevation: Double?

  /// A figure that records can supply if the workout does not state it.
  public enum Figure: String, Sendable, CaseIterable {
    case distance, energy
    /// The average and the maximum.
    case heartRate = "heart_rate"
  }

  /// The figures that are those of records, as the workout states none.
  public internal(set) var fromRecords: [Figure] = []
  /// The part of a workout that has the figures; `nil` for a whole workout.
  package private(set) var part: WorkoutPart?
  /// Whether its end is that of the workout, whose last instant it has.
  let endsWorkout: Bool
  /// The figures that records may have.
  private let completed: [Figure]
  /// The pauses, without parts that overlap.
  let pauses: TimeSet
  /// The type of the records whose sum is the distance; `nil` for an activity that has none.
  private(set) var distanceType: QuantityType?

  /// The figures that the workout does not state and that records may have.
  var missing: [Figure] {
    completed.filter { figure in
      switch figure {
      case .distance: measuredDistance == nil && distanceType != nil
      case .energy: energy == nil
      case .heartRate: averageHeartRate == nil
      }
    }
  }

  /// Whether records may have figures that the workout does not state.
  package var isIncomplete: Bool {
    end > start && !missing.isEmpty
      && StatisticsCollector.seconds.contains(start.secondsSince1970)
      && StatisticsCollector.seconds.contains(end.secondsSince1970)
  }

  /// A measure of the memory that it takes: 1, and 1 for each pause.
  package var size: Int { 1 + pauses.intervals.count }

  /// Minutes per kilometer; `nil` without a distance.
  public var pace: Double? {
    guard let distance, distance > 0 else { return nil }
    return minutes / distance
  }

  /// The figures of a workout. What it does not state is `nil`; what has a unit that does not fit, too.
  public init(_ workout: Workout) { self.init(workout, isRouteNeeded: true) }

  /// - Parameter isRouteNeeded: Whether the route has what the workout does not state.
  init(_ workout: Workout, isRouteNeeded: Bool) {
    (part, completed, endsWorkout) = (nil, Figure.allCases, true)
    let zone = workout.header.ownZone
    start = zone.map { workout.start.shown(in: $0) } ?? workout.start
    end = zone.map { workout.end.shown(in: $0) } ?? workout.end
    activity = workout.activityType.shortName
    rate = WorkoutRate(workout.activityType)
    source = workout.source.name
    let fields = workout.fields
    pauses = TimeSet(
      workout.pauses.map {
        $0.start.microseconds..<max($0.start.microseconds, $0.end.microseconds)
      })
    distanceType = WorkoutTotals.distanceTypes[workout.header.descriptor.type.identifier]
      .map { QuantityType($0) }
    let stated = Self.value(fields.duration, fields.durationUnit ?? "min", in: .minute)
    minutes =
      stated ?? max(0, workout.end.timeInterval(since: workout.start) - workout.pauseLength) / 60
    measuredDistance = workout.distance.flatMap {
      Self.total($0.number, $0.unit, in: .kilometer)
    }
    energy = workout.energyBurned.flatMap { Self.total($0.number, $0.unit, in: .kilocalorie) }
    averageHeartRate = Self.positive(workout.heartRate.average?.doubleValue)
    maximumHeartRate = Self.positive(workout.heartRate.maximum?.doubleValue)
    let climb = Self.climb(workout.metadata)
    let isUsed = isRouteNeeded && (climb == nil || measuredDistance == nil)
    let route = isUsed ? RouteFigures(workout) : nil
    elevation = climb ?? route?.climb
    routeDistance = measuredDistance == nil ? route.map { $0.distance / 1_000 } : nil
  }

  /// Figures of a part of a workout.
  ///
  /// - Parameter completing: The figures that records may have.
  init(
    _ whole: WorkoutFigures, _ part: WorkoutPart, from start: Timestamp, to end: Timestamp,
    minutes: Double, completing: [Figure], elevation: Double? = nil
  ) {
    (self.part, completed) = (part, completing)
    endsWorkout = end.microseconds >= whole.end.microseconds
    (self.start, self.end, self.minutes) = (start, end, minutes)
    (activity, rate, source) = (whole.activity, whole.rate, whole.source)
    (pauses, distanceType) = (whole.pauses, whole.distanceType)
    (routeDistance, self.elevation) = (nil, elevation)
  }

  /// The same with its times on the clock of a zone.
  package func shown(in zone: Zone) -> WorkoutFigures {
    var shown = self
    (shown.start, shown.end) = (start.shown(in: zone), end.shown(in: zone))
    shown.part = part.map { part in
      WorkoutPart(
        kind: part.kind, number: part.number, workoutStart: part.workoutStart.shown(in: zone))
    }
    return shown
  }

  /// Sets the figures that statistics state.
  mutating func setTotals(of statistics: [WorkoutStatistics]) {
    func first(_ type: String?) -> WorkoutStatistics? { statistics.first { $0.type == type } }
    // Each sport of a triathlon has another type of distance than the workout.
    let distances = statistics.filter {
      $0.sum != nil && $0.type?.hasPrefix(WorkoutTotals.distancePrefix) == true
    }
    if distances.count == 1 { distanceType = distances[0].type.map { QuantityType($0) } }
    let own = first(distanceType?.identifier)
    distance = Self.total(own?.sum, own?.unit, in: .kilometer)
    let burned = first(WorkoutTotals.energyType)
    energy = Self.total(burned?.sum, burned?.unit, in: .kilocalorie)
    let rate = first(WorkoutTotals.heartRateType)
    averageHeartRate = Self.total(rate?.average, rate?.unit, in: .countPerMinute)
    maximumHeartRate = Self.total(rate?.maximum, rate?.unit, in: .countPerMinute)
  }

  /// Sets the figures that a lap states.
  mutating func setFigures(of lap: LapFigures) {
    distance = lap.meters.map { $0 / 1_000 }
    energy = lap.kilocalories
    averageHeartRate = Self.positive(lap.averageHeartRate)
    maximumHeartRate = Self.positive(lap.maximumHeartRate)
  }

  /// A figure that was measured: exports before iOS 16 have the attributes of both totals in each workout, with 0 for what was
  /// not measured, and so do many apps, also for heart rates.
  private static func total(_ number: Number?, _ unit: String?, in wanted: HealthUnit) -> Double? {
    positive(value(number, unit, in: wanted))
  }

  private static func positive(_ figure: Double?) -> Double? { figure == 0 ? nil : figure }

  static func value(
    _ number: Number?, _ unit: String?, in wanted: HealthUnit
  ) -> Double? {
    guard let number, let unit, let own = try? HealthUnit(unit),
      let conversion = try? own.conversion(to: wanted)
    else { return nil }
    return number.converted(by: conversion)?.doubleValue
  }

  private static func climb(_ metadata: Metadata) -> Double? {
    let entry = metadata.entries.first { $0.key == .elevationAscended }
    guard case .quantity(let number, let unit)? = entry?.typed else { return nil }
    return value(number, unit, in: .meter)
  }
}

/// How people state how fast they moved in an activity.
package enum WorkoutRate: Sendable, Equatable {
  /// Minutes for each kilometer or mile.
  case pace
  /// Minutes for 100 meters or yards.
  case swimmingPace
  /// Minutes for 500 meters.
  case rowingPace
  /// Kilometers or miles in an hour.
  case speed
  /// The activity is not known: pace and speed.
  case both

  /// The rate of an activity.
  package init(_ activity: WorkoutActivityType) {
    switch activity {
    case .swimming, .waterPolo: self = .swimmingPace
    case .rowing: self = .rowingPace
    case .running, .walking, .hiking, .trackAndField, .wheelchairRunPace, .wheelchairWalkPace:
      self = .pace
    case .other: self = .both
    default: self = .speed
    }
  }

  /// A rate with the length that a pace is for.
  package struct Value: Sendable, Equatable {
    /// In miles or kilometers in an hour; `nil` for a pace.
    package var speed: Double?
    /// In minutes; `nil` for a speed.
    package var pace: Double?
    /// Such as `100 m`; `nil` for a speed.
    package var length: String?
  }

  /// The rate; without values where there is no distance or no time.
  ///
  /// - Parameters:
  ///   - minutes: The time without pauses.
  ///   - kilometers: The distance.
  ///   - unit: Miles, or any other unit for kilometers.
  package func value(_ minutes: Double, _ kilometers: Double?, in unit: HealthUnit) -> Value {
    guard let kilometers, kilometers > 0, minutes > 0 else { return Value() }
    let isImperial = unit == .mile
    let distance = isImperial ? kilometers / 1.609_344 : kilometers
    let length = isImperial ? "mi" : "km"
    return switch self {
    case .speed: Value(speed: distance / minutes * 60)
    case .pace: Value(pace: minutes / distance, length: length)
    case .both: Value(speed: distance / minutes * 60, pace: minutes / distance, length: length)
    case .rowingPace: Value(pace: minutes / kilometers / 2, length: "500 m")
    case .swimmingPace:
      isImperial
        ? Value(pace: minutes / kilometers * 0.091_44, length: "100 yd")
        : Value(pace: minutes / kilometers / 10, length: "100 m")
    }
  }
}
