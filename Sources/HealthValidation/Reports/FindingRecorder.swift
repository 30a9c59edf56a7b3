package import HealthModel

/// Takes findings in their order, holds them against the baseline, and keeps what reports need.
package struct FindingRecorder: Sendable {
  /// What was found so far.
  public private(set) var groups: FindingGroups
  private let baseline: Baseline
  /// How many findings of each entry of the baseline came so far.
  private var seen: [SampleID: Int] = [:]

  /// Nothing found yet.
  ///
  /// - Parameter keptPerRule: How many findings of each rule to keep.
  public init(against baseline: Baseline = Baseline(), keepingPerRule keptPerRule: Int = 1_000) {
    self.baseline = baseline
    groups = FindingGroups(keepingPerRule: keptPerRule)
  }

  /// Takes a finding.
  ///
  /// - Returns: Whether it is new: not among those the baseline counts.
  public mutating func add(_ finding: Finding, input: Int) -> Bool {
    let index = groups.index(of: finding, input: input)
    let fingerprint = groups.list[index].fingerprint
    var isKnown = false
    if !finding.isFailure, let entry = baseline.entries[fingerprint] {
      seen[fingerprint, default: 0] += 1
      isKnown = seen[fingerprint, default: 0] <= entry.count
    }
    groups.add(finding, at: index, isKnown: isKnown)
    return !isKnown
  }

  /// Findings of the baseline that no longer occur, sorted.
  public var fixed: [Baseline.Change] {
    baseline.sorted.compactMap { fingerprint, entry in
      let found = seen[fingerprint] ?? 0
      guard found < entry.count else { return nil }
      return Baseline.Change(rule: entry.rule, type: entry.type, known: entry.count, found: found)
    }
  }
}
