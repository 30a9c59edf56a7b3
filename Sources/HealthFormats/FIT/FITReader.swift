// The sport of an activity, which decides the types of its samples, and the offset of its clock from UTC are at the end of
// a file, after the records. Until then the records are stored, 136 bytes each: the latest ones, as many as a workout may
// have points, in memory, the others on the disk. An activity with more points is divided when its sessions are known.
// Samples are made one record at a time, so that they need no memory of their own.
// Files of monitoring have no such order: each sample is returned when it is read.

package import HealthBytes
package import HealthModel

/// Reads FIT: a workout with its route for each activity, a sample for each measurement of its records, and the samples
/// of other files: monitoring, sleep, weight, blood pressure.
///
/// Sports and the clock's offset are at the end of an activity: its records wait until then. Its samples precede its
/// workout, as in GPX.
package struct FITReader: SampleReader, ~Copyable {
  private let files: [Input.File]
  private var nextFile = 0
  private let options: ReadOptions
  private let capacity: Int
  let recordLimit: Int
  var parser: FITParser?
  var activity = FITActivity()
  var records: FITRecordList
  /// The records of the finished activity that become samples; `nil` while a file is read.
  var cursor: FITRecordReader?
  /// The points of the workout that is returned next, the span of its records, and the hundredths of meters that were
  /// measured in it, by the starts of their sessions.
  var locations: [RouteLocation] = []
  var partSpan: ClosedRange<Int64>?
  var partMeters: [Int64: Int64] = [:]
  /// Whether a part of the activity was returned.
  var isDivided = false
  var extras = FITExtras()
  var lapCount = 0
  /// The count of distance in fields that have it together with the speed.
  var compressedCount: Int64?
  private var descriptors: [QuantityType: SampleDescriptor] = [:]
  var measurements: [FITMeasurement] = []
  /// What records of the sport have that becomes no sample, and of this what stays with a point that has a position.
  var unmeasured: [FITRecordField] = []
  var measured: WorkoutActivityType?
  var lastDistance: (time: Int64, meters: Int64)?
  var origin = FITOrigin()
  private var isChained = false
  /// What the file before in a chain of files stated.
  var chained: (origin: FITOrigin, offset: Int16, offsetIsKnown: Bool)?
  var beats = FITBeats()
  /// The series of the activity that is read, and those of the finished one that are returned.
  var beatList: FITBeatList
  var beatCursor: FITBeatReader?
  var strap = FITStrap()
  var daily = FITDaily()
  var sleep: (level: Int64, time: Int64)?
  /// Values and messages that have no place, by what they are.
  var dropped: [String: Int] = [:]
  /// Completed samples that were not returned yet, and the index of the next one.
  private var ready: [(sample: Sample, place: Place)] = []
  private var readyIndex = 0
  private var ordinals = OrdinalCounter()
  var findings: [Finding] = []
  private var pendingError: HealthError?
  package private(set) var place: Place
  package private(set) var notes = ReaderNotes()
  private var lastProgress = ByteProgress(consumed: 0, total: nil)

  /// A reader that looks at so many bytes at a time, for tests.
  package init(
    source: any ByteSource, name: String, options: ReadOptions = ReadOptions(),
    capacity: Int = 1 << 16, recordLimit: Int = Limits.routePoints.value
  ) {
    self.init(
      [Input.File(name: name) { source }], options, capacity: capacity, recordLimit: recordLimit)
  }

  init(
    _ files: [Input.File], _ options: ReadOptions, capacity: Int = 1 << 16,
    recordLimit: Int = Limits.routePoints.value, unread: [String: Int] = [:]
  ) {
    notes.unreadFiles = unread
    self.files = files
    self.options = options
    self.capacity = capacity
    self.recordLimit = recordLimit
    records = FITRecordList(limit: recordLimit)
    beatList = FITBeatList(limit: recordLimit)
    place = Place(file: files.first?.name ?? "")
  }

  package var progress: ByteProgress {
    switch parser {
    case .some(let parser): parser.progress
    case .none: lastProgress
    }
  }

  /// Nothing: a FIT file states nothing about a dataset.
  package mutating func dataset() throws(HealthError) -> DatasetInfo { DatasetInfo() }

  package mutating func next() throws(HealthError) -> Sample? {
    while readyIndex == ready.count {
      ready.removeAll(keepingCapacity: true)
      readyIndex = 0
      if beatCursor != nil {
        try emitBeats()
      } else if cursor != nil {
        try emitRecord()
      } else if let error = pendingError {
        pendingError = nil
        nextFile = files.count
        parser = nil
        throw error
      } else {
        do throws(HealthError) {
          guard try step() else { return nil }
        } catch {
          // What was read before is returned first.
          try finishFile(nil)
          pendingError = error
        }
      }
    }
    let (sample, place) = ready[readyIndex]
    readyIndex += 1
    self.place = place
    return sample
  }

  package mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  // MARK: Files

  /// Reads the next message.
  ///
  /// - Returns: Whether there was one.
  private mutating func step() throws(HealthError) -> Bool {
    if parser == nil {
      guard nextFile < files.count else { return false }
      let file = files[nextFile]
      nextFile += 1
      do throws(HealthError) {
        parser = FITParser(try file.open(), name: file.name, capacity: capacity)
        isChained = false
      } catch {
        nextFile = files.count
        throw error.reading(at: Place(file: file.name))
      }
    }
    guard let event = try parser?.next() else { return false }
    switch event {
    case .start:
      if !isChained {
        chained = nil
      } else if origin.source != nil || activity.offsetIsKnown {
        chained = (origin, activity.offset, activity.offsetIsKnown)
      }
      isChained = true
      activity = FITActivity()
      records = FITRecordList(limit: recordLimit)
      (lapCount, compressedCount) = (0, nil)
      activity.place = parser?.place ?? place
      origin = FITOrigin()
      descriptors = [:]
      measured = nil
      strap = FITStrap()
      sleep = nil
    case .message: try use()
    case .end(let fault):
      try finishFile(fault)
      if options.isStrict, let fault {
        pendingError = HealthError(
          .malformed, rule: fault.rule, place: activity.place,
          String(fault.message.prefix { $0 != ";" }))
      }
    case .finish(let fault):
      if let fault {
        let place = Place(file: activity.place.file)
        if options.isStrict {
          pendingError = HealthError(
            .malformed, rule: fault.rule, place: place,
            String(fault.message.prefix { $0 != ";" }))
        } else {
          findings.append(
            Finding(rule: fault.rule, severity: .warning, place: place, message: fault.message))
        }
      }
      lastProgress = progress
      parser = nil
    }
    return true
  }

  private mutating func finishFile(_ fault: FITParser.Fault?) throws(HealthError) {
    try endBeats()
    beatCursor = try beatList.reader()
    beatList = FITBeatList(limit: recordLimit)
    endSleep()
    if let fault, !options.isStrict {
      findings.append(
        Finding(
          rule: fault.rule, severity: .warning, place: activity.place, message: fault.message))
    }
    if let unread = parser?.unread, !unread.isEmpty {
      let count = unread.values.reduce(0) { $0 + $1 }
      let numbers = unread.keys.sorted().prefix(20).map(String.init).joined(separator: ", ")
      findings.append(
        Finding(
          rule: "fit-unread", severity: .info, place: activity.place,
          message:
            "messages of kinds that are not read: \(count) (of the numbers \(numbers)\(unread.count > 20 ? ", ..." : ""))"
        ))
    }
    for (kind, values) in parser?.unusedValues ?? [:] {
      if let title = kind.title { dropped[title, default: 0] += values }
    }
    if let values = parser?.unreadDeveloperValues, values > 0 {
      dropped["values of fields by other developers", default: 0] += values
    }
    reportDropped()
    try beginActivity()
  }

  /// Reports what has no field.
  mutating func reportDropped() {
    for (name, count) in dropped.sorted(by: { $0.key < $1.key }) {
      findings.append(
        Finding(
          rule: "fit-unread", severity: name.hasSuffix(" without a time") ? .warning : .info,
          place: activity.place,
          message: name.contains(" without ")
            ? "\(name): \(count); not read" : "\(name) that have no field: \(count)"))
    }
    dropped = [:]
  }

  /// Begins to return what was read of an activity.
  private mutating func beginActivity() throws(HealthError) {
    lastDistance = nil
    (isDivided, partSpan, partMeters, locations) = (false, nil, [:], [])
    cursor = activity.isEmpty ? nil : try records.reader()
  }

  // MARK: Samples

  mutating func quantity(
    _ type: QuantityType, _ unit: String, _ number: Number, _ start: Timestamp, _ end: Timestamp
  ) -> Sample {
    let descriptor: SampleDescriptor
    if let known = descriptors[type] {
      descriptor = known
    } else {
      descriptor = SampleDescriptor(
        type: .quantity(type), unitText: unit, source: origin.source, device: origin.device)
      descriptors[type] = descriptor
    }
    return .quantity(
      QuantitySample(
        header: SampleHeader(descriptor: descriptor, start: start, end: end), number: number))
  }

  mutating func originChanged() { descriptors = [:] }

  mutating func deliver(_ sample: Sample, place: Place? = nil) {
    ready.append((ordinals.numbered(sample), place ?? activity.place))
  }
}
