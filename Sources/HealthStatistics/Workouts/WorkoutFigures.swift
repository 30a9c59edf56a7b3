public import HealthModel
import HealthUnits

/// The main figures of a workout, from its fields, its statistics, its events and its metadata.
public struct WorkoutFigures: Sendable, Equatable {
  /// When it began.
  public let start: Timestamp
  /// When it ended.
  public let end: Timestamp
  /// What was done, such as `Running`.
  public let activity: String
  /// Who wrote it.
  public let source: String
  /// The time without pauses, in seconds.
  public var duration: Double { minutes * 60 }
  /// The time without pauses, in minutes, as exports state it.
  public let minutes: Double
  /// In kilometers.
  public let distance: Double?
  /// The active energy, in kilocalories.
  public let energy: Double?
  /// The average heart rate, in beats a minute.
  public let averageHeartRate: Double?
  /// The maximum heart rate, in beats a minute.
  public let maximumHeartRate: Double?
  /// Meters climbed, as the metadata state it, else by the altitudes of the route (``RouteFigures``).
  public let elevation: Double?

  /// Minutes per kilometer; `nil` without a distance.
  public var pace: Double? {
    guard let distance, distance > 0 else { return nil }
    return minutes / distance
  }

  /// The figures of a workout. What it does not state is `nil`; what has a unit that does not fit, too.
  public init(_ workout: Workout) {
    start = workout.start
    end = workout.end
    activity = workout.activityType.shortName
    source = workout.source.name
    let fields = workout.fields
    let stated = Self.value(fields.duration, fields.durationUnit ?? "min", in: .minute)
    minutes =
      stated ?? max(0, workout.end.timeInterval(since: workout.start) - workout.pauseLength) / 60
    distance = workout.distance.flatMap { Self.value($0.number, $0.unit, in: .kilometer) }
    energy = workout.energyBurned.flatMap { Self.value($0.number, $0.unit, in: .kilocalorie) }
    averageHeartRate = workout.heartRate.average?.doubleValue
    maximumHeartRate = workout.heartRate.maximum?.doubleValue
    elevation = Self.climb(workout.metadata) ?? RouteFigures(workout)?.climb
  }

  private static func value(
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
