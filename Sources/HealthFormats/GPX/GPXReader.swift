package import HealthBytes
package import HealthModel

/// Reads GPX 1.1 and 1.0: a workout with its route for each track, and a sample for each heart rate, cadence,
/// power, water temperature and depth that was measured at a point.
///
/// The samples of a track precede its workout, in the order of the points. Way points, routes and metadata are read as
/// unknown elements; further content of a point or a track is preserved with it.
package struct GPXReader: SampleReader, ~Copyable {
  private let files: [Input.File]
  private var nextFile = 0
  private let options: ReadOptions
  private let capacity: Int
  let pointLimit: Int
  var parser: GPXParser?
  /// An event that was read and not yet used.
  private var lookahead: GPXParser.Event?
  private var lookaheadError: HealthError?
  private var info: DatasetInfo?
  /// The metadata of the file that states those of the dataset, and how many files were opened until then.
  private var metadata: (element: Element, files: Int)?
  var track = RouteTrack()
  /// The activity of tracks that state none.
  var usualActivity = WorkoutActivityType.other
  var trackPlace = Place(file: "")
  /// Points of the track without a time.
  var untimed = 0
  /// Pauses of the file that its segments do not show, and the place of the first.
  var impliedPauses = (count: 0, place: Place(file: ""))
  /// The types of tracks of the file that are not known.
  var unknownTypes = FindingTally()
  /// The program that wrote the file.
  var creator: String?
  var measurements: RouteMeasurementTypes
  /// The points of the track.
  var points = PointLocations()
  /// Those of the track that was read last.
  var lastPoints = PointLocations()
  private var isWorkout = false
  /// Completed samples that were not returned yet, in order.
  private var ready: [(sample: Sample, place: Place)] = []
  private var ordinals = OrdinalCounter()
  private var origins = SharedOrigins()
  var findings: [Finding] = []
  /// Where the last sample begins.
  public private(set) var place: Place
  /// Comments that were read over.
  public private(set) var notes = ReaderNotes()
  /// How far the current file has been read.
  public var progress: ByteProgress {
    switch parser {
    case .some(let parser): parser.progress
    case .none: lastProgress
    }
  }
  private var lastProgress = ByteProgress(consumed: 0, total: nil)

  /// A reader of a file.
  ///
  /// - Parameter source: The bytes, in any encoding that the document declares.
  public init(source: any ByteSource, name: String, options: ReadOptions = ReadOptions()) {
    self.init(source: source, name: name, options: options, capacity: 1 << 17)
  }

  /// A reader that looks at so many bytes at a time, for tests.
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
    self.pointLimit = pointLimit
    self.files = files
    self.options = options
    self.capacity = capacity
    measurements = RouteMeasurementTypes()
    place = Place(file: files.first?.name ?? "")
  }

  /// The date at which the first file was written.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    if let info { return info }
    var info = DatasetInfo()
    do throws(HealthError) {
      while let event = try nextEvent() {
        if case .document(let attributes) = event {
          start(attributes)
          continue
        }
        lookahead = event
        if case .element(var element) = event, element.name == GPXVocabulary.metadata {
          metadata = (element, nextFile)
          info.exportDate = element.takeTime()
          info.deidentified = element.takePolicy()
          lookahead =
            element.children.isEmpty && element.attributes.isEmpty ? nil : .element(element)
        }
        break
      }
    } catch {
      guard parser?.hasRoot == true else {
        self.info = info
        throw error
      }
      lookaheadError = error
    }
    self.info = info
    return info
  }

  /// The next sample.
  public mutating func next() throws(HealthError) -> Sample? {
    if case nil = info { _ = try dataset() }
    while ready.isEmpty {
      if let error = lookaheadError {
        lookaheadError = nil
        nextFile = files.count
        throw error
      }
      if let event = lookahead.take() {
        try use(event)
      } else {
        guard let event = try nextEvent() else { return nil }
        try use(event)
      }
    }
    let (sample, place) = ready.removeFirst()
    self.place = place
    do throws(HealthError) {
      try origins.count(sample, consumed: progress.consumed, at: place)
    } catch {
      (ready, lookahead, nextFile) = ([], nil, files.count)
      parser = nil
      throw error
    }
    isWorkout = sample.kind == .workout
    return sample
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

  /// The next event of the file, or of the next file; `nil` after the last.
  private mutating func nextEvent() throws(HealthError) -> GPXParser.Event? {
    while true {
      if parser == nil {
        guard nextFile < files.count else { return nil }
        try open(files[nextFile])
        nextFile += 1
      }
      do throws(HealthError) {
        guard let event = try parser?.next() else { return nil }
        takeFromParser()
        guard case .end = event else { return event }
        try endFile()
      } catch {
        takeFromParser()
        nextFile = files.count
        throw error
      }
    }
  }

  private mutating func open(_ file: Input.File) throws(HealthError) {
    let source: any ByteSource
    do throws(HealthError) { source = try file.open() } catch {
      nextFile = files.count
      throw error.reading(at: Place(file: file.name))
    }
    origins = SharedOrigins()
    // Equal samples of two files are one.
    ordinals = OrdinalCounter()
    parser = try GPXParser(
      source, name: file.name, extensions: .all, isStrict: options.isStrict, capacity: capacity)
  }

  private mutating func takeFromParser() {
    if let found = parser?.takeFindings() { findings += found }
  }

  private mutating func endFile() throws(HealthError) {
    notes.comments += parser?.comments ?? 0
    if let unqualified = parser?.unqualified, unqualified.count > 0 {
      findings.append(
        Finding(
          rule: "unqualified-extensions", severity: .info, place: unqualified.place,
          message:
            "elements in extensions without a namespace of their own, which the schema of GPX does "
            + "not allow: \(unqualified.count); read by their names"))
    }
    findings += parser?.counts.findings ?? []
    if impliedPauses.count > 0 {
      findings.append(
        Finding(
          rule: "implied-pause", severity: .info, place: impliedPauses.place,
          message:
            "gaps of over 5 minutes and less than 50 m in a segment: \(impliedPauses.count); read as pauses"
        ))
      impliedPauses.count = 0
    }
    findings += unknownTypes.takeAll()
    lastProgress = progress
    parser = nil
  }

  /// Whether an element is the metadata of the dataset, which each file of a writer states.
  func isRepeated(_ element: Element) -> Bool {
    guard let metadata else { return false }
    return nextFile > metadata.files && element == metadata.element
  }

  mutating func deliver(_ sample: Sample, place: Place) {
    ready.append((ordinals.numbered(sample), place))
  }
}

extension Element {
  /// Takes the first child that is a time out of the content: the instant, however it is written.
  mutating func takeTime() -> Timestamp? {
    for (index, child) in children.enumerated() {
      if let text = child.plainText(of: GPXVocabulary.time), let time = Timestamp(gpx: text) {
        children.remove(at: index)
        return time.universal
      }
    }
    return nil
  }
}
