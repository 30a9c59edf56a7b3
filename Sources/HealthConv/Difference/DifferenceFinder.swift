import HealthStore

/// Finds what differs between two datasets, and keeps it on the disk.
struct DifferenceFinder: ~Copyable {
  /// How many samples of each type are the same.
  private var same: [Int]
  private var differences: ExternalSorter
  private var buffer = ByteBuffer(capacity: 256)

  init(types: Int) throws(ByteError) {
    same = Array(repeating: 0, count: types)
    differences = try ExternalSorter(memory: 1 << 23)
  }

  /// Compares all samples.
  ///
  /// - Parameter old: The entries of the first dataset, in the order of an ``IdentityJoin``.
  mutating func compare(
    _ old: consuming SortedRecords, with new: consuming SortedRecords
  ) throws(ByteError) {
    var join = try IdentityJoin<ComparisonEntry>(old, new)
    while let outcome = try join.next() {
      switch outcome {
      case .same: same[join.withBytes { ComparisonEntry.type(of: $0) }] += 1
      case .changed(let old, let new): try add(.changed, new, from: old)
      case .gone(let entry): try add(.gone, entry, from: nil)
      case .new(let entry): try add(.new, entry, from: nil)
      }
    }
  }

  /// Reports what differs.
  ///
  /// - Parameter onDifference: Receives every difference, in the order of time.
  consuming func report(
    _ types: [TypeTable.Entry], _ onDifference: (Comparison.Difference) -> Void
  ) throws(ByteError) -> [Comparison.Report.TypeCount] {
    var reporter = DifferenceReporter(types, same: same)
    try reporter.report(try differences.sorted(), onDifference)
    return reporter.counts
  }

  private mutating func add(
    _ change: Comparison.Difference.Change, _ entry: ComparisonEntry, from old: ComparisonEntry?
  ) throws(ByteError) {
    buffer.removeAll()
    FoundDifference(
      change: change, parts: old?.changes(to: entry) ?? 0, oldValue: old?.value ?? "", entry: entry
    ).write(to: &buffer)
    let key = SortKey(entry.start)
    try buffer.withBytes { (bytes) throws(ByteError) in try differences.add(key, bytes) }
  }
}
