public import HealthModel

/// Checks samples one by one, each by itself, as ``HealthModel/Sample/validate()`` does. For many samples it is faster: what
/// depends on type and unit is worked out once.
package struct SampleValidator: ~Copyable {
  private var validator: Validator

  /// A validator for any number of samples.
  public init() {
    validator = Validator(Self.rules)
    validator.begin(DatasetInfo(), at: Place(file: ""))
  }

  /// The findings of the rules in a sample, warnings included. Their locations name the type.
  public mutating func findings(in sample: Sample) -> [Finding] {
    let type = sample.header?.descriptor.type.identifier
    validator.check(sample, at: Place(file: type ?? sample.kind.rawValue))
    return validator.takeFindings()
  }

  /// Checks a sample.
  ///
  /// - Throws: `InvalidSampleError` with what the rules find of severity error.
  public mutating func validate(_ sample: Sample) throws(InvalidSampleError) {
    let errors = findings(in: sample).filter { $0.severity == .error }
    if !errors.isEmpty { throw InvalidSampleError(findings: errors) }
  }

  /// The rules that a sample breaks or keeps by itself.
  private static let rules = Rule.general.filter {
    [.samples, .metadata, .structure].contains($0.group)
  }
}

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
