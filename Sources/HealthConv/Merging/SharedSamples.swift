import HealthBytes
import HealthModel
import HealthStore

/// Numbers the files of an input, of which each is read as a whole before the next one.
struct FileNumbers {
  private var file: String?
  private var count = 0

  /// The number of the file that a sample is of, from 1.
  mutating func number(of file: String) -> Int {
    if file != self.file { (self.file, count) = (file, count + 1) }
    return count
  }
}

/// Counts samples of one identity, file after file: those of one file are different samples, those of two files are the same ones, of
/// exports that overlap.
struct FileCount {
  private var kept = 0
  private var met = 0
  private var file = 0

  /// Adds a sample.
  ///
  /// - Returns: Whether a file before has it.
  mutating func has(_ file: Int) -> Bool {
    if file != self.file { (self.file, met) = (file, 0) }
    met += 1
    if met <= kept { return true }
    kept += 1
    return false
  }
}

/// Finds samples that several files of one input have, such as exports of times that overlap in one folder, or a file that was
/// downloaded twice: those of one identity and equal metadata. The origin may differ, as the device does between two formats of one
/// activity. Of an aggregate, the later one counts, else the first. Workouts have to be equal: of others of one identity, one is
/// completed by `SameWorkouts`. Of the versions of a sample with a sync identifier, the highest counts anyway: they are not compared.
///
/// Memory: records of 13 bytes are sorted on the disk by identity.
struct SharedSampleFinder: ~Copyable {
  private var records: ExternalSorter?
  private var files = FileNumbers()
  private var position: UInt64 = 0
  private var buffer = ByteBuffer(capacity: 16)
  private let digester = SampleDigester(.meaning)

  /// The bits of a position in its dataset; those above are the number of the dataset.
  private static let positionBits: UInt64 = 44

  init() {}

  /// Begins a dataset.
  mutating func begin(_ dataset: Int) { position = UInt64(dataset) << Self.positionBits }

  /// Adds the next sample.
  ///
  /// - Parameter file: The name of the file it is of.
  mutating func add(_ sample: Sample, of file: String) throws(HealthError) {
    let number = files.number(of: file)
    defer { position += 1 }
    if sample.syncVersion != nil { return }
    if records == nil { records = try ExternalSorter(memory: 1 << 22) }
    let isAggregate = AggregateFinder.isAggregate(sample)
    buffer.removeAll()
    buffer.append(word: position)
    buffer.append(word: UInt64(number), count: 4)
    buffer.append(isAggregate ? 1 : 0)
    let content = sample.kind == .workout ? digester.total(sample) : 0
    let id = sample.id
    let key = SortKey(
      high: id.high, low: id.low ^ content ^ Self.match(sample, isAggregate: isAggregate))
    try buffer.withBytes { (bytes) throws(HealthError) in try records?.add(key, bytes) }
  }

  /// A hash of what samples of one identity must have in common, in addition to it.
  static func match(_ sample: Sample, isAggregate: Bool) -> UInt64 {
    guard let header = sample.header else { return 0 }
    return (isAggregate ? 0 : header.metadata.id.low) ^ (header.uuid?.hash ?? 0)
  }

  /// The most aggregates of one identity in a file of which the later ones count.
  private static let mostKept = 1 << 10

  /// The positions of samples that another file has: the number of the dataset (`high`), and of the sample in it (`low`); `nil` if
  /// there are none. Nothing can be added afterwards.
  consuming func shared() throws(HealthError) -> PositionList? {
    guard let records = records.take() else { return nil }
    var found: ExternalSorter?
    var sorted = try records.sorted()
    var (key, count): (SortKey?, FileCount) = (nil, FileCount())
    var kept: [UInt64] = []
    while try sorted.next() {
      if sorted.key != key { (key, count, kept) = (sorted.key, FileCount(), []) }
      let (position, file, isAggregate) = sorted.withBytes {
        ($0.word(at: 0), Int($0.word(at: 8, count: 4)), $0[12] == 1)
      }
      guard count.has(file) else {
        if isAggregate, kept.count < Self.mostKept { kept.append(position) }
        continue
      }
      var left = position
      if isAggregate, !kept.isEmpty {
        left = kept.removeFirst()
        kept.append(position)
      }
      if found == nil { found = try ExternalSorter(memory: 1 << 20) }
      let place = SortKey(
        high: left >> Self.positionBits, low: left & (1 << Self.positionBits - 1))
      try found?.add(place, Span())
    }
    guard let found = found.take() else { return nil }
    return try PositionList(found)
  }

  /// A finding, if there are some: they are in what is written. Nothing can be added afterwards.
  consuming func findings(of name: String) throws(HealthError) -> [Finding] {
    guard let shared = try self.shared() else { return [] }
    let count = shared.count
    return [
      Finding(
        rule: "shared-sample", severity: .warning, place: Place(file: name),
        message: (count == 1 ? "1 sample is" : "\(count.grouped) samples are")
          + " also in another file of the input, and written for each; merging leaves them out, and statistics and stores "
          + "count them once")
    ]
  }
}
