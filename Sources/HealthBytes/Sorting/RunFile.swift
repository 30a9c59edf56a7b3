/// Runs of sorted records, one after another in a temporary file.
///
/// A record is its key, its length and its bytes.
struct RunFile: ~Copyable {
  let spool: Spool
  /// The locations of the runs.
  private(set) var ranges: [Range<Int64>] = []
  private var buffer = ByteBuffer()
  private var start: Int64 = 0

  /// The longest record that is stored in a run; longer ones are stored elsewhere and referred to.
  static let longestRecord = 1 << 14
  /// The bytes before those of a record.
  static let headLength = 20
  /// The bit of the length that marks a reference.
  static let referenceBit: UInt64 = 1 << 31
  private static let flushSize = 1 << 15

  init() throws(ByteError) { spool = try Spool() }

  mutating func begin() { start = spool.count }

  /// Appends a record to the run.
  mutating func append(
    _ key: SortKey, _ record: Span<UInt8>, isReference: Bool
  ) throws(ByteError) {
    buffer.append(word: key.high)
    buffer.append(word: key.low)
    buffer.append(
      word: UInt64(record.count) | (isReference ? Self.referenceBit : 0), count: 4)
    buffer.append(record)
    if buffer.count >= Self.flushSize { try buffer.flush(to: spool) }
  }

  mutating func end() throws(ByteError) {
    try buffer.flush(to: spool)
    ranges.append(start..<spool.count)
  }

  /// The same records in fewer runs. Runs that follow one another are merged, so that records of the same
  /// key keep their order.
  func merged(by fanIn: Int) throws(ByteError) -> RunFile {
    var merged = try RunFile()
    var first = 0
    while first < ranges.count {
      let last = min(first + fanIn, ranges.count)
      var merge = try RunMerge(ranges[first..<last], of: spool)
      merged.begin()
      while let run = try merge.next() {
        let reader = merge.runs[run]
        try merged.append(
          reader.key, reader.bytes.span.extracting(reader.record),
          isReference: reader.isReference)
      }
      try merged.end()
      first = last
    }
    return merged
  }
}
