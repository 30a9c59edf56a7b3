/// Sets the ``NestedSample/Membership`` of nested samples again: after selection, conversion and merging it may differ
/// from what was read.
///
/// Whether it does is known when all samples were taken: till then correlations, and workouts that contain records, wait
/// on the disk, and come after all others, as in an export.
final class RelinkingStage: SampleStage {
  private var membership: Set<UInt64> = []
  /// Whether there were too many samples to remember: then a member that is not found keeps what it has.
  private var isFull = false
  /// Correlations and workouts, until the last sample was taken.
  private var spooled: SpooledSamples?
  private var waiting: Samples?
  private var relinked = 0

  /// As many as a reader remembers.
  private static let limit = 1 << 20

  init(_ info: DatasetInfo) throws(ConversionError) { spooled = try SpooledSamples(info) }

  func take(_ sample: Sample) throws(ConversionError) -> Sample? {
    if sample.canHoldSamples, !sample.members.isEmpty {
      try spooled?.write(sample)
      return nil
    }
    if case .quantity(let quantity) = sample, quantity.type.canBeNested { remember(sample.id) }
    return sample
  }

  private func remember(_ id: SampleID) {
    if membership.count < Self.limit { membership.insert(id.low) } else { isFull = true }
  }

  func release() throws(ConversionError) -> Sample? {
    if let spooled = spooled.take() { waiting = try spooled.read() }
    guard var sample = try waiting?.nextSample() else { return nil }
    var members = sample.members
    var isRelinked = false
    for (index, member) in members.enumerated() {
      let isAlsoTopLevel = membership.contains(member.sample.id.low)
      guard isAlsoTopLevel != (member.membership == .alsoTopLevel), isAlsoTopLevel || !isFull else {
        continue
      }
      members[index].membership = isAlsoTopLevel ? .alsoTopLevel : .nestedOnly
      isRelinked = true
    }
    if isRelinked {
      relinked += 1
      sample.members = members
    }
    return sample
  }

  func report(to report: inout Conversion.Report) { report.correlationsRelinked = relinked }
}
