import HealthBytes
import HealthModel

/// The records of an activity, which wait for its end: the last ones in memory, those before on the disk.
struct FITRecordList {
  private var recent: [FITRecord] = []
  private var spool: Spool?
  private let limit: Int
  private(set) var span: ClosedRange<Int64>?

  /// No records.
  ///
  /// - Parameter limit: The most that are in memory.
  init(limit: Int) { self.limit = max(1, limit) }

  var isEmpty: Bool { recent.isEmpty }
  var last: FITRecord? { recent.last }

  mutating func append(_ record: FITRecord) throws(HealthError) {
    if recent.count >= limit { try spoolRecent() }
    recent.append(record)
    span =
      span.map {
        min($0.lowerBound, record.time)...max($0.upperBound, record.time)
      } ?? record.time...record.time
  }

  private mutating func spoolRecent() throws(HealthError) {
    let spool: Spool
    if let known = self.spool { spool = known } else { spool = try Spool() }
    self.spool = spool
    var buffer = ByteBuffer(capacity: 1 << 16)
    for (index, record) in recent.enumerated() {
      record.write(to: &buffer)
      if index & 255 == 255 { try buffer.flush(to: spool) }
    }
    try buffer.flush(to: spool)
    recent.removeAll(keepingCapacity: true)
  }

  /// Reads the records in the order in which they came.
  func reader() throws(HealthError) -> FITRecordReader {
    FITRecordReader(try spool?.source(), recent)
  }
}

/// Reads records one after another.
final class FITRecordReader {
  private let source: (any ByteSource)?
  private var buffer = [UInt8](repeating: 0, count: FITRecord.size * 128)
  private var position = 0
  private var end = 0
  private let recent: [FITRecord]
  private var index = 0

  init(_ source: (any ByteSource)?, _ recent: [FITRecord]) {
    (self.source, self.recent) = (source, recent)
  }

  func next() throws(HealthError) -> FITRecord? {
    if position == end, let source {
      // A buffer holds whole records, and the file ends with one.
      (position, end) = (0, try source.fill(&buffer))
    }
    if position < end {
      defer { position += FITRecord.size }
      let storage = buffer
      return FITRecord(storage.span, at: position)
    }
    guard index < recent.count else { return nil }
    index += 1
    return recent[index - 1]
  }
}

extension FITRecord {
  /// The bytes of a record on the disk: its time and its values, 8 bytes each.
  static let size = 8 * 17

  func write(to buffer: inout ByteBuffer) {
    buffer.append(word: UInt64(bitPattern: time))
    for index in values.indices { buffer.append(word: UInt64(bitPattern: values[index])) }
  }

  init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard let time = ByteScan.word(bytes, at: offset) else { return nil }
    self.init(time: Int64(bitPattern: time))
    for index in values.indices {
      guard let value = ByteScan.word(bytes, at: offset + 8 * (index + 1)) else { return nil }
      values[index] = Int64(bitPattern: value)
    }
  }
}
