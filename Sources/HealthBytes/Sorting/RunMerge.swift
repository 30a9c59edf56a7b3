/// Merges runs: the records of all in order, those of the same key by the run they are of.
///
/// A tree of losers (Knuth, The Art of Computer Programming 3, 5.4.1): each inner node holds the run that lost
/// there, so that a record costs one comparison a level.
@usableFromInline struct RunMerge {
  /// The runs. That of the current record lends its bytes until the next call of `next()`.
  @usableFromInline private(set) var runs: [RunReader] = []
  private var isEnded: [Bool]
  /// The loser of each inner node, and at index 0 the overall winner; -1 where no run was compared yet.
  private var tree: [Int]

  init(_ ranges: ArraySlice<Range<Int64>>, of spool: Spool) throws(ByteError) {
    for range in ranges { runs.append(try RunReader(range, of: spool)) }
    isEnded = Array(repeating: false, count: runs.count)
    tree = Array(repeating: -1, count: max(1, runs.count))
  }

  /// The run whose record is next, or `nil` after the last of all.
  mutating func next() throws(ByteError) -> Int? {
    if runs.isEmpty { return nil }
    if tree[0] < 0 {
      for run in runs.indices {
        isEnded[run] = try !runs[run].advance()
        replay(run)
      }
    } else {
      isEnded[tree[0]] = try !runs[tree[0]].advance()
      replay(tree[0])
    }
    return isEnded[tree[0]] ? nil : tree[0]
  }

  /// Lets a run that has a new record play its way up.
  private mutating func replay(_ run: Int) {
    var winner = run
    var node = (run + runs.count) / 2
    while node > 0 {
      if precedes(tree[node], winner) { swap(&tree[node], &winner) }
      node /= 2
    }
    tree[0] = winner
  }

  /// A run that was not compared yet precedes all others, so that these wait for it.
  private func precedes(_ a: Int, _ b: Int) -> Bool {
    if a < 0 || b < 0 { return a < b }
    if isEnded[a] != isEnded[b] { return isEnded[b] }
    let (first, second) = (runs[a].key, runs[b].key)
    return first != second ? first < second : a < b
  }
}
