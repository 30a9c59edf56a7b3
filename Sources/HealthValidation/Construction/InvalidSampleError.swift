public import HealthModel

/// Why a sample cannot be made: what the rules find in it.
public struct InvalidSampleError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The findings, all of severity ``Finding/Severity/error``; never empty.
  public let findings: [Finding]

  /// `menstrual flow without HKMenstrualCycleStart [menstrual-cycle-start]`
  public var description: String {
    findings.map { "\($0.message) [\($0.rule)]" }.joined(separator: "; ")
  }
}

extension Sample {
  /// Checks the sample by itself, as a validator does: its type, unit, values, dates, metadata and parts.
  ///
  /// - Complexity: Some microseconds.
  public func findings() -> [Finding] {
    var validator = SampleValidator()
    return validator.findings(in: self)
  }

  /// Checks the sample by itself.
  ///
  /// - Throws: `InvalidSampleError` with what the rules find of severity error.
  public func validate() throws(InvalidSampleError) {
    var validator = SampleValidator()
    try validator.validate(self)
  }
}
