/// A workout (`HKWorkout`).
public typealias Workout = StructuredSample<Sample.WorkoutFields>

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// What was done.
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
    /// Where it went.
    public var routes: [WorkoutRoute] = []
    /// The time spent in each zone of effort.
    public var zoneGroups: [WorkoutZoneGroup] = []
    /// Samples that were written inside the workout, such as its effort score.
    public var samples: [NestedSample] = []

    /// A workout of which nothing is known.
    public init() {}

    /// The sample, as one of any kind.
    public static func sample(_ sample: Workout) -> Sample { .workout(sample) }

    /// Shows the fields to a visitor.
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
