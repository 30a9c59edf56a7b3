/// Matches the samples of two datasets by identity, and keeps what differs on the disk.
struct IdentityMatching: ~Copyable {
  /// How many samples of each type are the same.
  private var same: [Int]
  private var differences: ExternalSorter
  private var buffer = ByteBuffer(capacity: 256)
  // The samples of one identity.
  private var old: [ComparisonEntry] = []
  private var new: [ComparisonEntry] = []

  /// Nothing matched yet.
  ///
  /// - Parameter types: How many types there are.
  /// - Throws: `ByteError` when no temporary file can be made.
  init(types: Int) throws(ByteError) {
    same = Array(repeating: 0, count: types)
    differences = try ExternalSorter(memory: 1 << 23)
  }

  /// Matches all samples.
  ///
  /// - Parameters:
  ///   - old: Those of the first dataset.
  ///   - new: Those of the second dataset.
  /// - Throws: `ByteError` when a temporary file cannot be written or read.
  mutating func match(
    _ old: consuming EntryList, with new: consuming EntryList
  ) throws(ByteError) {
    while true {
      let id: SortKey
      switch (old.id, new.id) {
      case (nil, nil): return
      case (let first?, nil): id = first
      case (nil, let second?): id = second
      case (let first?, let second?): id = min(first, second)
      }
      repeat {
        try old.take(id, into: &self.old)
        try new.take(id, into: &self.new)
        try settle(isLast: old.id != id && new.id != id)
      } while old.id == id || new.id == id
    }
  }

  /// Matches the samples of one identity that were taken: equal ones first, then by number.
  private mutating func settle(isLast: Bool) throws(ByteError) {
    // Nearly always there is one in each, and they are the same.
    if isLast, old.count == 1, new.count == 1, old[0].total == new[0].total {
      same[old[0].type] += 1
      old.removeAll(keepingCapacity: true)
      new.removeAll(keepingCapacity: true)
      return
    }
    let matches = Twins.matches(new.map(\.total), in: old.map(\.total))
    var isMatched = old.map { _ in false }
    for case let index? in matches {
      isMatched[index] = true
      same[old[index].type] += 1
    }
    new = zip(new, matches).filter { $0.1 == nil }.map(\.0)
    old = zip(old, isMatched).filter { !$0.1 }.map(\.0)
    // What has no equal yet waits for more of the same identity, as long as there is room.
    if !isLast, max(old.count, new.count) < Twins.limit { return }
    for index in 0..<max(old.count, new.count) {
      if index >= new.count {
        try add(.gone, old[index], from: nil)
      } else {
        try add(
          index < old.count ? .changed : .new, new[index],
          from: index < old.count ? old[index] : nil)
      }
    }
    old.removeAll(keepingCapacity: true)
    new.removeAll(keepingCapacity: true)
  }

  /// Tells what differs.
  ///
  /// - Parameters:
  ///   - types: The types, by number.
  ///   - onDifference: Is told every difference, in the order of time.
  /// - Returns: The counts of each type.
  /// - Throws: `ByteError` when a temporary file cannot be written or read.
  consuming func tell(
    _ types: [TypeTable.Entry], _ onDifference: (Difference) -> Void
  ) throws(ByteError) -> [ComparisonReport.TypeCount] {
    var teller = DifferenceTeller(types, same: same)
    try teller.tell(try differences.sorted(), onDifference)
    return teller.counts
  }

  private mutating func add(
    _ change: Difference.Change, _ entry: ComparisonEntry, from old: ComparisonEntry?
  ) throws(ByteError) {
    buffer.removeAll()
    FoundDifference(
      change: change, parts: old?.changes(to: entry) ?? 0, oldValue: old?.value ?? "", entry: entry
    ).write(to: &buffer)
    let key = SortKey(entry.start)
    try buffer.withBytes { (bytes) throws(ByteError) in try differences.add(key, bytes) }
  }
}
