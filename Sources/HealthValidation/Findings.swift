public import HealthModel

/// What the checks have found since it was taken last: makes findings with the rule's name and severity.
public struct Findings {
  private(set) var list: [Finding] = []
  /// The rules at work, with the severities that the settings give them.
  private let rules: [(name: String, severity: Severity)]
  /// Whose turn it is.
  var rule = 0
  /// Where the dataset begins.
  var datasetPlace = Place(file: "")

  init(_ rules: [(name: String, severity: Severity)]) {
    self.rules = rules
  }

  /// Adds a finding about a sample.
  ///
  /// - Parameters:
  ///   - message: What was found and what was expected; no values.
  ///   - sample: What it is about.
  ///   - detail: The values that were found, for those who ask to see values.
  public mutating func add(_ message: String, on sample: CheckedSample, detail: String? = nil) {
    list.append(
      Finding(
        rule: rules[rule].name, severity: rules[rule].severity, place: sample.place,
        message: message, type: sample.descriptor.type.identifier,
        source: sample.descriptor.hasSource ? sample.descriptor.source.name : nil, detail: detail))
  }

  /// Adds a finding that is not about the sample at hand.
  ///
  /// - Parameters:
  ///   - message: What was found and what was expected; no values.
  ///   - place: Where; by default where the dataset begins.
  ///   - type: The identifier of the type of the samples it is about.
  ///   - source: The name of the source that wrote them.
  ///   - detail: The values that were found, for those who ask to see values.
  public mutating func add(
    _ message: String, at place: Place? = nil, type: String? = nil, source: String? = nil,
    detail: String? = nil
  ) {
    list.append(
      Finding(
        rule: rules[rule].name, severity: rules[rule].severity, place: place ?? datasetPlace,
        message: message, type: type, source: source, detail: detail))
  }

  /// Says that the rule at hand could not be checked: an error however grave the rule is, since nobody may take it for
  /// kept.
  mutating func addUnchecked(_ reason: String) {
    list.append(
      Finding(
        rule: rules[rule].name, severity: .error, place: datasetPlace,
        message: "this could not be checked: \(reason)"))
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
