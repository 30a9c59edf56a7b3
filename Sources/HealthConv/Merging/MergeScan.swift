import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// The first pass over datasets that are merged: finds the samples that are not to be written.
struct MergeScan: ~Copyable {
  /// The facts about each dataset, and its name.
  private(set) var infos: [(info: DatasetInfo, name: String)] = []
  private(set) var report = Merge.Report()
  /// Why reading stopped before the end of the last dataset, if it did.
  private(set) var readError: HealthError?
  private let preference: Merge.Preference
  var people: PeopleCheck
  /// Compares the sources of the datasets, if that is wanted.
  var sources: RenamedSourceCheck?
  /// Finds workouts that several sources recorded, if one of them is to be written.
  var sameWorkouts: SameWorkoutFinder?
  /// Whether of two workouts of one identity in files of activities both are kept, as each may have what the other lacks.
  var keepsActivities = false
  /// Finds aggregates of which others of the same time count.
  private var aggregates: AggregateFinder? = AggregateFinder()
  private let digester = SampleDigester(.meaning)
  private var entries: ExternalSorter
  private var buffer = ByteBuffer(capacity: 56)

  init(_ preference: Merge.Preference, _ people: PeopleCheck) throws(HealthError) {
    self.preference = preference
    self.people = people
    entries = try ExternalSorter()
  }

  /// Reads the next dataset, up to its end or an error.
  mutating func read(
    _ dataset: Dataset, _ selection: Selection, _ unmet: UnmetConditions,
    _ zones: NamedZones? = nil, _ onProgress: Conversion.Progress.Handler
  ) throws(HealthError) {
    var samples = try dataset.samples()
    try people.add(samples.info, named: dataset.name)
    sources?.begin(dataset.name)
    let isOfActivities = dataset.format.isOfActivities
    let input = report.inputs.count
    report.inputs.append(.init(name: dataset.name))
    infos.append((samples.info, dataset.name))
    // The date of a file of activities is not that of an export of everything.
    aggregates?.begin(isOfActivities ? DatasetInfo() : samples.info)
    var counter = SampleCounter(selection, unmet: unmet)
    var position: UInt64 = 0
    var files = dataset.hasSeveralFiles ? FileNumbers() : nil
    var ticks = ProgressTicks()
    while true {
      let nested = counter.takeNested()
      guard let sample = nested == nil ? samples.next(storingErrorIn: &readError) : nested else {
        break
      }
      zones?.add(sample)
      if nested != nil || counter.admit(sample) {
        report.inputs[input].read += 1
        if !isOfActivities { sources?.add(sample) }
        aggregates?.observe(sample)
        let isAggregate = AggregateFinder.isAggregate(sample)
        if isAggregate {
          try aggregates?.add(
            sample, at: SortKey(high: UInt64(input), low: position), of: samples.place.file)
        }
        let file = files?.number(of: samples.place.file) ?? 0
        try add(
          counter.relinked(sample), input, position, file: file, isAggregate: isAggregate,
          isJoined: isOfActivities && (sameWorkouts != nil || keepsActivities)
            && sample.kind == .workout)
      }
      position += 1
      counter.flushIfLarge()
      if ticks.isDue(after: sample) {
        report.findings.add(samples.takeFindings())
        try ticks.report(samples.progress, to: onProgress)
      }
    }
    report.findings.add(samples.takeFindings())
  }

