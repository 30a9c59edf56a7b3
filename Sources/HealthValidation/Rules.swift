public import HealthModel

extension Rule {
  /// The rules for data of any format, by group; the order is that of the findings about one sample.
  public static let general: [Rule] =
    sampleRules + metadataRules + structureRules + datasetRules
}

private let sampleRules: [Rule] = [
  .malformedType,
  .unknownType,
  .missingSource,
  .missingUnit,
  .unitFitsType,
  .impossibleValue,
  .implausibleValue,
  .fractionOfCount,
  .missingCategoryValue,
  .unknownCategoryValue,
  .notApplicableValue,
  .deprecatedValue,
  .endBeforeStart,
  .futureDate,
  .implausibleDate,
  .savedBeforeStart,
  .lastingMoment,
  .implausibleDuration,
  .implausibleOffset,
]

private let metadataRules: [Rule] = [
  .menstrualCycleStart,
  .insulinDeliveryReason,
  .syncIdentifierVersion,
  .metadataKeys,
  .metadataValueType,
  .unknownEnumeration,
  .unknownTimeZone,
]

private let structureRules: [Rule] = [
  .correlationMembers,
  .memberOutsideParent,
  .bloodPressureOrder,
  .outsideWorkout,
  .unpairedPause,
  .impossibleDuration,
  .workoutStatistics,
  .impossibleStatistics,
  .routeGoesBack,
  .impossibleCoordinate,
  .impossibleSpeed,
  .heartbeatOutsideSample,
  .heartbeatsOutOfOrder,
  .voltageCount,
  .unsafePath,
  .audiogramRange,
  .summaryRange,
  .prescriptionRange,
  .unknownFHIRVersion,
  .resourceDiffers,
]

private let datasetRules: [Rule] = [
  .missingExportDate,
  .invalidCharacteristic,
  .exactDuplicate,
  .savedTwice,
  .contradictingSamples,
  .overlappingSamples,
  .memberDiffers,
  .outOfOrder,
  .lookalikeSources,
  .offsetOfExport,
  .workoutTotalDiffers,
]

/// Which rules are checked, and the severity of their findings.
public struct RuleSettings: Sendable {
  /// Whether a rule is checked, and with which severity.
  public enum Level: String, Sendable, CaseIterable {
    /// It is not checked, and readers' findings of that name are dropped.
    case off
    /// Its findings are worth knowing.
    case info
    /// Its findings are probably not as meant.
    case warning
    /// Its findings are wrong.
    case error

    var severity: Finding.Severity? { Finding.Severity(rawValue: rawValue) }
  }

  /// The levels of rules by name; others have their own severity.
  public var levels: [String: Level] = [:]
  /// The rules to check, as patterns of their names; all where it is empty.
  public var selected: [Glob] = []
  /// The rules not to check, as patterns of their names.
  public var ignored: [Glob] = []

  /// All rules, each with its own severity.
  public init() {}

  /// The severity of a rule's findings.
  ///
  /// - Returns: The severity, or `nil` if the rule is off.
  public func severity(of name: String, ordinarily severity: Finding.Severity) -> Finding.Severity?
  {
    if ignored.contains(where: { $0.matches(name) }) { return nil }
    if !selected.isEmpty, !selected.contains(where: { $0.matches(name) }) { return nil }
    guard let level = levels[name] else { return severity }
    return level.severity
  }
}
