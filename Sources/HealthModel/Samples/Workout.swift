import HealthUnits

/// A workout (`HKWorkout`).
public typealias Workout = StructuredSample<Sample.WorkoutFields>

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// The activity, such as running.
  public var activityType: WorkoutActivityType {
    guard case .workout(let type) = header.descriptor.type else {
      return WorkoutActivityType(header.descriptor.type.identifier)
    }
    return type
  }
}

extension Sample {
  /// The fields of a workout in addition to the common header.
  public struct WorkoutFields: Sample.Fields {
    /// How long it took without its pauses, in ``durationUnit``.
    public var duration: Number?
    /// The unit of the duration, usually `min`.
    public var durationUnit: String?
    /// The distance, as exports before iOS 16 have it; later it is among the statistics.
    public var totalDistance: Number?
    /// The unit of the distance.
    public var totalDistanceUnit: String?
    /// The energy, as exports before iOS 16 have it; later it is among the statistics.
    public var totalEnergyBurned: Number?
    /// The unit of the energy.
    public var totalEnergyBurnedUnit: String?
    /// Pauses, laps, segments, markers.
    public var events: [WorkoutEvent] = []
    /// The parts of a workout of several sports or intervals.
    public var activities: [WorkoutActivity] = []
    /// Totals and averages over the workout.
    public var statistics: [WorkoutStatistics] = []
    /// The recorded routes.
    public var routes: [WorkoutRoute] = []
    /// The time spent in each zone of effort.
    public var zoneGroups: [WorkoutZoneGroup] = []
    /// Samples that are nested in the workout, such as its effort score.
    public var samples: [NestedSample] = []

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: Workout) -> Sample { .workout(sample) }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.number("duration", &duration)
      try visitor.text("durationUnit", &durationUnit)
      try visitor.number("totalDistance", &totalDistance)
      try visitor.text("totalDistanceUnit", &totalDistanceUnit)
      try visitor.number("totalEnergyBurned", &totalEnergyBurned)
      try visitor.text("totalEnergyBurnedUnit", &totalEnergyBurnedUnit)
      try visitor.list("events", element: "WorkoutEvent", &events)
      try visitor.list("activities", element: "WorkoutActivity", &activities)
      try visitor.list("statistics", element: "WorkoutStatistics", &statistics)
      try visitor.list("routes", element: "WorkoutRoute", &routes)
      try visitor.list("zoneGroups", element: "WorkoutZoneGroup", &zoneGroups)
      try visitor.samples("samples", element: "Record", &samples)
    }
  }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// The distance with its unit: the total that exports before iOS 16 have, else that of the statistics. Of several
  /// statistics of distances it is that of the activity (of a ski run the descent, not the walk to the lift), and the sum
  /// in meters for a triathlon; `nil` where none is the activity's.
  public var distance: (number: Number, unit: String?)? {
    if let number = fields.totalDistance { return (number, fields.totalDistanceUnit) }
    let distances = fields.statistics.filter {
      $0.sum != nil && $0.type?.hasPrefix(WorkoutTotals.distancePrefix) == true
    }
    let own = WorkoutTotals.distanceTypes[header.descriptor.type.identifier]
    if distances.count > 1, activityType == .swimBikeRun {
      let meters = distances.compactMap { Self.meters($0) }
      guard meters.count == distances.count else { return nil }
      // Rounded to millimeters, since floating point does not have most sums of decimals.
      return Number((meters.reduce(0, +) * 1_000).rounded() / 1_000).map { ($0, "m") }
    }
    let chosen = distances.count == 1 ? distances.first : distances.first { $0.type == own }
    return chosen.flatMap { chosen in chosen.sum.map { ($0, chosen.unit) } }
  }

  private static func meters(_ distance: WorkoutStatistics) -> Double? {
    guard let sum = distance.sum, let text = distance.unit, let unit = try? HealthUnit(text) else {
      return nil
    }
    return try? unit.convert(sum.doubleValue, to: .meter)
  }

  /// The active energy with its unit: the total that exports before iOS 16 have, else that of the statistics.
  public var energyBurned: (number: Number, unit: String?)? {
    if let number = fields.totalEnergyBurned { return (number, fields.totalEnergyBurnedUnit) }
    let energy = fields.statistics.first { $0.sum != nil && $0.type == WorkoutTotals.energyType }
    return energy.flatMap { energy in energy.sum.map { ($0, energy.unit) } }
  }

  /// Average, minimum and maximum of the heart rate, converted to beats a minute, from the statistics: exports before
  /// iOS 16 have none.
  public var heartRate: (average: Number?, minimum: Number?, maximum: Number?) {
    let rates = fields.statistics.filter { $0.type == WorkoutTotals.heartRateType }
    if let rate = rates.first(where: { $0.unit == WorkoutTotals.heartRateUnit }) {
      return (rate.average, rate.minimum, rate.maximum)
    }
    for rate in rates {
      guard let text = rate.unit, let unit = try? HealthUnit(text),
        let conversion = try? unit.conversion(to: .countPerMinute)
      else { continue }
      return (
        rate.average?.converted(by: conversion), rate.minimum?.converted(by: conversion),
        rate.maximum?.converted(by: conversion)
      )
    }
    return (nil, nil, nil)
  }
}

