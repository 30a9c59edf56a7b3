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

  /// One of which nothing is known.
  public init() {}

  /// Shows the fields to a visitor.
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

    /// One of which nothing is known.
    public init() {}

    /// Shows the fields to a visitor.
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
