/// The rings of one day (`HKActivitySummary`).
public typealias ActivitySummary = StructuredSample<Sample.ActivitySummaryFields>

extension Sample {
  /// The activity rings of a day.
  public struct ActivitySummaryFields: Sample.Fields {
    /// The day, as a date of the calendar: `2024-06-01`.
    public var dateComponents: String?
    /// Energy burned by moving.
    public var activeEnergyBurned: Number?
    /// The goal for the active energy.
    public var activeEnergyBurnedGoal: Number?
    /// The unit of the active energy and of its goal.
    public var activeEnergyBurnedUnit: String?
    /// Minutes of movement, in the attribute of iOS 13.
    public var appleMoveMinutes: Number?
    /// The goal for the minutes of movement, in the attribute of iOS 13.
    public var appleMoveMinutesGoal: Number?
    /// Minutes of movement, in the attribute since iOS 14.
    public var appleMoveTime: Number?
    /// The goal for the minutes of movement, in the attribute since iOS 14.
    public var appleMoveTimeGoal: Number?
    /// Minutes of exercise.
    public var appleExerciseTime: Number?
    /// The goal for the minutes of exercise.
    public var appleExerciseTimeGoal: Number?
    /// Hours in which the wearer stood.
    public var appleStandHours: Number?
    /// The goal for the stand hours.
    public var appleStandHoursGoal: Number?

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: ActivitySummary) -> Sample { .activitySummary(sample) }

    /// A summary is identified by its day, from which start and end are derived.
    public static var identifyingFields: Sample.IdentifyingFields {
      .only("dateComponents", hasDates: false)
    }

    /// The beginning of the day in UTC, since the day has no time zone.
    public var impliedDate: Timestamp? {
      dateComponents.flatMap { Timestamp($0 + " 00:00:00 +0000") }
    }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("dateComponents", &dateComponents)
      try visitor.number("activeEnergyBurned", &activeEnergyBurned)
      try visitor.number("activeEnergyBurnedGoal", &activeEnergyBurnedGoal)
      try visitor.text("activeEnergyBurnedUnit", &activeEnergyBurnedUnit)
      try visitor.number("appleMoveMinutes", &appleMoveMinutes)
      try visitor.number("appleMoveMinutesGoal", &appleMoveMinutesGoal)
      try visitor.number("appleMoveTime", &appleMoveTime)
      try visitor.number("appleMoveTimeGoal", &appleMoveTimeGoal)
      try visitor.number("appleExerciseTime", &appleExerciseTime)
      try visitor.number("appleExerciseTimeGoal", &appleExerciseTimeGoal)
      try visitor.number("appleStandHours", &appleStandHours)
      try visitor.number("appleStandHoursGoal", &appleStandHoursGoal)
    }
  }
}

extension StructuredSample where Fields == Sample.ActivitySummaryFields {
  /// The day of the summary; `nil` if it is missing or malformed.
  public var day: CalendarDay? { fields.dateComponents.flatMap { CalendarDay($0) } }
}
