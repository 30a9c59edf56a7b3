import HealthBytes
import HealthModel
public import HealthStore
import HealthValidation

/// Two datasets that are compared: which samples both have, which one of them only, and which say something
/// else in the other. The formats of the two do not matter.
///
/// ```swift
/// let comparison = Comparison(of: try .open("old.zip"), with: try .open("new.jsonl"))
/// let report = try comparison.run { print($0.change, $0.kind, $0.type, $0.parts) }
/// ```
///
/// Samples are matched by identity. Of several with one identity, equal ones pair; if then one is left in each
/// dataset, it has changed. Of what has no partner, a sample that is gone and a new one have changed, too, if they
/// are the only ones of their type, start and source. Memory does not grow with the datasets; the disk holds some
/// 100 bytes a sample.
public struct Comparison: InterruptibleWork {
  /// The first dataset.
  public let old: Dataset
  /// The second dataset.
  public let new: Dataset
  /// How exactly samples are compared.
  public var fidelity = Fidelity.meaning
  /// The selection of samples of both datasets.
  public var selection = Selection()
  /// Whether differences come with the values of quantities and categories.
  public var showsValues = false
  /// Called every few thousand samples with the progress of reading a dataset.
  public var onProgress: Conversion.Progress.Handler = { _ in }

  /// A comparison of all samples.
  public init(of old: Dataset, with new: Dataset) {
    self.old = old
    self.new = new
  }

  /// Compares.
  ///
  /// - Parameter onDifference: Called with every difference, in order of start.
  public func run(onDifference: (Comparison.Difference) -> Void) throws(HealthError)
    -> Comparison.Report
  {
    var report = Comparison.Report()
    var types = TypeTable()
    let unmet = UnmetConditions(selection)
    var log = try EntryLog()
    let first = try read(old, &types, &report.findings, unmet, pass: 1) {
      (key, _, entry) throws(HealthError) in try log.add(key, entry)
    }
    var match = SequenceMatch(try log.finish())
    var same: [Int] = []
    var firstRest = try ExternalSorter(memory: 1 << 23)
    var secondRest = try ExternalSorter(memory: 1 << 23)
    let second = try read(new, &types, &report.findings, unmet, pass: 2) {
      (key, type, entry) throws(HealthError) in
      guard try match.take(key, entry, &firstRest) else { return try secondRest.add(key, entry) }
      if type >= same.count { same += Array(repeating: 0, count: type + 1 - same.count) }
      same[type] += 1
    }
    try match.finish(&firstRest)
    let isReordered = first.order != second.order
    let counts: [Comparison.Report.TypeCount]
    var finder = try DifferenceFinder(types: types.entries.count, same: same)
    try finder.compare(firstRest.sorted(), with: secondRest.sorted())
    counts = try finder.report(types.entries, onDifference)
    report.types = counts.sorted {
      ($1.differences, $1.same, $0.identifier) < ($0.differences, $0.same, $1.identifier)
    }
    report.dataset = first.info.differences(from: second.info, fidelity)
    report.selectionNotes = unmet.notes(
      selected: report.same + report.changed + report.gone + report.new)
    report.isReordered =
      fidelity == .exact && isReordered && report.changed == 0
      && report.gone == 0 && report.new == 0
    return report
  }
}

extension Comparison.Report.TypeCount {
  /// How many samples differ.
  public var differences: Int { changed + gone + new }
}

/// One of two datasets that are compared.
private struct ComparisonSide {
  let info: DatasetInfo
  /// A hash of what the samples say, in their order.
  let order: UInt64
}

extension Comparison {
  private func read(
    _ dataset: Dataset, _ types: inout TypeTable, _ findings: inout FindingLog,
    _ unmet: UnmetConditions, pass: Int,
    _ add: (SortKey, _ type: Int, _ entry: Span<UInt8>) throws(HealthError) -> Void
  ) throws(HealthError) -> ComparisonSide {
    var samples = try dataset.samples()
    let digester = SampleDigester(fidelity)
    var counter = SampleCounter(selection, unmet: unmet)
    var order = ContentHash()
    var buffer = ByteBuffer(capacity: 256)
    var ticks = ProgressTicks()
    try samples.readAll(jobs: dataset.jobs) { (samples) throws(HealthError) in
      while true {
        let nested = counter.takeNested()
        guard let sample = try nested == nil ? samples.next() : nested else { return true }
        counter.flushIfLarge()
        if ticks.isDue(after: sample) {
          findings.add(samples.takeFindings())
          try ticks.report(samples.progress, pass: pass, of: 2, to: onProgress)
        }
        guard nested != nil || counter.admit(sample) else { continue }
        let (digest, type) = (digester.digest(sample), types.index(of: sample))
        let total = ComparisonEntry.total(digest, type)
        order.combine(total)
        buffer.removeAll()
        ComparisonEntry.write(
          digest, type, sample.ownStart, total, showsValues ? sample.shownValue : "", to: &buffer)
        try buffer.withBytes { (bytes) throws(HealthError) in
          try add(SortKey(sample.id, content: total), type, bytes)
        }
      }
    }
    findings.add(samples.takeFindings())
    return ComparisonSide(info: samples.info, order: order.state)
  }
}

