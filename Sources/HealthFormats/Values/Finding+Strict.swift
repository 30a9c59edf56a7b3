import HealthModel

extension [Finding] {
  /// Adds a finding about repaired input, or throws it as an error.
  ///
  /// - Parameter finding: The finding; its message describes the repair after a semicolon.
  mutating func add(_ finding: Finding, isStrict: Bool) throws(FormatError) {
    guard isStrict, finding.severity > .info else { return append(finding) }
    throw FormatError(
      .malformed, rule: finding.rule, place: finding.place,
      String(finding.message.prefix { $0 != ";" }))
  }
}
