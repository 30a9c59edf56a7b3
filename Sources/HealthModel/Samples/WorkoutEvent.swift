/// Something that happened in a workout: a pause, a lap, a marker (`HKWorkoutEvent`).
public struct WorkoutEvent: Sample.FieldStructure {
  /// What happened, such as `HKWorkoutEventTypePause`.
  public var type: String?
  /// When.
  public var date: Timestamp?
  /// How long it took, for laps and segments.
  public var duration: Number?
  /// The unit of the duration, usually `min`.
  public var durationUnit: String?
  /// Its metadata.
  public var metadata = Metadata()
  /// Content without a field.
  public var extras: Extras?

  /// One of which nothing is known.
  public init() {}

  /// Shows the fields to a visitor.
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
