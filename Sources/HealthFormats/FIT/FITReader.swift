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
  var distances = RouteCounter<Int64, Int64>()
  /// The sessions in a pool whose distances are those of their lengths.
  var pools: [FITSession] = []
  var origin = FITOrigin()
  /// What the file states to be.
  var fileType: Int64?
  /// Whether that is something that was not recorded.
  var isPlan = false
  /// Whether the input has other files: then, files of what was not recorded are counted.
  var isOneOfSeveral: Bool
  /// The counts of such files.
  var plans = FindingTally()
  private var isChained = false
  /// The contents of the activities that were read.
  private var contents: Set<FITContent> = []
  /// What the file before in a chain of files stated.
  var chained: (origin: FITOrigin, offset: Int16, offsetIsKnown: Bool)?
  var beats = FITBeats()
  /// The series of the activity that is read, and those of the finished one that are returned.
  var beatList: FITBeatList
  var beatCursor: FITBeatReader?
  var strap = FITStrap()
  var daily = FITDaily()
  var sleep = FITSleep()
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
    recordLimit: Int = Limits.routePoints.value, unread: [String: Int] = [:],
    findings: [Finding] = []
  ) {
    notes.unreadFiles = unread
    self.findings = findings
    self.files = files
    isOneOfSeveral = files.count > 1
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
    if files.count > 1, nextFile == files.count, parser == nil { findings += plans.takeAll() }
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
      // Equal samples of two files are one.
      ordinals = OrdinalCounter()
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
      (fileType, isPlan) = (nil, false)
      descriptors = [:]
      measured = nil
      strap = FITStrap()
      sleep = FITSleep()
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
    leaveOutCopy()
    try endBeats()
    beatCursor = try beatList.reader()
    beatList = FITBeatList(limit: recordLimit)
    endSleep()
    if let fault, !options.isStrict {
      findings.append(
        Finding(
          rule: fault.rule, severity: .warning, place: activity.place, message: fault.message))
    }
    if try skipPlan() { return }
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

  /// Skips a file of what was not done: a course, or a workout that is planned.
  ///
  /// - Returns: Whether it is one.
  private mutating func skipPlan() throws(HealthError) -> Bool {
    guard let name = FITPlan.name(fileType, parser?.unread ?? [:]) else { return false }
    // An error after the file ends it once more.
    fileType = 0
    let place = activity.place
    activity = FITActivity()
    activity.place = place
    records = FITRecordList(limit: recordLimit)
    dropped = [:]
    try beginActivity()
    let message = "the file is \(name), not an activity"
    let finding = message + "; not read"
    if isOneOfSeveral {
      if !plans.counts("no-activity", finding) {
        plans.add("no-activity", finding, at: place, severity: .info)
      }
    } else if options.isStrict {
      pendingError = HealthError(.malformed, rule: "no-activity", place: place, message)
    } else {
      findings.append(
        Finding(rule: "no-activity", severity: .warning, place: place, message: finding))
    }
    return true
  }

  /// Leaves out an activity that a chain of files has twice.
  private mutating func leaveOutCopy() {
    guard let checksum = parser?.contentChecksum, let end = parser?.place.byteOffset,
      !activity.sessions.isEmpty
    else { return }
    let content = FITContent(
      checksum: checksum, length: end - activity.place.byteOffset,
      starts: activity.sessions.map(\.start))
    if contents.count < FITContent.limit, contents.insert(content).inserted { return }
    guard contents.contains(content) else { return }
    findings.append(
      Finding(
        rule: duplicateFileRule.name, severity: .info, place: activity.place,
        message: "the activity was read before, from the same bytes; not read again"))
    let place = activity.place
    activity = FITActivity()
    activity.place = place
    records = FITRecordList(limit: recordLimit)
    (beats, beatList) = (FITBeats(), FITBeatList(limit: recordLimit))
  }

  /// Reports what has no field.
  mutating func reportDropped() {
    for (name, count) in dropped.sorted(by: { $0.key < $1.key }) {
      findings.append(
        Finding(
          rule: "fit-unread", severity: name.hasSuffix(" without a time") ? .warning : .info,
          place: activity.place,
          message: name.contains(" without ")
            ? "\(name): \(count); not read"
            : name.contains(" that ")
              ? "\(name): \(count)" : "\(name) that have no field: \(count)"))
    }
    dropped = [:]
  }

  /// Begins to return what was read of an activity.
  private mutating func beginActivity() throws(HealthError) {
    distances = RouteCounter()
    activity.completeStrokes()
    pools = activity.pools
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

/// What identifies the content of a file with an activity. The checksum alone would not: but two activities never start at the same
/// time, with as many bytes.
private struct FITContent: Hashable {
  let checksum: UInt16
  let length: Int64
  let starts: [Int64]

  /// The most that are compared.
  static let limit = 1 << 16
}