  private mutating func add(
    _ sample: Sample, _ input: Int, _ position: UInt64, file: Int, isAggregate: Bool,
    isJoined: Bool
  ) throws(HealthError) {
    let content = digester.total(sample)
    var key = SortKey(sample.id, content: content)
    var role = MergeGroup.Entry.Role.sample
    if let version = sample.syncVersion {
      // In the order of datasets, as are the parts of files.
      key = SortKey(high: key.high, low: 0)
      role = .version(version)
    } else if case .document(let document) = sample, let path = document.fields.path {
      var hash = ContentHash()
      // Every export of Apple has a document of the same path.
      hash.combine(sample.participant ?? "")
      hash.combine(path)
      key = SortKey(high: hash.state, low: 0)
      role = .file
    }
    let isWorkout = sample.kind == .workout
    let match =
      file == 0
      ? 0 : SharedSampleFinder.match(sample, isAggregate: isAggregate) ^ (isWorkout ? content : 0)
    try add(
      key,
      MergeGroup.Entry(
        content: content, input: input, position: position, role: role, file: file, match: match,
        uuid: role == .sample ? sample.header?.uuid : nil, isWorkout: isWorkout,
        isAggregate: isAggregate, isJoined: isJoined))
    guard sample.canHoldSamples else { return }
    if case .workout(let workout) = sample {
      try sameWorkouts?.add(
        workout, at: SortKey(high: UInt64(input), low: position), content: content)
    }
    for (index, member) in sample.members.enumerated() {
      let version = member.sample.syncVersion ?? SyncVersion(nil)
      try add(
        SortKey(high: member.sample.id.high, low: .max),
        MergeGroup.Entry(
          content: sample.id.high, input: input, position: position,
          role: .nested(index, version, member.membership)))
    }
  }

  private mutating func add(_ key: SortKey, _ entry: MergeGroup.Entry) throws(HealthError) {
    buffer.removeAll()
    entry.write(to: &buffer)
    try buffer.withBytes { (bytes) throws(HealthError) in try entries.add(key, bytes) }
  }

  /// Facts about the merged dataset: those of the newest export; of participants, the facts about each.
  var info: DatasetInfo {
    if infos.contains(where: \.info.hasParticipants) {
      var findings: [Finding] = []
      return DatasetInfo(
        uniting: infos.map(\.info), named: infos.map(\.name), findings: &findings)
    }
    var newest = DatasetInfo()
    for (index, (info, _)) in infos.enumerated() {
      let (known, date) = (newest.exportDate, info.exportDate)
      if index == 0 || date.map({ date in known.map { $0 < date } ?? true }) == true {
        newest = info
      }
    }
    newest.deidentified = DatasetInfo.commonPolicy(of: infos.map(\.info))
    return newest
  }

  /// Decides which samples are written.
  consuming func finish(_ report: inout Merge.Report) throws(HealthError) -> MergeDecision {
    let finder = sameWorkouts.take()
    let aggregateFinder = aggregates.take()
    let info = info
    var records = try entries.sorted()
    var group = try MergeGroup(preference, infos.map(\.info.exportDate))
    var identity: UInt64?
    while try records.next() {
      if records.key.high != identity { try group.finish() }
      identity = records.key.high
      try group.add(records.withBytes { MergeGroup.Entry($0) })
    }
    try group.finish()
    for (index, counts) in group.counts.enumerated() {
      report.inputs[index].same = counts.same
      report.inputs[index].conflicts = counts.conflicts
    }
    let unwantedWorkouts = group.takeUnwantedWorkouts()
    let unwantedAggregates = group.takeUnwantedAggregates()
    var decision = try group.finished()
    report.written = report.inputs.reduce(0) { $0 + $1.read } - decision.unwantedCount
    if let aggregateFinder {
      if let replaced = try aggregateFinder.replaced(without: unwantedAggregates) {
        report.replacedAggregates = replaced.count
        report.written -= replaced.count
        decision.aggregates = consume replaced
      }
    }
    if let finder {
      let groups = try finder.groups(without: unwantedWorkouts, info)
      report.sameWorkouts = groups.counts.severalSources
      report.sameWorkoutsLeftOut = groups.counts.leftOut
      report.shiftedWorkouts = groups.counts.shifted
      report.written -= groups.counts.leftOut
      decision.sameWorkouts = consume groups
    }
    return decision
  }
}

extension Format {
  /// Whether its files are activities, as services send them to each other: a source with the samples of another is then
  /// another service, not a renamed device.
  var isOfActivities: Bool {
    [.fit, .tcx, .gpx, .sportsArchive].contains { (format: Format) in format.name == name }
  }
}

