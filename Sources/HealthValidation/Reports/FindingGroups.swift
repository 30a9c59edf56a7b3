// A `Validation` checks datasets one after another. Each finding goes through a `FindingRecorder`, which compares it
// with the baseline, counts it in its group (input, rule, severity, type, hash of the source), stores the first of
// each group, and passes new ones to every `ReportWriter`. `text` and `jsonl` are written at once; the others are
// written at the end from the groups. Memory: at most 10,000 groups, beyond which a rule's findings are counted
// without distinguishing types and sources, and 1,000 findings of each rule (`--max-findings`) with the first of
// each group.
//
// A fingerprint is a hash of rule, type and source, never of the line: the same data exported again have the same
// one, so a baseline is valid for later exports. A baseline counts findings, since equal ones cannot be
// distinguished.
//
// What cannot be read is a finding, too, so that every report contains it; the exit status is then that of reading.
// Such a finding (`isFailure`) is never part of a baseline. Control characters of text from files are escaped in
// reports, so that a name cannot control a terminal or a CI runner. Reports contain no hash of the input: SHA-256 of
// gigabytes would cost as much as all rules.

public import HealthModel

/// Findings of one cause together: all counted, the first kept.
///
/// Memory is bounded: by the findings kept of each rule, and by a number of groups, past which what is found
/// by a rule is counted without telling types and sources apart.
public struct FindingGroups: Sendable {
  /// The findings of one rule in one input, about one type and source.
  public struct Group: Sendable {
    /// The index of the input in the list of inputs.
    public let input: Int
    /// The rule's stable name.
    public let rule: String
    /// How much the findings matter.
    public let severity: Finding.Severity
    /// The type's identifier, if the findings are about samples of one.
    public let type: String?
    /// Identifies the cause, equal in every run.
    public let fingerprint: SampleID
    /// The message of the first.
    public let message: String
    /// How many there are.
    public internal(set) var count = 0
    /// How many of them are in the baseline.
    public internal(set) var known = 0
    /// The first of them, as many as are kept.
    public internal(set) var first: [Finding] = []
    /// Whether one of them states that something could not be read or checked.
    public internal(set) var hasFailures = false

    /// How many of them the baseline does not know.
    public var new: Int { count - known }
  }

  private struct Key: Hashable {
    let input: Int
    let severity: Finding.Severity
    let fingerprint: SampleID
  }

  /// The groups, in the order of their first findings.
  public private(set) var list: [Group] = []
  private var indexes: [Key: Int] = [:]
  private var kept: [String: Int] = [:]
  private let keptPerRule: Int
  private let groupLimit: Int

  /// GitHub takes 25,000 results of a run.
  public static let usualGroupLimit = 10_000
  /// GitHub takes 1,000 places of a result, and shows fewer.
  static let keptPerGroup = 100

  /// No findings.
  ///
  /// - Parameter keptPerRule: How many findings of each rule to keep, and the first of each group in any case.
  public init(keepingPerRule keptPerRule: Int = 1_000, groupLimit: Int = usualGroupLimit) {
    self.keptPerRule = keptPerRule
    self.groupLimit = groupLimit
  }

  /// Adds a finding.
  ///
  /// - Parameter isKnown: Whether it is in the baseline.
  mutating func add(_ finding: Finding, at index: Int, isKnown: Bool) {
    list[index].count += 1
    if isKnown { list[index].known += 1 }
    if finding.isFailure { list[index].hasFailures = true }
    // The first of each is always stored: GitHub ignores results without a location.
    let hasRoom =
      list[index].first.count < Self.keptPerGroup && kept[finding.rule, default: 0] < keptPerRule
    guard hasRoom || list[index].first.isEmpty else { return }
    kept[finding.rule, default: 0] += 1
    list[index].first.append(finding)
  }

  /// The index of the group that a finding belongs to, which is begun if it is not there.
  mutating func index(of finding: Finding, input: Int) -> Int {
    let fingerprint = finding.fingerprint
    let key = Key(input: input, severity: finding.severity, fingerprint: fingerprint)
    if let index = indexes[key] { return index }
    guard list.count < groupLimit else { return indexOfRest(finding, input) }
    return append(
      Group(
        input: input, rule: finding.rule, severity: finding.severity, type: finding.type,
        fingerprint: fingerprint, message: finding.message), key)
  }

  /// The group of what a rule finds past the limit: one for each input and rule.
  private mutating func indexOfRest(_ finding: Finding, _ input: Int) -> Int {
    let message = "found again; too many types and sources to list separately"
    let rest = Finding(
      rule: finding.rule, severity: finding.severity, place: finding.place, message: message)
    let key = Key(input: input, severity: finding.severity, fingerprint: rest.fingerprint)
    return indexes[key]
      ?? append(
        Group(
          input: input, rule: finding.rule, severity: finding.severity, type: nil,
          fingerprint: rest.fingerprint, message: message), key)
  }

  private mutating func append(_ group: Group, _ key: Key) -> Int {
    indexes[key] = list.count
    list.append(group)
    return list.count - 1
  }
}

extension FindingGroups {
  /// How many findings there are.
  public var count: Int { list.reduce(0) { $0 + $1.count } }

  /// Whether something could not be read or checked.
  public var hasFailures: Bool { list.contains(where: \.hasFailures) }

  /// How many findings of a severity are not in the baseline.
  public func countNew(_ severity: Finding.Severity) -> Int {
    list.reduce(0) { $0 + ($1.severity == severity ? $1.new : 0) }
  }

  /// What a rule found, of one severity.
  struct RuleCount {
    let rule: String
    let severity: Finding.Severity
    var new = 0
    var known = 0
    /// The first finding that was kept.
    var first: Finding?
  }

  /// The findings of each rule: the highest severity first, else by name.
  ///
  /// - Parameter input: The index of the input that counts; all by default.
  func counts(input: Int? = nil) -> [RuleCount] {
    var counts: [RuleCount] = []
    for group in list where input == nil || group.input == input {
      let index = counts.firstIndex { $0.rule == group.rule && $0.severity == group.severity }
      if index == nil { counts.append(RuleCount(rule: group.rule, severity: group.severity)) }
      let position = index ?? counts.count - 1
      counts[position].new += group.new
      counts[position].known += group.known
      if counts[position].first == nil { counts[position].first = group.first.first }
    }
    return counts.sorted { ($1.severity, $0.rule) < ($0.severity, $1.rule) }
  }
}

/// Receives findings in their order, compares them with the baseline, and stores what reports need.
package struct FindingRecorder: Sendable {
  /// What was found so far.
  public private(set) var groups: FindingGroups
  private let baseline: Baseline
  /// How many findings of each entry of the baseline were found so far.
  private var seen: [SampleID: Int] = [:]

  /// Nothing found yet.
  ///
  /// - Parameter keptPerRule: How many findings of each rule to keep.
  public init(against baseline: Baseline = Baseline(), keepingPerRule keptPerRule: Int = 1_000) {
    self.baseline = baseline
    groups = FindingGroups(keepingPerRule: keptPerRule)
  }

  /// Adds a finding.
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