/// The types of a workout's totals among its statistics: one definition for tables and for the views of stores.
package enum WorkoutTotals {
  package static let distancePrefix = "HKQuantityTypeIdentifierDistance"
  package static let energyType = "HKQuantityTypeIdentifierActiveEnergyBurned"
  package static let heartRateType = "HKQuantityTypeIdentifierHeartRate"
  package static let heartRateUnit = "count/min"

  /// The type of the distance that counts where a workout has several, by its activity.
  package static let distanceTypes: [String: String] = [
    "CrossCountrySkiing": "CrossCountrySkiing", "Cycling": "Cycling",
    "DownhillSkiing": "DownhillSnowSports", "HandCycling": "Cycling", "Hiking": "WalkingRunning",
    "PaddleSports": "PaddleSports", "Rowing": "Rowing", "Running": "WalkingRunning",
    "SkatingSports": "SkatingSports", "Snowboarding": "DownhillSnowSports",
    "Swimming": "Swimming", "Walking": "WalkingRunning", "WheelchairRunPace": "Wheelchair",
    "WheelchairWalkPace": "Wheelchair",
  ].reduce(into: [:]) {
    $0["HKWorkoutActivityType\($1.key)"] = "\(distancePrefix)\($1.value)"
  }
}

/// One part of a workout of several sports or intervals (`HKWorkoutActivity`).
public struct WorkoutActivity: Sample.FieldStructure {
  /// Its own identifier: the only UUID an export has.
  public var uuid: String?
  /// When it began.
  public var startDate: Timestamp?
  /// When it ended.
  public var endDate: Timestamp?
  /// How long it took, without pauses.
  public var duration: Number?
  /// The unit of the duration, usually `min`.
  public var durationUnit: String?
  /// Its metadata.
  public var metadata = Metadata()
  /// Events during this part.
  public var events: [WorkoutEvent] = []
  /// Totals and averages over this part.
  public var statistics: [WorkoutStatistics] = []
  /// Content without a field.
  public var extras: Extras?

  /// An empty value: no field is set.
  public init() {}

  /// Calls the visitor with each field.
  public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
    throws(Visitor.Failure)
  {
    try visitor.text("uuid", &uuid)
    try visitor.date("startDate", &startDate)
    try visitor.date("endDate", &endDate)
    try visitor.number("duration", &duration)
    try visitor.text("durationUnit", &durationUnit)
    try visitor.metadata(&metadata)
    try visitor.list("events", element: "WorkoutEvent", &events)
    try visitor.list("statistics", element: "WorkoutStatistics", &statistics)
  }
}

/// Something that happened in a workout: a pause, a lap, a marker (`HKWorkoutEvent`).
public struct WorkoutEvent: Sample.FieldStructure {
  /// What happened, such as `HKWorkoutEventTypePause`.
  public var type: String?
  /// When it happened or began.
  public var date: Timestamp?
  /// How long it took, for laps and segments.
  public var duration: Number?
  /// The unit of the duration, usually `min`.
  public var durationUnit: String?
  /// Its metadata.
  public var metadata = Metadata()
  /// Content without a field.
  public var extras: Extras?

  /// An empty value: no field is set.
  public init() {}

  /// Calls the visitor with each field.
  public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
    throws(Visitor.Failure)
  {
    try visitor.text("type", &type)
    try visitor.date("date", &date)
    try visitor.number("duration", &duration)
    try visitor.text("durationUnit", &durationUnit)
    try visitor.metadata(&metadata)
  }
}

/// A total or an average over a workout (`HKStatistics`).
public struct WorkoutStatistics: Sample.FieldStructure {
  /// The identifier of the quantity.
  public var type: String?
  /// The start of the time that the statistics cover.
  public var startDate: Timestamp?
  /// The end of the time that the statistics cover.
  public var endDate: Timestamp?
  /// The average.
  public var average: Number?
  /// The least value.
  public var minimum: Number?
  /// The greatest value.
  public var maximum: Number?
  /// The total.
  public var sum: Number?
  /// The unit of all these values.
  public var unit: String?
  /// Content without a field.
  public var extras: Extras?

  /// An empty value: no field is set.
  public init() {}

  /// Calls the visitor with each field.
  public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
    throws(Visitor.Failure)
  {
    try visitor.text("type", &type)
    try visitor.date("startDate", &startDate)
    try visitor.date("endDate", &endDate)
    try visitor.number("average", &average)
    try visitor.number("minimum", &minimum)
    try visitor.number("maximum", &maximum)
    try visitor.number("sum", &sum)
    try visitor.text("unit", &unit)
  }
}

/// The time spent in each zone of effort, as iOS 27 writes it.
public struct WorkoutZoneGroup: Sample.FieldStructure {
  /// The identifier of the quantity that the zones divide.
  public var type: String?
  /// Who set the zones.
  public var source: String?
  /// The unit of their bounds.
  public var unit: String?
  /// The zones, from the lowest.
  public var zones: [WorkoutZoneGroup.Zone] = []
  /// Content without a field.
  public var extras: Extras?

  /// An empty value: no field is set.
  public init() {}

  /// Calls the visitor with each field.
  public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
    throws(Visitor.Failure)
  {
    try visitor.text("type", &type)
    try visitor.text("source", &source)
    try visitor.text("unit", &unit)
    try visitor.list("zones", element: "WorkoutZone", &zones)
  }
}

extension WorkoutZoneGroup {
  /// One zone of effort.
  public struct Zone: Sample.FieldStructure {
    /// The lower bound; the lowest zone has none.
    public var minimum: Number?
    /// The upper bound; the highest zone has none.
    public var maximum: Number?
    /// The time spent in it.
    public var duration: Number?
    /// The unit of that time.
    public var durationUnit: String?
    /// Content without a field.
    public var extras: Extras?

    /// An empty value: no field is set.
    public init() {}

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.number("minimum", &minimum)
      try visitor.number("maximum", &maximum)
      try visitor.number("duration", &duration)
      try visitor.text("durationUnit", &durationUnit)
    }
  }
}
