public import HealthModel

/// The findings of an input: all are counted, the first of each kind are stored.
public struct FindingLog: Sendable {
  /// The findings of one rule.
  public struct Rule: Sendable {
    /// The rule's stable name.
    public let name: String
    /// The highest severity that the rule's findings had.
    public internal(set) var severity: Finding.Severity
    /// How many findings there were.
    public internal(set) var count: Int
    /// The first of them, as many as the log keeps.
    public internal(set) var first: [Finding]
  }

  /// The rules that had findings, in the order of their first.
  public private(set) var rules: [Rule] = []

  private let keptPerRule: Int

  /// Nothing found yet.
  ///
  /// - Parameter keptPerRule: How many findings of each rule to keep; all are counted.
  public init(keepingPerRule keptPerRule: Int = 20) {
    self.keptPerRule = keptPerRule
  }

  /// How many findings there were.
  public var count: Int { rules.reduce(0) { $0 + $1.count } }

  /// The highest severity found, or `nil` if nothing was.
  public var severity: Finding.Severity? { rules.map(\.severity).max() }

  /// The findings kept, the gravest first, else in the order of the file.
  public var first: [Finding] {
    Finding.Severity.allCases.reversed().flatMap { severity in
      rules.flatMap(\.first).filter { $0.severity == severity }
    }
  }

  /// Adds a finding.
  public mutating func add(_ finding: Finding) {
    guard let index = rules.firstIndex(where: { $0.name == finding.rule }) else {
      rules.append(
        Rule(name: finding.rule, severity: finding.severity, count: 1, first: [finding]))
      return
    }
    rules[index].count += 1
    rules[index].severity = max(rules[index].severity, finding.severity)
    if rules[index].first.count < keptPerRule { rules[index].first.append(finding) }
  }

  /// Adds findings in their order.
  public mutating func add(_ findings: [Finding]) {
    for finding in findings { add(finding) }
  }
}
