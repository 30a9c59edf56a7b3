/// A difference as a record on the disk, to be reported in order of start.
struct FoundDifference {
  var change: Comparison.Difference.Change
  /// The parts that differ, a bit for each.
  var parts: UInt32
  /// The value in the first dataset, if both have the sample.
  var oldValue: String
  /// The sample as in the second dataset, or as in the first if the second lacks it.
  var entry: ComparisonEntry

  private static let changes: [Comparison.Difference.Change] = [.gone, .new, .changed]

  /// Appends the record.
  func write(to buffer: inout ByteBuffer) {
    buffer.append(UInt8(truncatingIfNeeded: Self.changes.firstIndex(of: change) ?? 0))
    buffer.append(word: UInt64(parts), count: 4)
    buffer.append(word: UInt64(oldValue.utf8.count), count: 2)
    buffer.append(utf8: oldValue)
    entry.write(to: &buffer)
  }
}

extension FoundDifference {
  /// Reads the record that `write` has written.
  init(_ bytes: Span<UInt8>) {
    change = Self.changes[Int(bytes[0])]
    parts = UInt32(bytes.word(at: 1, count: 4))
    let end = 7 + Int(bytes.word(at: 5, count: 2))
    oldValue = String(decoding: (7..<end).map { bytes[$0] }, as: UTF8.self)
    entry = ComparisonEntry(bytes.extracting(end..<bytes.count))
  }
}
