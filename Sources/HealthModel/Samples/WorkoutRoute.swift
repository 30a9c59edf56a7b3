/// Where a workout went (`HKWorkoutRoute`).
public struct WorkoutRoute: Sample.FieldStructure {
  /// The app or device that wrote it.
  public var sourceName: String?
  /// In which version.
  public var sourceVersion: String?
  /// The device that measured it, exactly as written.
  public var device: String?
  /// When it was saved.
  public var creationDate: Timestamp?
  /// When it began.
  public var startDate: Timestamp?
  /// When it ended.
  public var endDate: Timestamp?
  /// Its metadata.
  public var metadata = Metadata()
  /// The files next to the export that contain the points.
  public var files: [WorkoutRoute.FileReference] = []
  /// The points themselves, as iOS 11 and 12 wrote them.
  public var locations: [RouteLocation] = []
  /// Content without a field.
  public var extras: Extras?

  /// One of which nothing is known.
  public init() {}

  /// Shows the fields to a visitor.
  public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
    throws(Visitor.Failure)
  {
    try visitor.text("sourceName", &sourceName)
    try visitor.text("sourceVersion", &sourceVersion)
    try visitor.text("device", &device)
    try visitor.date("creationDate", &creationDate)
    try visitor.date("startDate", &startDate)
    try visitor.date("endDate", &endDate)
    try visitor.metadata(&metadata)
    try visitor.list("files", element: "FileReference", &files)
    try visitor.list("locations", element: "Location", &locations)
  }
}

extension WorkoutRoute {
  /// A file next to the export.
  public struct FileReference: Sample.FieldStructure {
    /// Its path from the folder of the export, with a leading slash.
    public var path: String?
    /// The content of that file.
    public var track: WorkoutRoute.Track?
    /// Content without a field.
    public var extras: Extras?

    /// One of which nothing is known.
    public init() {}

    /// Shows the fields to a visitor.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("path", &path)
      try visitor.sideFile("track", &track)
    }
  }
}
