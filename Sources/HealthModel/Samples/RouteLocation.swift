/// One point of a route (`CLLocation`).
///
/// Routes have points by the hundred thousand: the numbers are stored side by side, in half the memory that they would
/// take one by one, and copying a point counts no references but two.
public struct RouteLocation: Sample.FieldStructure {
  /// Which numbers a point has, by their place in ``digits``.
  package enum Slot: Int {
    case latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, course, speed
    /// Only a spelling and whether there is one are at this place.
    case date

    /// Those of numbers, in the order of `visit`.
    package static let numbers: [7 of Slot] = [
      .latitude, .longitude, .altitude, .horizontalAccuracy, .verticalAccuracy, .course, .speed,
    ]
    /// The names of their fields.
    package static let names = numbers.indices.map { "\(numbers[$0])" }
  }

  private var digits: [7 of Int64]
  private var exponents: [7 of Int16]
  /// A bit for each slot that has a value.
  private var present: UInt8
  private var offsetMinutes: Int16
  private var nanoseconds: Int32
  private var seconds: Int64
  private var spellings: Spellings?
  /// Content without a field.
  public var extras: Extras?
}

extension RouteLocation {
  /// The points.
  public static func points(_ list: [RouteLocation]) -> [RouteLocation]? { list }

  /// The points.
  public static func list(_ points: [RouteLocation]) -> [RouteLocation]? { points }

  /// An empty value: no field is set.
  public init() {
    self.init(
      digits: .init(repeating: 0), exponents: .init(repeating: 0), present: 0, offsetMinutes: 0,
      nanoseconds: 0, seconds: 0, spellings: nil, extras: nil)
  }

  /// One with a date and all numbers, which are in the order of the slots.
  package init(
    secondsSince1970: Int64, offsetMinutes: Int16 = 0, _ numbers: [7 of PlainNumber]
  ) {
    // One that sets field after field would copy the whole value at its end.
    self.init(
      digits: .init { numbers[$0].digits }, exponents: .init { numbers[$0].exponent },
      present: 0xff,
      offsetMinutes: offsetMinutes, nanoseconds: 0, seconds: secondsSince1970, spellings: nil,
      extras: nil)
  }

  /// When it was passed.
  public var date: Timestamp? {
    get {
      guard has(.date) else { return nil }
      return Timestamp(
        secondsSince1970: seconds, nanoseconds: nanoseconds, offsetMinutes: offsetMinutes,
        spelling: spellings?[Slot.date.rawValue])
    }
    set {
      set(.date, isPresent: newValue != nil, newValue?.spelling)
      seconds = newValue?.secondsSince1970 ?? 0
      nanoseconds = newValue?.nanoseconds ?? 0
      offsetMinutes = newValue?.offsetMinutes ?? 0
    }
  }

  /// Degrees north.
  public var latitude: Number? {
    get { number(.latitude) }
    set { set(.latitude, newValue) }
  }

  /// Degrees east.
  public var longitude: Number? {
    get { number(.longitude) }
    set { set(.longitude, newValue) }
  }

  /// Meters above sea level.
  public var altitude: Number? {
    get { number(.altitude) }
    set { set(.altitude, newValue) }
  }

  /// Meters; negative when unknown.
  public var horizontalAccuracy: Number? {
    get { number(.horizontalAccuracy) }
    set { set(.horizontalAccuracy, newValue) }
  }

  /// Meters; negative when unknown.
  public var verticalAccuracy: Number? {
    get { number(.verticalAccuracy) }
    set { set(.verticalAccuracy, newValue) }
  }

  /// Degrees clockwise from north; negative when unknown.
  public var course: Number? {
    get { number(.course) }
    set { set(.course, newValue) }
  }

  /// Meters per second; negative when unknown.
  public var speed: Number? {
    get { number(.speed) }
    set { set(.speed, newValue) }
  }

  /// Calls the visitor with each field.
  public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
    throws(Visitor.Failure)
  {
    try visitor.date("date", &date)
    try visitor.number("latitude", &latitude)
    try visitor.number("longitude", &longitude)
    try visitor.number("altitude", &altitude)
    try visitor.number("horizontalAccuracy", &horizontalAccuracy)
    try visitor.number("verticalAccuracy", &verticalAccuracy)
    try visitor.number("course", &course)
    try visitor.number("speed", &speed)
  }

  /// Whether two points say the same; numbers and dates however spelled.
  public static func == (a: RouteLocation, b: RouteLocation) -> Bool {
    a.present == b.present && a.date == b.date && a.latitude == b.latitude
      && a.longitude == b.longitude && a.altitude == b.altitude
      && a.horizontalAccuracy == b.horizontalAccuracy
      && a.verticalAccuracy == b.verticalAccuracy && a.course == b.course && a.speed == b.speed
      && a.extras == b.extras
  }

  // MARK: Slots

  /// The spellings of the values that need one, by slot; nearly no point has any.
  private final class Spellings: Sendable {
    private let texts: [Spelling?]

    init(_ texts: [Spelling?]) { self.texts = texts }

    subscript(slot: Int) -> Spelling? { texts[slot] }

    func replacing(_ slot: Int, with spelling: Spelling?) -> Spellings {
      var texts = texts
      texts[slot] = spelling
      return Spellings(texts)
    }
  }

  /// Whether it has neither a text form of a value nor content without a field.
  package var isPlain: Bool { spellings == nil && extras == nil }

  /// The number of a plain point.
  package func plain(_ slot: Slot) -> PlainNumber? {
    guard has(slot) else { return nil }
    return PlainNumber(digits: digits[slot.rawValue], exponent: exponents[slot.rawValue])
  }

  private func has(_ slot: Slot) -> Bool { present & (1 << UInt8(slot.rawValue)) != 0 }

  package func number(_ slot: Slot) -> Number? {
    guard has(slot) else { return nil }
    let index = slot.rawValue
    return Number(
      digits: digits[index], exponent: exponents[index], spelling: spellings?[index])
  }

  private mutating func set(_ slot: Slot, _ number: Number?) {
    set(slot, isPresent: number != nil, number?.spelling)
    digits[slot.rawValue] = number?.digits ?? 0
    exponents[slot.rawValue] = number?.exponent ?? 0
  }

  private mutating func set(_ slot: Slot, isPresent: Bool, _ spelling: Spelling?) {
    let bit: UInt8 = 1 << UInt8(slot.rawValue)
    present = isPresent ? present | bit : present & ~bit
    guard spelling != nil || spellings != nil else { return }
    let all = spellings ?? Spellings([Spelling?](repeating: nil, count: 8))
    spellings = all.replacing(slot.rawValue, with: spelling)
  }
}

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

    /// An empty value: no field is set.
    public init() {}

    /// Calls the visitor with each field.
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
  /// The points that are in the export itself, as iOS 11 and 12 wrote them.
  public var ownLocations: [RouteLocation] = []
  /// Content without a field.
  public var extras: Extras?

  /// An empty value: no field is set.
  public init() {}

  /// All points: those in the export itself, then those of its files.
  public var locations: [RouteLocation] {
    ownLocations + files.flatMap { $0.track?.locations ?? [] }
  }

  /// Calls the visitor with each field.
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
    try visitor.list("locations", element: "Location", &ownLocations)
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

    /// An empty value: no field is set.
    public init() {}

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("path", &path)
      try visitor.sideFile("track", &track)
    }
  }
}
