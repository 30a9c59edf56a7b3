public import HealthModel

/// Collects the findings of checks, with the rule's name and severity.
public struct Findings {
  private(set) var list: [Finding] = []
  /// The rules at work, with the severities that the settings give them.
  private let rules: [(name: String, severity: Finding.Severity)]
  /// The rule that is being checked.
  var rule = 0
  /// Where the dataset begins.
  var datasetPlace = Place(file: "")
  /// Where the dataset describes the person.
  var personPlace = Place(file: "")
  /// How many locations of parts were looked up for the current sample.
  var partLookups = 0
  private static let partLimit = 100

  init(_ rules: [(name: String, severity: Finding.Severity)]) {
    self.rules = rules
  }

  /// Adds a finding about a sample or a structure nested in it.
  ///
  /// - Parameters:
  ///   - message: What was found and what was expected; no values.
  ///   - part: The steps to the nested structure, whose location the finding gets if it is known.
  ///   - detail: The values that were found; reports show them on request only.
  public mutating func add(
    _ message: String, on sample: CheckedSample, part: [Place.Part] = [], detail: String? = nil
  ) {
    list.append(
      Finding(
        rule: rules[rule].name, severity: rules[rule].severity, place: place(of: part, in: sample),
        message: message, type: sample.descriptor.type.identifier,
        source: sample.descriptor.sourceName, detail: detail))
  }

  /// To find a part takes time linear in the sample, so that only the first findings of a sample do.
  private mutating func place(of part: [Place.Part], in sample: CheckedSample) -> Place {
    guard !part.isEmpty, let parts = sample.parts, partLookups < Self.partLimit else {
      return sample.place
    }
    partLookups += 1
    return parts.place(of: part) ?? sample.place
  }

  /// Adds a finding that is not about the current sample.
  ///
  /// - Parameters:
  ///   - message: What was found and what was expected; no values.
  ///   - place: Where; by default where the dataset begins.
  ///   - detail: The values that were found, shown only if values are requested.
  public mutating func add(
    _ message: String, at place: Place? = nil, type: String? = nil, source: String? = nil,
    detail: String? = nil
  ) {
    list.append(
      Finding(
        rule: rules[rule].name, severity: rules[rule].severity, place: place ?? datasetPlace,
        message: message, type: type, source: source, detail: detail))
  }

  /// Reports that the current rule could not be checked: always an error, since the data must not be taken for valid.
  mutating func addUnchecked(_ reason: String) {
    list.append(
      Finding(
        rule: rules[rule].name, severity: .error, place: datasetPlace,
        message: "could not be checked: \(reason)", isFailure: true))
  }

  mutating func append(_ finding: Finding) {
    list.append(finding)
  }

  mutating func take() -> [Finding] {
    guard !list.isEmpty else { return [] }
    defer { list = [] }
    return list
  }
}

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

  /// Adds what another log has.
  package mutating func add(_ other: FindingLog) {
    for rule in other.rules {
      guard let index = rules.firstIndex(where: { $0.name == rule.name }) else {
        rules.append(rule)
        continue
      }
      rules[index].severity = max(rules[index].severity, rule.severity)
      rules[index].count += rule.count
      rules[index].first += rule.first.prefix(max(0, keptPerRule - rules[index].first.count))
    }
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
