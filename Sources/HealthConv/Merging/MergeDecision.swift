/// What a merge does with the samples of its datasets, in their order.
struct MergeDecision: ~Copyable {
  private var unwanted: PositionList
  private var links: SortedRecords
  private var hasLinks: Bool

  /// - Parameters:
  ///   - unwanted: Empty records, each with the position of a sample that is not written as its key.
  ///   - links: Records with the index of a nested sample that another sample at top level is the same as; the key is
  ///     the position of the sample that holds it.
  init(
    unwanted: consuming ExternalSorter, links: consuming ExternalSorter
  ) throws(ByteError) {
    let unwanted = try PositionList(unwanted)
    var links = try links.sorted()
    hasLinks = try links.next()
    self.unwanted = unwanted
    self.links = links
  }

  /// How many samples are not written.
  var unwantedCount: Int { unwanted.count }

  /// The sample as it is written, and whether nested samples in it were marked as also at top level; `nil` for one that
  /// is not written. Call it in ascending order of positions.
  mutating func written(
    _ sample: Sample, at position: SortKey
  ) throws(ByteError) -> (sample: Sample, isLinked: Bool)? {
    var indexes: [Int] = []
    while hasLinks, links.key == position {
      indexes.append(links.withBytes { Int($0.word(at: 0, count: 4)) })
      hasLinks = try links.next()
    }
    if try unwanted.contains(position) { return nil }
    if indexes.isEmpty { return (sample, false) }
    var members = sample.members
    for index in indexes where index < members.count { members[index].membership = .alsoTopLevel }
    var sample = sample
    sample.members = members
    return (sample, true)
  }
}
