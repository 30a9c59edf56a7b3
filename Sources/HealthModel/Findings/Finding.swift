/// How much a finding matters.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// Worth knowing.
  case info
  /// Probably not as meant; a repair that was made.
  case warning
  /// Wrong.
  case error

  /// Orders severities from the least.
  public static func < (a: Severity, b: Severity) -> Bool {
    a.rank < b.rank
  }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// Something worth saying about what was read. A value, never thrown.
public struct Finding: Sendable, Equatable, CustomStringConvertible {
  /// The rule's stable name, such as `broken-dtd`.
  public let rule: String
  /// How much it matters.
  public let severity: Severity
  /// Where.
  public let place: Place
  /// What was found and what was done about it; no health values.
  public let message: String

  /// A finding.
  ///
  /// - Parameters:
  ///   - rule: The rule's stable name.
  ///   - severity: How much it matters.
  ///   - place: Where.
  ///   - message: What was found and what was done about it; no health values.
  public init(rule: String, severity: Severity, place: Place, message: String) {
    self.rule = rule
    self.severity = severity
    self.place = place
    self.message = message
  }

  /// `export.xml:12:3: warning: … [broken-dtd]`
  public var description: String {
    "\(place): \(severity.rawValue): \(message) [\(rule)]"
  }
}
