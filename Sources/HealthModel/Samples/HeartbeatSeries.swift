/// The beats of a heart, one by one (`HKHeartbeatSeriesSample`).
public typealias HeartbeatSeries = StructuredSample<Sample.HeartbeatSeriesFields>

extension Sample {
  /// The beats of a series.
  public struct HeartbeatSeriesFields: Sample.Fields {
    /// The beats in order.
    public var beats: [Sample.SeriesBeat] = []

    /// One of which nothing is known.
    public init() {}

    /// The sample, as one of any kind.
    public static func sample(_ sample: HeartbeatSeries) -> Sample { .heartbeatSeries(sample) }

    /// The beats.
    public static var identifyingFields: Sample.IdentifyingFields { .all }

    /// Shows the fields to a visitor.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.list("beats", element: "Heartbeat", &beats)
    }
  }
}

extension Sample {
  /// One beat of a series.
  public struct SeriesBeat: Sample.FieldStructure {
    /// Seconds since the series began.
    public var timeSinceStart: Number?
    /// Whether beats before it were missed: `YES` or `NO`.
    public var precededByGap: String?
    /// Content without a field.
    public var extras: Extras?

    /// One of which nothing is known.
    public init() {}

    /// Shows the fields to a visitor.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.number("timeSinceStart", &timeSinceStart)
      try visitor.text("precededByGap", &precededByGap)
    }
  }
}
