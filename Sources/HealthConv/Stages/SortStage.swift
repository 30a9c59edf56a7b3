import HealthBytes
import HealthFormats

extension Conversion {
  /// In which order samples are written.
  public enum Order: String, Sendable, CaseIterable {
    /// That in which they were read.
    case none
    /// By their start, those without a time first; samples of equal start keep their order.
    case start
  }
}

/// Holds all samples back, on the disk, and passes them on in the order of their starts.
final class SortStage: SampleStage {
  /// Takes samples, until the last was read.
  private var sorter: SampleSorter?
  /// Returns the samples in that order, after the last was added.
  private var sorted: Samples?

  init(_ info: DatasetInfo) throws(HealthError) {
    sorter = try SampleSorter(info)
  }

  func process(_ sample: Sample) throws(HealthError) -> Sample? {
    try sorter?.add(sample)
    return nil
  }

  func release() throws(HealthError) -> Sample? {
    if let sorter = sorter.take() { sorted = try sorter.sorted() }
    return try sorted?.next()
  }
}

/// Samples that wait on the disk until the last one was read, as JSON Lines, which lose nothing.
struct SpooledSamples: ~Copyable {
  private let spool: Spool
  private var writer: JSONLinesWriter

  init(_ info: DatasetInfo) throws(HealthError) {
    let spool = try Spool()
    var writer = JSONLinesWriter(sink: spool)
    try writer.begin(info)
    self.spool = spool
    self.writer = writer
  }

  mutating func write(_ sample: Sample) throws(HealthError) {
    try writer.write(sample)
  }

  /// The samples, in the order in which they were written.
  consuming func read() throws(HealthError) -> Samples {
    try writer.finish()
    let source = try spool.source()
    return try Samples(
      JSONLinesReader(source: source, name: "waiting samples", options: ReadOptions()))
  }
}

/// Samples that come after all others. There is a temporary file only if there are such samples.
struct LastSamples: ~Copyable {
  private let info: DatasetInfo
  private var spooled: SpooledSamples?
  private var waiting: Samples?

  init(_ info: DatasetInfo) { self.info = info }

  mutating func add(_ sample: Sample) throws(HealthError) {
    if spooled == nil { spooled = try SpooledSamples(info) }
    try spooled?.write(sample)
  }

  /// The next of them, after the last one was added; `nil` at the end.
  mutating func next() throws(HealthError) -> Sample? {
    if let spooled = spooled.take() { waiting = try spooled.read() }
    return try waiting?.next()
  }
}
