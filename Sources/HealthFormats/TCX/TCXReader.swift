package import HealthBytes
package import HealthModel

/// Reads TCX: a workout for each activity, with its laps, its route and its totals, and a sample for each heart rate,
/// cadence and power that was measured at a point, and for the distance since the point before.
///
/// TCX states the device after the points of an activity, so the values of the points wait until the activity ends. Their
/// samples precede the workout. Courses and planned workouts are skipped and counted.
package struct TCXReader: SampleReader, ~Copyable {
  private let files: [Input.File]
  private var nextFile = 0
  private let options: ReadOptions
  private let capacity: Int
  let pointLimit: Int
  var parser: TCXParser?
  private var hasLookahead = false
  private var lookahead: TCXParser.Event?
  private var lookaheadError: HealthError?
  var activity = TCXActivity()
  /// The type of activities for which the file states no known one.
  var usualActivity = WorkoutActivityType.other
  /// The sports of the file that are not known.
  var unknownSports = FindingTally()
  var isLapOpen = false
  var activityPlace = Place(file: "")
  var pointCount = 0
  /// Values of points until their source is known.
  var measured: [Measured] = []
  /// What points counted of the distance.
  var distances = RouteCounter<Timestamp, Number>()
  /// The meters of the current lap that became samples, and whether one of its points has a distance.
  var lapMeters = Number(0)
  var isCounting = false
  /// The gaps in the distances of an activity whose sport has no type of distance, unless a later element states another.
  var jumps: [Place] = []
  /// Whether the current lap is the rest of one that was divided.
  var isRest = false
  var untimed = 0
  var unlocated = 0
  /// The points of the route.
  var points = PointLocations()
  /// The points of the activity that was read last.
  private var lastPoints = PointLocations()
  private var isWorkout = false
  /// What is returned next.
  var ready: Ready?
  private var ordinals = OrdinalCounter()
  private var origins = SharedOrigins()
  var findings: [Finding] = []
  /// Where the last sample begins.
  public private(set) var place: Place
  /// Counts of skipped comments, and of files that were not read.
  public private(set) var notes = ReaderNotes()
  private var lastProgress = ByteProgress(consumed: 0, total: nil)

  /// The values of a point.
  struct Measured {
    let date: Timestamp
    /// The values in the order of ``TCXReader/types(of:)``.
    let values: [4 of Number?]
    /// The start of the sample of the distance.
    let since: Timestamp?
    let line: Int32
    let column: Int32
  }

  /// The samples of an activity.
  struct Ready {
    let measured: [Measured]
    let descriptors: [SampleDescriptor?]
    let last: Sample
    let place: Place
    var index = 0
    var value = 0
  }

  /// A reader of a file.
  public init(source: any ByteSource, name: String, options: ReadOptions = ReadOptions()) {
    self.init(source: source, name: name, options: options, capacity: 1 << 17)
  }

  /// A reader of at most `capacity` bytes at a time, for tests.
  package init(
    source: any ByteSource, name: String, options: ReadOptions, capacity: Int,
    pointLimit: Int = Limits.routePoints.value
  ) {
    self.init(
      [Input.File(name: name) { source }], options, capacity: capacity, pointLimit: pointLimit)
  }

  init(
    _ files: [Input.File], _ options: ReadOptions, capacity: Int = 1 << 17,
    pointLimit: Int = Limits.routePoints.value, unread: [String: Int] = [:],
    findings: [Finding] = []
  ) {
    notes.unreadFiles = unread
    self.findings = findings
    self.files = files
    self.options = options
    self.capacity = capacity
    self.pointLimit = pointLimit
    place = Place(file: files.first?.name ?? "")
  }

  /// How far the current file has been read.
  public var progress: ByteProgress {
    switch parser {
    case .some(let parser): parser.progress
    case .none: lastProgress
    }
  }

  /// Empty facts: TCX states none about a dataset. The beginning of the file is read, so that a file of another format is
  /// refused.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    guard !hasLookahead else { return DatasetInfo() }
    hasLookahead = true
    do throws(HealthError) { lookahead = try nextEvent() } catch {
      guard parser?.hasRoot == true else { throw error }
      lookaheadError = error
    }
    return DatasetInfo()
  }

  /// The next sample.
  public mutating func next() throws(HealthError) -> Sample? {
    if !hasLookahead { _ = try dataset() }
    while true {
      if let sample = nextReady() {
        do throws(HealthError) {
          try origins.count(sample, consumed: progress.consumed, at: place)
        } catch {
          (ready, lookahead, nextFile) = (nil, nil, files.count)
          parser = nil
          throw error
        }
        return sample
      }
      if let error = lookaheadError {
        lookaheadError = nil
        nextFile = files.count
        parser = nil
        throw error
      }
      var event = lookahead.take()
      if event == nil { event = try nextEvent() }
      guard let event else { return nil }
      try use(event)
    }
  }

  private mutating func nextReady() -> Sample? {
    while var current = ready.take() {
      guard current.index < current.measured.count else {
        place = current.place
        isWorkout = current.last.kind == .workout
        return ordinals.numbered(current.last)
      }
      let point = current.measured[current.index]
      let value = current.value
      current.value += 1
      if current.value == 4 {
        current.value = 0
        current.index += 1
      }
      let home = current.place.file
      ready = current
      guard let number = point.values[value], let descriptor = current.descriptors[value] else {
        continue
      }
      place = Place(file: home, line: Int(point.line), column: Int(point.column))
      isWorkout = false
      return ordinals.numbered(
        .quantity(
          QuantitySample(
            header: SampleHeader(
              descriptor: descriptor, start: value == 3 ? point.since ?? point.date : point.date,
              end: point.date),
            number: number)))
    }
    return nil
  }

  /// Where the points of the last sample are, if it is a workout.
  public var parts: Place.Parts? {
    guard isWorkout else { return nil }
    return lastPoints.parts(in: place.file)
  }

  /// The findings since the last call.
  public mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  // MARK: Parts

  /// The next part of the file, or of the next file; `nil` after the last.
  private mutating func nextEvent() throws(HealthError) -> TCXParser.Event? {
    while true {
      if parser == nil {
        guard nextFile < files.count else { return nil }
        let file = files[nextFile]
        nextFile += 1
        origins = SharedOrigins()
        // Equal samples of two files are one.
        ordinals = OrdinalCounter()
        do throws(HealthError) {
          parser = try TCXParser(
            try file.open(), name: file.name, isStrict: options.isStrict, capacity: capacity)
        } catch {
          nextFile = files.count
          throw error.reading(at: Place(file: file.name))
        }
      }
      do throws(HealthError) {
        guard let event = try parser?.next() else { return nil }
        findings += parser?.takeFindings() ?? []
        guard case .end = event else { return event }
        try endFile()
      } catch {
        findings += parser?.takeFindings() ?? []
        nextFile = files.count
        throw error
      }
    }
  }

  /// The current place, and the point that was read last.
  var current: (place: Place, point: TCXPoint) {
    switch parser {
    case .some(let parser): (parser.place, parser.point)
    case .none: (activityPlace, TCXPoint())
    }
  }

  mutating func rememberPlaces() {
    lastPoints.segments = points.segments.filter { !$0.isEmpty }
    points = PointLocations()
  }

  private mutating func endFile() throws(HealthError) {
    notes.comments += parser?.comments ?? 0
    if let skipped = parser?.skipped, skipped.count > 0 {
      try report(
        "no-activity", .warning,
        "courses, planned workouts, folders and other elements that are not activities: \(skipped.count); not read",
        skipped.place)
    }
    if let parts = parser?.sessionParts, parts.count > 0 {
      try report(
        "unknown-content", .info,
        "transitions and notes of sessions of several sports: \(parts.count); not read",
        parts.place)
    }
    findings += parser?.counts.findings ?? []
    findings += unknownSports.takeAll()
    if let unread = parser?.unread, unread.count > 0 {
      try report(
        "unknown-content", .info,
        "elements of points that are not known: \(unread.count); not read", unread.place)
    }
    lastProgress = progress
    parser = nil
  }

  mutating func report(
    _ rule: String, _ severity: Finding.Severity, _ message: String, _ place: Place
  ) throws(HealthError) {
    try findings.add(
      Finding(rule: rule, severity: severity, place: place, message: message),
      isStrict: options.isStrict)
  }
}