extension Sample {
  /// The value of a quantity or a category in words, cut off where it is long.
  fileprivate var shownValue: String {
    let text: String
    switch self {
    case .quantity(let sample): text = "\(sample.number)\(sample.unit.map { " " + $0 } ?? "")"
    case .category(let sample): text = sample.value?.name ?? ""
    default: return ""
    }
    return text.utf8.count <= 200
      ? text : String(decoding: text.utf8.prefix(200), as: UTF8.self) + "…"
  }
}

/// What a comparison needs of a sample: a record on the disk.
struct ComparisonEntry: MatchedRecord {
  /// None: where UUIDs are compared, they are a part of the content.
  var uuid: SampleUUID? { nil }
  var type: Int
  /// When it began, if it has a time of its own.
  var start: Timestamp?
  /// One hash of its type and all its parts.
  var total: UInt64
  var mask: UInt32
  /// Half a hash of each part: enough to say which parts differ where it is known that some do.
  var parts: [32 of UInt32] = .init(repeating: 0)
  /// Its value in words, where values are to be shown.
  var value: String = ""

  init(_ digest: SampleDigest, type: Int, start: Timestamp?, value: String) {
    (self.type, self.start, self.value) = (type, start, value)
    total = Self.total(digest, type)
    mask = digest.mask
    digest.forEachPart { parts[$0] = UInt32(truncatingIfNeeded: $1) }
  }

  static func total(_ digest: SampleDigest, _ type: Int) -> UInt64 {
    var hash = ContentHash()
    hash.combine(digest.total)
    hash.combine(type)
    return hash.state
  }

  /// The parts in which two samples differ, a bit for each.
  func changes(to other: ComparisonEntry) -> UInt32 {
    var changes = mask ^ other.mask
    for index in 0..<SampleDigest.count where parts[index] != other.parts[index] {
      changes |= 1 &<< UInt32(index)
    }
    return changes
  }

  // MARK: On the disk

  func write(to buffer: inout ByteBuffer) {
    Self.writeHead(type, start, total, mask, to: &buffer)
    for index in 0..<SampleDigest.count where mask & 1 &<< UInt32(index) != 0 {
      buffer.append(word: UInt64(parts[index]), count: 4)
    }
    buffer.append(utf8: value)
  }

  /// Writes the entry of a digest without making it: for each sample.
  static func write(
    _ digest: SampleDigest, _ type: Int, _ start: Timestamp?, _ total: UInt64, _ value: String,
    to buffer: inout ByteBuffer
  ) {
    writeHead(type, start, total, digest.mask, to: &buffer)
    digest.forEachPart { buffer.append(word: $1, count: 4) }
    buffer.append(utf8: value)
  }

  private static func writeHead(
    _ type: Int, _ start: Timestamp?, _ total: UInt64, _ mask: UInt32, to buffer: inout ByteBuffer
  ) {
    buffer.append(word: UInt64(type), count: 2)
    buffer.append(start == nil ? 0 : 1)
    if let start {
      buffer.append(word: UInt64(bitPattern: start.secondsSince1970))
      buffer.append(word: UInt64(UInt32(bitPattern: start.nanoseconds)), count: 4)
      buffer.append(word: UInt64(UInt16(bitPattern: start.offsetMinutes)), count: 2)
    }
    buffer.append(word: total)
    buffer.append(word: UInt64(mask), count: 4)
  }

  static func type(of bytes: Span<UInt8>) -> Int { Int(bytes.word(at: 0, count: 2)) }

  /// Reads the record that `write` has written.
  init(_ bytes: Span<UInt8>) {
    var at = 0
    func take(_ count: Int) -> UInt64 {
      defer { at += count }
      return bytes.word(at: at, count: count)
    }
    type = Int(take(2))
    if take(1) == 1 {
      start = Timestamp(
        secondsSince1970: Int64(bitPattern: take(8)),
        nanoseconds: Int32(bitPattern: UInt32(take(4))),
        offsetMinutes: Int16(bitPattern: UInt16(take(2))))
    }
    total = take(8)
    mask = UInt32(take(4))
    for index in 0..<SampleDigest.count where mask & 1 &<< UInt32(index) != 0 {
      parts[index] = UInt32(take(4))
    }
    if at < bytes.count {
      value = String(decoding: (at..<bytes.count).map { bytes[$0] }, as: UTF8.self)
    }
  }
}
