/// A total or an average over a workout (`HKStatistics`).
public struct WorkoutStatistics: Sample.FieldStructure {
  /// The identifier of the quantity.
  public var type: String?
  /// When what it covers began.
  public var startDate: Timestamp?
  /// When what it covers ended.
  public var endDate: Timestamp?
  /// The average.
  public var average: Number?
  /// The least value.
  public var minimum: Number?
  /// The greatest value.
  public var maximum: Number?
  /// The total.
  public var sum: Number?
  /// The unit of them all.
  public var unit: String?
  /// Content without a field.
  public var extras: Extras?

  /// One of which nothing is known.
  public init() {}

  /// Shows the fields to a visitor.
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
