import HealthModel

extension [Finding] {
  /// Adds what was found and put right, or refuses it.
  ///
  /// - Parameters:
  ///   - finding: What was found; what was done about it stands behind a semicolon.
  ///   - isStrict: Whether what is wrong is an error.
  mutating func add(_ finding: Finding, isStrict: Bool) throws(ReadError) {
    guard isStrict, finding.severity > .info else { return append(finding) }
    throw ReadError(
      .malformed, rule: finding.rule, place: finding.place,
      String(finding.message.prefix { $0 != ";" }))
  }
}
