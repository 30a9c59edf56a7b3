import HealthModel

extension [Finding] {
  /// Adds a finding about repaired input, or throws it as an error.
  ///
  /// - Parameters:
  ///   - finding: The finding; its message describes the repair after a semicolon.
  ///   - isStrict: Whether the defect is an error.
  mutating func add(_ finding: Finding, isStrict: Bool) throws(ReadError) {
    guard isStrict, finding.severity > .info else { return append(finding) }
    throw ReadError(
      .malformed, rule: finding.rule, place: finding.place,
      String(finding.message.prefix { $0 != ";" }))
  }
}
