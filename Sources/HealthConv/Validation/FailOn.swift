/// What makes a run fail: findings of at least this severity, or losses.
package enum FailOn: String, Sendable, CaseIterable {
  /// Findings that are wrong.
  case error
  /// Findings that are probably not as meant, and worse.
  case warning
  /// All findings.
  case info
  /// What an output cannot carry.
  case loss
  /// Nothing.
  case never

  /// The least severity of findings that count, if any do.
  public var severity: Finding.Severity? { Finding.Severity(rawValue: rawValue) }

  /// Whether findings or losses make the command fail.
  public func isReached(by findings: FindingLog, losses: [Loss.Count]) -> Bool {
    if self == .loss { return losses.contains { $0.count > 0 } }
    guard let severity, let worst = findings.severity else { return false }
    return worst >= severity
  }
}
