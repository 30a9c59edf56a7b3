/// Samples of one identity, matched: those that come with those that were there before.
///
/// This is the definition of what is the same, changed and new, for stores, comparisons and merges alike. Equal samples
/// pair first, each at most once. If then exactly one is left on each side, the one has changed to the other. All
/// others have no partner: a sample never takes the place of another that differs from it.
///
/// ``IdentityJoin`` does the same for samples on the disk.
package struct IdentityMatch {
  /// For each new sample, the index of the equal old sample; `nil` if no sample is equal.
  package let equals: [Int?]
  /// The places of the two samples of which one has changed to the other.
  package let change: (old: Int, new: Int)?

  /// Matches samples.
  ///
  /// - Complexity: Linear in their number.
  package init(_ new: [UInt64], in old: [UInt64]) {
    var places: [UInt64: [Int]] = [:]
    for index in old.indices.reversed() { places[old[index], default: []].append(index) }
    equals = new.map { places[$0]?.popLast() }
    let pairs = equals.count { $0 != nil }
    guard old.count - pairs == 1, new.count - pairs == 1,
      let left = places.values.first(where: { !$0.isEmpty }),
      let changed = equals.firstIndex(of: nil)
    else {
      change = nil
      return
    }
    change = (left[0], changed)
  }
}
