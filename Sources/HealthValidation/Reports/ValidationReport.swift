import HealthBytes
public import HealthModel

/// The findings of a run of the rules, counted and grouped: the content of reports.
public struct ValidationReport: Sendable {
  /// Something that was checked.
  public struct Input: Sendable {
    /// Its name in messages.
    public let name: String
    /// The name of its format; `nil` if it was not recognized.
    public var format: String?
    /// Whether it holds files of its own that findings may be in: an archive.
    public var isArchive = false
    /// Its stored size in bytes; `nil` if that is not known, as of a stream that was not read to its end.
    public var size: Int64?
    /// How many samples were checked.
    public var samples = 0
    /// The kinds of these.
    public var kinds: Set<SampleKind> = []
    /// Why it was not read to its end, if it was not. It is among the findings, too.
    public var fault: Finding?

    /// An input of which nothing is known yet.
    public init(name: String) { self.name = name }
  }

  /// What was checked, in order.
  public var inputs: [Input] = []
  /// What was found.
  public var groups = FindingGroups()
  /// The rules that reports describe, in the order of reports.
  public var rules = Rule.general
  /// Which rules were checked, and how much their findings matter.
  public var settings = RuleSettings()
  /// The lowest severity that counts as a failure, for reports that distinguish only failures.
  public var failing = Finding.Severity.error
  /// Whether findings were compared with a baseline.
  public var hasBaseline = false
  /// The findings of the baseline that are not there any more.
  public var fixed: [Baseline.Change] = []
  /// Whether the run ended at the first finding that counts.
  public var isCutShort = false

  /// Nothing was checked yet.
  public init() {}

  /// Whether findings of at least a severity exist that are not in the baseline.
  public func hasNewFindings(from severity: Finding.Severity) -> Bool {
    groups.list.contains { $0.severity >= severity && $0.new > 0 }
  }
}

extension String {
  /// A number and what is counted: `1 error`, `1,234 errors`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number.grouped) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension Finding {
  /// The message, with the values that were found if requested.
  func words(showingValues: Bool) -> String {
    guard showingValues, let detail else { return message.printable }
    return "\(message.printable) (found \(detail.printable))"
  }
}

extension ValidationReport {
  /// `2 errors, 1 warning` of what is new; `no findings` without any.
  var totals: String {
    let counts = Finding.Severity.allCases.reversed().map { ($0.plural, groups.countNew($0)) }
      .filter { $0.1 > 0 }
    return counts.isEmpty
      ? "no findings" : counts.map { String.count($0.1, $0.0) }.joined(separator: ", ")
  }

  /// The number of findings in the baseline.
  var known: Int { groups.list.reduce(0) { $0 + $1.known } }
}

extension Finding.Severity {
  /// What is counted: an `s` makes it many.
  fileprivate var plural: String { self == .info ? "note" : rawValue }
}

extension ValidationReport {
  /// The title of a rule, if it is described.
  func title(of rule: String) -> String? { rules.first { $0.name == rule }?.title }
}