extension MergeGroup.Entry {
  fileprivate func write(to buffer: inout ByteBuffer) {
    buffer.append(word: content)
    buffer.append(word: position)
    buffer.append(word: UInt64(input), count: 4)
    buffer.append(word: UInt64(file), count: 4)
    let flag: UInt8 = (isWorkout ? 0x80 : 0) | (isAggregate ? 0x40 : 0) | (isJoined ? 0x20 : 0)
    switch role {
    case .sample:
      buffer.append(flag)
      buffer.append(word: match)
      if let uuid {
        buffer.append(word: uuid.high)
        buffer.append(word: uuid.low)
      }
    case .file: buffer.append(1)
    case .version(let version):
      buffer.append(2 | flag)
      buffer.append(word: UInt64(bitPattern: version.number))
    case .nested(let index, let version, let membership):
      buffer.append(membership == .nestedOnly ? 3 : 4)
      buffer.append(word: UInt64(bitPattern: version.number))
      buffer.append(word: UInt64(index))
    }
  }

  /// Reads the record that `write` has written.
  fileprivate init(_ bytes: Span<UInt8>) {
    let role: Role =
      switch bytes[24] & 0x1f {
      case 0: .sample
      case 1: .file
      case 2: .version(SyncVersion(Int64(bitPattern: bytes.word(at: 25))))
      default:
        .nested(
          Int(bytes.word(at: 33)), SyncVersion(Int64(bitPattern: bytes.word(at: 25))),
          bytes[24] == 3 ? .nestedOnly : .alsoTopLevel)
      }
    self.init(
      content: bytes.word(at: 0), input: Int(bytes.word(at: 16, count: 4)),
      position: bytes.word(at: 8), role: role, file: Int(bytes.word(at: 20, count: 4)),
      isWorkout: bytes[24] & 0x80 != 0, isAggregate: bytes[24] & 0x40 != 0,
      isJoined: bytes[24] & 0x20 != 0)
    guard role == .sample else { return }
    match = bytes.word(at: 25)
    if bytes.count > 33 { uuid = SampleUUID(high: bytes.word(at: 33), low: bytes.word(at: 41)) }
  }
}

/// Positions to be skipped, in order, in a second pass over samples that were numbered in the first.
struct PositionList: ~Copyable {
  let count: Int
  private var positions: SortedRecords
  private var isAtEnd: Bool

  /// Sorts positions.
  ///
  /// - Parameter positions: A sorter of empty records, each with its position as the key.
  init(_ positions: consuming ExternalSorter) throws(HealthError) {
    count = positions.count
    var sorted = try positions.sorted()
    isAtEnd = try !sorted.next()
    self.positions = sorted
  }

  /// Whether a position is in the list. Call it in ascending order of positions.
  mutating func contains(_ position: SortKey) throws(HealthError) -> Bool {
    while !isAtEnd, positions.key < position { isAtEnd = try !positions.next() }
    guard !isAtEnd, positions.key == position else { return false }
    isAtEnd = try !positions.next()
    return true
  }
}

/// Counts the samples whose sync identifier another sample has, too: versions of one sample. Memory does not grow with
/// the samples.
struct SyncIdentifierCount: ~Copyable {
  private var identities: ExternalSorter?

  /// Adds a sample that has a sync identifier.
  mutating func add(_ sample: Sample) throws(HealthError) {
    if identities == nil { identities = try ExternalSorter(memory: 1 << 22) }
    try identities?.add(SortKey(sample.id), Span())
  }

  /// How many samples have the identifier of one before them.
  mutating func takeRepeated() throws(HealthError) -> Int {
    guard let identities = identities.take() else { return 0 }
    var sorted = try identities.sorted()
    var last: SortKey?
    var count = 0
    while try sorted.next() {
      if sorted.key == last { count += 1 }
      last = sorted.key
    }
    return count
  }
}
