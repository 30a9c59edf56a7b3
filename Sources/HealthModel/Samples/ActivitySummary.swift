/// The rings of one day (`HKActivitySummary`).
public typealias ActivitySummary = StructuredSample<Sample.ActivitySummaryFields>

extension Sample {
  /// The activity rings of a day.
  public struct ActivitySummaryFields: Sample.Fields {
    /// The day, as a date of the calendar: `2024-06-01`.
    public var dateComponents: String?
    /// Energy burned by moving.
    public var activeEnergyBurned: Number?
    /// The goal for it.
    public var activeEnergyBurnedGoal: Number?
    /// The unit of both.
    public var activeEnergyBurnedUnit: String?
    /// Minutes moved, as iOS 13 named them.
    public var appleMoveMinutes: Number?
    /// The goal for them.
    public var appleMoveMinutesGoal: Number?
    /// Minutes moved, since iOS 14.
    public var appleMoveTime: Number?
    /// The goal for them.
    public var appleMoveTimeGoal: Number?
    /// Minutes of exercise.
    public var appleExerciseTime: Number?
    /// The goal for them.
    public var appleExerciseTimeGoal: Number?
    /// Hours in which the wearer stood.
    public var appleStandHours: Number?
    /// The goal for them.
    public var appleStandHoursGoal: Number?

    /// An empty value: no field is set.
    public init() {}

    /// The sample, as one of any kind.
    public static func sample(_ sample: ActivitySummary) -> Sample { .activitySummary(sample) }

    /// The day, which has no zone: start and end follow from it.
    public static var identifyingFields: Sample.IdentifyingFields {
      .only("dateComponents", hasDates: false)
    }

    /// The beginning of the day, in UTC for want of a zone.
    public var impliedDate: Timestamp? {
      dateComponents.flatMap { Timestamp($0 + " 00:00:00 +0000") }
    }

    /// Shows the fields to a visitor.
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
  /// The day of the rings; `nil` if they state none.
  public var day: CalendarDay? { fields.dateComponents.flatMap { CalendarDay($0) } }
}
