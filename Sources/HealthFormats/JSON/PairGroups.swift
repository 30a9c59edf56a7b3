import HealthBytes

/// Pairs by their keys, if the first pair of every key, then the second of every key that has one, and so on, are the pairs in
/// their order. Takes some 70 bytes for each pair.
struct PairGroups {
  /// The first pair of each key, in the order of these.
  private(set) var first: [Int32] = []
  /// The next pair of the same key; -1 after the last one.
  private var next: [Int32]

  init?(_ pairs: [(String, String)]) {
    next = [Int32](repeating: -1, count: pairs.count)
    var last: [Key: Int32] = [:]
    last.reserveCapacity(pairs.count)
    for index in pairs.indices {
      let place = Int32(truncatingIfNeeded: index)
      if let before = last.updateValue(place, forKey: Key(text: pairs[index].0)) {
        next[Int(before)] = place
      } else {
        first.append(place)
      }
    }
    if first.count == pairs.count { return }
    // Of the keys that have a pair left, the next one.
    var round = first
    var expected: Int32 = 0
    while !round.isEmpty {
      for pair in round {
        guard pair == expected else { return nil }
        expected += 1
      }
      round = round.compactMap { next[Int($0)] >= 0 ? next[Int($0)] : nil }
    }
  }

  /// The pair of the same key that follows one; `nil` after the last.
  func next(after pair: Int) -> Int? { next[pair] >= 0 ? Int(next[pair]) : nil }

  /// A key, compared by bytes: strings that are equal in Swift may consist of different scalars.
  private struct Key: Hashable {
    let text: String

    static func == (a: Key, b: Key) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    func hash(into hasher: inout Hasher) {
      let bytes = text.utf8Span.span
      var at = 0
      while let word = ByteScan.word(bytes, at: at) {
        hasher.combine(word)
        at += 8
      }
      while at < bytes.count {
        hasher.combine(bytes[at])
        at += 1
      }
    }
  }
}
