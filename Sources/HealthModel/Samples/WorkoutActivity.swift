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
  /// Events inside this part.
  public var events: [WorkoutEvent] = []
  /// Totals and averages over this part.
  public var statistics: [WorkoutStatistics] = []
  /// Content without a field.
  public var extras: Extras?

  /// One of which nothing is known.
  public init() {}

  /// Shows the fields to a visitor.
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
