// Nested samples are found by queries, too: members of correlations and records of workouts that are not also at top
// level. `SampleMatcher.matches(in:)` is the definition for streams and stores: a matching sample is returned with
// its nested samples; of one that does not match, the matching nested samples are returned. So a result contains
// each sample once, and `all` returns the samples as saved. In a database, nested samples are rows with a
// `parent`. A scan reads them with the others, leaves out those that are also at top level
// (`StoreContents.isAlsoTopLevel`, which compares identities and the sync versions that the table `metadata` has as
// numbers), and checks the rows that contain a match (`NestedRows`). Without nested rows, which the first entry of
// an index shows, only top-level rows are queried; counts find nested rows by an index of parent and series.
// Deletions and changes apply to top-level samples only. Selections (`SampleCounter`) follow the same definition,
// and mark a member as nested only if its duplicate at top level is not selected.

package import HealthErrors
import HealthModel

/// The samples that a scan of the rows of a store returns.
package enum ScanScope: Sendable {
  /// The samples that ``SampleMatcher/matches(in:)`` finds in each sample.
  case samples
  /// The samples at top level that match.
  case stored
  /// The samples at top level that match, or hold a nested one that is found.
  case holders
  /// The nested samples that are found.
  case nested
}

/// Decides which rows of nested samples a query finds, as ``SampleMatcher/matches(in:)`` does of samples in memory.
///
/// Databases leave out members that are also at top level (``StoreContents/isAlsoTopLevel``); this type
/// finds the rows that contain a nested row.
package struct NestedRows {
  /// The last holder: members follow one another.
  private var last: (holder: Int64, root: SampleRow?)?

  package init() {}

  /// The row at top level that holds a nested row.
  ///
  /// - Returns: The row; `nil` if the nested sample is not returned by itself, because a sample that contains
  ///   it matches, or is itself also at top level.
  package mutating func root(
    of row: borrowing SampleRow, _ matcher: inout SampleMatcher, _ decoder: inout RowDecoder
  ) throws(HealthError) -> SampleRow? {
    guard var parent = row.parent else { return nil }
    if let last, last.holder == parent { return last.root }
    let first = parent
    var child = row.change
    while true {
      let holder = try decoder.row(holding: child, parent)
      let sample =
        matcher.needsWholeSamples
        ? try decoder.sample(holder) : try decoder.withoutParts(holder)
      if matcher.matches(sample) {
        last = (first, nil)
        return nil
      }
      guard let next = holder.parent else {
        last = (first, holder)
        return holder
      }
      if try decoder.isSeparate(holder) {
        last = (first, nil)
        return nil
      }
      (child, parent) = (holder.change, next)
    }
  }
}

extension RowDecoder {
  /// The row that holds another.
  fileprivate func row(holding child: Int64, _ parent: Int64) throws(HealthError) -> SampleRow {
    guard parent < child, let row = try source.sample(parent) else {
      throw shared.damage(.sample, "without the sample that contains it")
    }
    return row
  }

  /// The sample of a row that contains others, without anything stored in other rows. Predicates need no
  /// more, except for figures of workouts and UUIDs of correlations.
  fileprivate mutating func withoutParts(_ row: borrowing SampleRow) throws(HealthError) -> Sample {
    switch row.kind {
    case .correlation: .correlation(Correlation(header: try header(row), members: []))
    case .workout: .workout(Workout(header: try header(row), fields: Sample.WorkoutFields()))
    default: throw shared.damage(.sample, "of a kind that cannot contain samples")
    }
  }

  /// Whether a nested row is that of a member that is also at top level.
  fileprivate func isSeparate(_ row: borrowing SampleRow) throws(HealthError) -> Bool {
    guard let parent = row.parent else { return false }
    let change = row.change
    var isSeparate = false
    try source.samples(inside: parent) { nested in
      if nested.row.change == change, nested.isAlsoTopLevel { isSeparate = true }
    }
    return isSeparate
  }
}
