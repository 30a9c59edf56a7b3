import HealthBytes
public import HealthModel

/// Checks samples one by one, each by itself, as ``HealthModel/Sample/validate()`` does. For many samples it is faster: what
/// depends on type and unit is worked out once.
package struct SampleValidator: ~Copyable {
  private var validator: Validator
  private let allowance: Sample.Allowance

  /// A validator for any number of samples.
  ///
  /// - Parameter allowance: What samples that are built may be, although it is mostly a mistake.
  public init(allowing allowance: Sample.Allowance = []) {
    self.allowance = allowance
    validator = Validator(Self.rules)
    validator.begin(DatasetInfo(), at: Place(file: ""))
  }

  /// The findings of the rules in a sample, warnings included. Their locations name the type.
  public mutating func findings(in sample: Sample) -> [Finding] {
    let type = sample.header?.descriptor.type.identifier
    validator.check(sample, at: Place(file: type ?? sample.kind.rawValue))
    return validator.takeFindings()
  }

  /// Checks a sample that was built.
  ///
  /// - Throws: `InvalidSampleError` with what the rules for such samples find.
  public mutating func validate(_ sample: Sample) throws(InvalidSampleError) {
    var errors = findings(in: sample).filter {
      $0.severity == .error || Rule.refusedWhenBuilt.contains($0.rule)
    }
    for index in errors.indices { errors[index].severity = .error }
    findErrors(in: sample, &errors)
    if !errors.isEmpty { throw InvalidSampleError(findings: errors) }
  }

  /// Finds what a file may have without a finding: types that the catalog does not have, and dates that have not come.
  private func findErrors(in sample: Sample, _ errors: inout [Finding]) {
    guard let header = sample.header else { return }
    let type = header.descriptor.type
    func add(_ rule: Rule, _ message: String) {
      errors.append(
        Finding(
          rule: rule.name, severity: .error, place: Place(file: type.identifier),
          message: message, type: type.identifier))
    }
    if !allowance.contains(.unknownTypes), !type.isKnown {
      add(.unknownType, "the type is not known; .unknownTypes allows it")
    }
    if !allowance.contains(.futureDates), sample.kind.hasOwnDates {
      let latest = SystemClock.secondsSince1970 + Self.clockDifference
      let isEnded = sample.kind != .category || header.end.secondsSince1970 < FutureDate.openEnd
      if header.start.secondsSince1970 > latest {
        add(.futureDate, "the sample starts in the future; .futureDates allows it")
      } else if header.end.secondsSince1970 > latest, isEnded {
        add(.futureDate, "the sample ends in the future; .futureDates allows it")
      }
    }
    for member in sample.members { findErrors(in: member.sample, &errors) }
  }

  /// By how many seconds clocks may differ: those of devices are set over a network.
  private static let clockDifference: Int64 = 300

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

extension Rule {
  /// The rules whose findings make a sample invalid that is built in code, where in a file they are warnings: HealthKit refuses to
  /// make or to save such samples. `future-date` and `unknown-type` are stricter for them as well: they need no date of export
  /// and no prefix, and ``Sample/Allowance`` allows what they find.
  public static let refusedWhenBuilt: Set<String> = Set(
    [
      unknownCategoryValue, notApplicableValue, metadataValueType, unknownEnumeration,
      correlationMembers, audiogramRange, heartbeatOutsideSample, heartbeatsOutOfOrder,
    ].map(\.name))
}

extension Sample {
  /// What a sample that is built in code may be, although it is mostly a mistake.
  public struct Allowance: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt8
    /// The options of some bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Its type, or that of a sample in it, is not in the catalog: a type of another program, or of a newer system.
    public static let unknownTypes = Allowance(rawValue: 1)
    /// It starts or ends later than now, such as a planned meal.
    public static let futureDates = Allowance(rawValue: 2)
  }

  /// Checks the sample by itself, as a validator does: its type, unit, values, dates, metadata and parts.
  ///
  /// - Complexity: Some microseconds.
  public func findings() -> [Finding] {
    var validator = SampleValidator()
    return validator.findings(in: self)
  }

  /// Checks the sample by itself, as one that is built in code (``Rule/refusedWhenBuilt``).
  ///
  /// - Throws: `InvalidSampleError` with what the rules find.
  public func validate(allowing allowance: Allowance = []) throws(InvalidSampleError) {
    var validator = SampleValidator(allowing: allowance)
    try validator.validate(self)
  }
}

extension SampleHeader {
  /// The header of a sample that is built, not read. It has a UUID of its own.
  init(
    _ type: SampleType, unit: String? = nil, start: Timestamp, end: Timestamp?, source: Source?,
    device: Device?, metadata: Metadata
  ) {
    self.init(
      descriptor: SampleDescriptor(type: type, unitText: unit, source: source, device: device),
      start: start, end: end ?? start, metadata: metadata, uuid: .random())
  }
}
