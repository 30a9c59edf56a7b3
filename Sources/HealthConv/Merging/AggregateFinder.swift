import HealthBytes
import HealthModel
import HealthStore

/// Finds the aggregates that do not count, in samples that are read once more: another one of their type, source and time counts, or
/// the samples of a full export (`Aggregate`). `load` does the same in a store.
///
/// Those of one file are no versions of each other: it has each period once, and two of one time are two entries. Of those of several
/// files, the one that is read later counts. Workouts are compared by `SameWorkoutFinder`.
///
/// Memory: records of some 100 bytes are sorted on the disk by type and start.
struct AggregateFinder: ~Copyable {
  private var records: ExternalSorter?
  private var buffer = ByteBuffer(capacity: 128)
  /// What the datasets cover that are full exports.
  private var coverage: [UInt64: [ExportCoverage]] = [:]
  private var observer: InboxObserver?
  private var exported: Timestamp?

  private static let marks = ["sum", "average", "total", "copy", "part"]

  init() {}

  /// Whether a sample is an aggregate that can be added.
  @inline(__always)
  static func isAggregate(_ sample: borrowing Sample) -> Bool {
    switch sample {
    case .quantity(let sample): isMarked(sample.header)
    case .category(let sample): isMarked(sample.header)
    case .correlation(let sample): isMarked(sample.header)
    default: false
    }
  }

  private static func isMarked(_ header: SampleHeader) -> Bool {
    !header.metadata.isEmpty && header.descriptor.source.version == nil
      && header.metadata[Aggregate.key] != nil
  }

  /// Begins a dataset. Of a full export, all samples are to be observed.
  mutating func begin(_ info: DatasetInfo) {
    finishDataset()
    guard let date = info.exportDate else { return }
    (observer, exported) = (InboxObserver(), date)
  }

  private mutating func finishDataset() {
    guard let observer, let exported else { return }
    for found in observer.times(exported: exported).coverage {
      coverage[Self.hash(found.type), default: []].append(found)
    }
    (self.observer, self.exported) = (nil, nil)
  }

  /// Adds the time of a sample to what its dataset covers.
  @inline(__always)
  mutating func observe(_ sample: Sample) { observer?.add(sample) }

  /// Adds an aggregate.
  ///
  /// - Parameters:
  ///   - place: The number of the dataset (`high`), and the position of the sample in it (`low`). Places must ascend.
  ///   - file: The name of the file it is of.
  mutating func add(_ sample: Sample, at place: SortKey, of file: String) throws(HealthError) {
    guard let header = sample.header, header.start.isKnown, header.end.isKnown,
      Timestamp.isInRange(
        seconds: header.start.secondsSince1970, offsetMinutes: Int64(header.start.offsetMinutes)),
      Timestamp.isInRange(
        seconds: header.end.secondsSince1970, offsetMinutes: Int64(header.end.offsetMinutes))
    else { return }
    let mark = Self.marks.firstIndex(of: header.metadata[Aggregate.key] ?? "") ?? 0
    if records == nil { records = try ExternalSorter(memory: 1 << 22) }
    buffer.removeAll()
    for word in [
      place.high, place.low, Self.hash(header.descriptor.type.identifier),
      UInt64(bitPattern: header.start.secondsSince1970),
      UInt64(bitPattern: header.end.secondsSince1970),
      UInt64(bitPattern: Int64(header.start.offsetMinutes)), Self.hash(file, place.high),
    ] { buffer.append(word: word) }
    buffer.append(UInt8(mark))
    buffer.append(utf8: String(header.descriptor.sourceName?.prefix(1_024) ?? ""))
    try buffer.withBytes { (bytes) throws(HealthError) in try records?.add(place, bytes) }
  }

  private static func hash(_ text: String, _ number: UInt64 = 0) -> UInt64 {
    var hash = ContentHash()
    hash.combine(text)
    hash.combine(number)
    return hash.state
  }

  /// Finds those that do not count. Nothing can be added afterwards.
  ///
  /// - Parameter unwanted: The places of aggregates that do not count for another reason, as keys of empty records.
  /// - Returns: Their places; `nil` if there are no aggregates.
  consuming func replaced(
    without unwanted: consuming ExternalSorter? = nil
  ) throws(HealthError) -> PositionList? {
    finishDataset()
    guard let records = records.take() else { return nil }
    var unwantedPlaces: PositionList?
    if let sorter = unwanted.take() { unwantedPlaces = try PositionList(sorter) }
    var byStart = try ExternalSorter(memory: 1 << 22)
    var sorted = try records.sorted()
    while try sorted.next() {
      if try unwantedPlaces?.contains(sorted.key) ?? false { continue }
      let key = sorted.withBytes { SortKey(high: $0.word(at: 16), low: $0.word(at: 24) ^ 1 << 63) }
      try sorted.withBytes { (bytes) throws(HealthError) in try byStart.add(key, bytes) }
    }
    return try Self.replaced(byStart.sorted(), coverage)
  }

  /// A finding, if some do not count: they are in what is written. Nothing can be added afterwards.
  consuming func findings(of name: String) throws(HealthError) -> [Finding] {
    guard let replaced = try self.replaced() else { return [] }
    let count = replaced.count
    if count == 0 { return [] }
    let subject =
      count == 1 ? "1 sum or average is" : "\(count.grouped) sums or averages are"
    return [
      Finding(
        rule: "overlapping-aggregates", severity: .warning, place: Place(file: name),
        message:
          "\(subject) of the time of others, in a later file or of shorter periods: the sum of the samples counts both; "
          + "statistics, and a store that loads the files, count one"
      )
    ]
  }

  private static func replaced(
    _ sorted: consuming SortedRecords, _ coverage: [UInt64: [ExportCoverage]]
  ) throws(HealthError) -> PositionList {
    var replaced = try ExternalSorter(memory: 1 << 20)
    var sweep = AggregateSweep()
    var type: UInt64?
    while try sorted.next() {
      if sorted.key.high != type { sweep = AggregateSweep() }
      type = sorted.key.high
      let aggregate = sorted.withBytes { Self.aggregate($0) }
      let isCovered =
        coverage[sorted.key.high]?.contains { aggregate.isReplaced(by: $0) } ?? false
      for gone in isCovered ? [aggregate] : sweep.add(aggregate) {
        try replaced.add(place(of: gone), Span())
      }
    }
    return try PositionList(replaced)
  }

  /// The bits of the position in the number of an aggregate; those above are the number of the dataset.
  private static let positionBits: UInt64 = 44

  private static func place(of aggregate: Aggregate) -> SortKey {
    let number = UInt64(bitPattern: aggregate.change)
    return SortKey(high: number >> positionBits, low: number & (1 << positionBits - 1))
  }

  /// Reads the bytes that ``add(_:at:of:)`` has written.
  private static func aggregate(_ bytes: Span<UInt8>) -> Aggregate {
    var name: [UInt8] = []
    for index in 57..<max(57, bytes.count) { name.append(bytes[index]) }
    return Aggregate(
      change: Int64(bitPattern: bytes.word(at: 0) << positionBits | bytes.word(at: 8)),
      start: Int64(bitPattern: bytes.word(at: 24)), end: Int64(bitPattern: bytes.word(at: 32)),
      offset: Int64(bitPattern: bytes.word(at: 40)) * 60,
      source: String(decoding: name, as: UTF8.self),
      mark: marks[min(Int(bytes[56]), marks.count - 1)], file: bytes.word(at: 48))
  }
}
