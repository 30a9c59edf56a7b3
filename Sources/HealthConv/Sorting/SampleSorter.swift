import HealthBytes
import HealthFormats

/// Sorts samples by their start, those of the same start as they came, in memory that does not grow with them.
///
/// Samples without a time (documents, unknown elements) come first, in their original order. In the temporary file
/// samples are stored as JSON Lines, which lose nothing.
///
/// ```swift
/// var sorter = try SampleSorter(samples.info)
/// while let sample = try samples.next() { try sorter.add(sample) }
/// var sorted = try sorter.sorted()
/// while let sample = try sorted.next() { … }
/// ```
package struct SampleSorter: ~Copyable {
  private var sorter: ExternalSorter
  private var writer: JSONLinesWriter
  private let line: LineSink

  /// No samples yet.
  ///
  /// - Parameters:
  ///   - info: Facts about the dataset, also used for the sorted samples.
  ///   - memory: Bytes to keep in memory; 16 MiB by default.
  /// - Throws: `HealthError` when no temporary file can be made.
  public init(_ info: DatasetInfo, memory: Int = 1 << 24) throws(HealthError) {
    let line = LineSink()
    var writer = JSONLinesWriter(sink: line)
    var sorter = try Self.sorter(memory)
    try writer.begin(info)
    // The one line before those of time zero.
    try Self.push(SortKey(high: 0, low: 0), &writer, line, to: &sorter)
    self.line = line
    self.writer = writer
    self.sorter = sorter
  }

  private static func sorter(_ memory: Int) throws(HealthError) -> ExternalSorter {
    return try ExternalSorter(memory: memory)
  }

  /// Adds a sample.
  public mutating func add(_ sample: Sample) throws(HealthError) {
    try add(sample, at: SortKey(sample.ownStart))
  }

  /// Adds a sample that is sorted by something else than its start.
  mutating func add(_ sample: Sample, at key: SortKey) throws(HealthError) {
    try writer.write(sample)
    try Self.push(key, &writer, line, to: &sorter)
  }

  private static func push(
    _ key: SortKey, _ writer: inout JSONLinesWriter, _ line: LineSink,
    to sorter: inout ExternalSorter
  ) throws(HealthError) {
    try writer.finish()
    try line.bytes.withBytes { (bytes) throws(HealthError) in try sorter.add(key, bytes) }
    line.bytes.removeAll()
  }

  /// Sorts, after which nothing can be added.
  public consuming func sorted() throws(HealthError) -> Samples {
    let name = "sorted samples"
    let source: SortedSource
    do throws(HealthError) { source = SortedSource(try sorter.sorted()) } catch {
      throw error.reading(at: Place(file: name))
    }
    return try Samples(JSONLinesReader(source: source, name: name, options: ReadOptions()))
  }
}

/// Stores the lines that a writer writes.
private final class LineSink: ByteSink {
  var bytes = ByteBuffer()

  func write(_ bytes: Span<UInt8>) throws(HealthError) { self.bytes.append(bytes) }

  func finish() throws(HealthError) {}
}

/// The bytes of sorted records, one after another.
private final class SortedSource: ByteSource {
  private var records: SortedRecords
  /// How much of the record has been read already.
  private var position = 0
  private var consumed: Int64 = 0

  init(_ records: consuming SortedRecords) { self.records = records }

  var progress: ByteProgress { ByteProgress(consumed: consumed, total: nil) }

  func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    var end = offset
    while end < buffer.count {
      let copied = records.withBytes { bytes in
        let part = bytes.extracting(position..<min(bytes.count, position + buffer.count - end))
        buffer.overwrite(at: end, with: part)
        return part.count
      }
      end += copied
      position += copied
      if copied == 0 {
        position = 0
        guard try records.next() else { break }
      }
    }
    consumed += Int64(end - offset)
    return end - offset
  }
}

extension Sample {
  /// The start of the sample; `nil` for documents and unknown elements.
  var ownStart: Timestamp? {
    switch self {
    case .document, .unknown: nil
    default: start
    }
  }
}

extension SortKey {
  /// The key that sorts identities.
  public init(_ id: SampleID) { self.init(high: id.high, low: id.low) }

  /// The key that sorts by time; what has no time comes first.
  public init(_ time: Timestamp?) {
    guard let time else {
      self.init(high: 0, low: 0)
      return
    }
    // With the sign turned over, two's complement sorts as an unsigned word does.
    self.init(
      high: UInt64(bitPattern: time.secondsSince1970) ^ 1 &<< 63,
      low: UInt64(truncatingIfNeeded: time.nanoseconds))
  }
}
