/// Positions to be left out, in order, for a second pass over samples that were numbered in the first.
struct PositionList: ~Copyable {
  let count: Int
  private var positions: SortedRecords
  private var isAtEnd: Bool

  /// Sorts positions.
  ///
  /// - Parameter positions: A sorter of empty records, each with its position as the key.
  init(_ positions: consuming ExternalSorter) throws(ByteError) {
    count = positions.count
    var sorted = try positions.sorted()
    isAtEnd = try !sorted.next()
    self.positions = sorted
  }

  /// Whether a position is in the list. Call it in ascending order of positions.
  mutating func contains(_ position: SortKey) throws(ByteError) -> Bool {
    guard !isAtEnd, positions.key == position else { return false }
    isAtEnd = try !positions.next()
    return true
  }
}
