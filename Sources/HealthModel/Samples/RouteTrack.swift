/// The points of a route as a GPX file holds them.
public struct RouteTrack: FieldStructure {
  /// What the track is called, such as `Route 2025-09-16 6:15pm`.
  public var name: String?
  /// What wrote the file; `Apple Health Export` if nothing is said.
  public var creator: String?
  /// When the file was written.
  public var time: Timestamp?
  /// The points, in the order of the file.
  public var locations: [RouteLocation] = []
  /// What was written of it that it has no field for.
  public var extras: Extras?

  /// One of which nothing is known.
  public init() {}

  /// Shows the fields to a visitor.
  public mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ visitor: inout Visitor) {
    visitor.text("name", &name)
    visitor.text("creator", &creator)
    visitor.date("time", &time)
    visitor.list("locations", element: "Location", &locations)
  }
}

/// One point of a route (`CLLocation`).
public struct RouteLocation: FieldStructure {
  /// When it was passed.
  public var date: Timestamp?
  /// Degrees north.
  public var latitude: Number?
  /// Degrees east.
  public var longitude: Number?
  /// Meters above sea level.
  public var altitude: Number?
  /// Meters; negative when unknown.
  public var horizontalAccuracy: Number?
  /// Meters; negative when unknown.
  public var verticalAccuracy: Number?
  /// Degrees clockwise from north; negative when unknown.
  public var course: Number?
  /// Meters per second; negative when unknown.
  public var speed: Number?
  /// What was written of it that it has no field for.
  public var extras: Extras?

  /// One of which nothing is known.
  public init() {}

  /// Shows the fields to a visitor.
  public mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ visitor: inout Visitor) {
    visitor.date("date", &date)
    visitor.number("latitude", &latitude)
    visitor.number("longitude", &longitude)
    visitor.number("altitude", &altitude)
    visitor.number("horizontalAccuracy", &horizontalAccuracy)
    visitor.number("verticalAccuracy", &verticalAccuracy)
    visitor.number("course", &course)
    visitor.number("speed", &speed)
  }
}
