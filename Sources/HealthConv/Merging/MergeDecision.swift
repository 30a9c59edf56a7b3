package import HealthBytes
package import HealthModel

/// What is done with samples of which some are the same: a second pass over them, by their positions in the first.
package struct MergeDecision: ~Copyable {
  private var unwanted: PositionList
  private var links: SortedRecords
  private var hasLinks: Bool

  /// - Parameters:
  ///   - unwanted: Empty records, each with the position of a sample that is not written as its key.
  ///   - links: The memberships of nested samples, as ``add(_:of:in:to:)`` has added them.
  init(
    unwanted: consuming ExternalSorter, links: consuming ExternalSorter
  ) throws(ByteError) {
    let unwanted = try PositionList(unwanted)
    var links = try links.sorted()
    hasLinks = try links.next()
    self.unwanted = unwanted
    self.links = links
  }

  /// Adds the membership of a nested sample to the list of a decision.
  ///
  /// - Parameters:
  ///   - index: The index of the nested sample in the sample that holds it.
  ///   - position: The position of the sample that holds it.
  static func add(
    _ membership: NestedSample.Membership, of index: Int, in position: SortKey,
    to links: inout ExternalSorter
  ) throws(ByteError) {
    var record = ByteBuffer(capacity: 5)
    record.append(word: UInt64(index), count: 4)
    record.append(membership == .alsoTopLevel ? 1 : 0)
    try record.withBytes { (bytes) throws(ByteError) in try links.add(position, bytes) }
  }

  /// How many samples are not written.
  package var unwantedCount: Int { unwanted.count }

  /// The sample as it is written; `nil` for one that is not written. Call it in ascending order of positions.
  ///
  /// - Returns: The sample, and whether it is written after all others. This applies to a sample with a membership in the
  ///   list: the reader of an export marks a nested sample as also at top level only if the sample at top level precedes it.
  package mutating func written(
    _ sample: Sample, at position: SortKey
  ) throws(ByteError) -> (sample: Sample, isLast: Bool)? {
    var links: [(index: Int, membership: NestedSample.Membership)] = []
    while hasLinks, self.links.key == position {
      links.append(
        self.links.withBytes {
          (Int($0.word(at: 0, count: 4)), $0[4] == 1 ? .alsoTopLevel : .nestedOnly)
        })
      hasLinks = try self.links.next()
    }
    if try unwanted.contains(position) { return nil }
    if links.isEmpty { return (sample, false) }
    var members = sample.members
    for (index, membership) in links where index < members.count {
      members[index].membership = membership
    }
    var sample = sample
    sample.members = members
    return (sample, true)
  }
}
