extension WorkoutRoute {
  /// The points of a route as a GPX file holds them.
  public struct Track: Sample.FieldStructure {
    /// The name of the track, such as `Route 2025-09-16 6:15pm`.
    public var name: String?
    /// The program that wrote the file; `Apple Health Export` if not stated.
    public var creator: String?
    /// When the file was written.
    public var time: Timestamp?
    /// The points, in the order of the file.
    public var locations: [RouteLocation] = []
    /// Content without a field.
    public var extras: Extras?

    /// One of which nothing is known.
    public init() {}

    /// Shows the fields to a visitor.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("name", &name)
      try visitor.text("creator", &creator)
      try visitor.date("time", &time)
      try visitor.list("locations", element: "Location", &locations)
    }
  }
}
