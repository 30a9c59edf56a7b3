/// Names that a mistyped one may have meant.
enum NearMiss {
  /// The nearest of some names, if any is within a third of the name's letters, and at least one.
  ///
  /// - Parameters:
  ///   - name: The name that was given.
  ///   - names: The names there are.
  /// - Returns: The nearest, or `nil` if none is near.
  static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = Array(name.utf8.prefix(64))
    var best: (name: String, distance: Int)?
    for candidate in names {
      let distance = distance(wanted, Array(candidate.utf8))
      if distance < best?.distance ?? max(2, wanted.count / 3 + 1) { best = (candidate, distance) }
    }
    return best?.name
  }

  /// How many insertions, deletions, replacements and swaps of neighbours lead from `a` to `b`: the
  /// optimal string alignment distance.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
