public import HealthUnits

/// A type of sample whose value is a number with a unit, such as the heart rate.
///
/// All facts about a type the catalog does not know are `nil` or empty.
public struct QuantityType: TabulatedIdentifier {
  static let table = CatalogTable(quantityRows)
  static let prefixes = ["HKQuantityTypeIdentifier"]
  let storage: CatalogStorage

  /// The dimension its units have, such as `count/time`; `scalar` for counts and fractions.
  public var dimension: String? { row?.dimension }

  /// How several samples become one number.
  public var aggregationStyle: QuantityType.AggregationStyle? { row?.aggregationStyle }

  /// Its unit in exports of a metric region, such as `count/min`.
  public var canonicalUnit: String? { row?.unit }

  /// Other units found in exports, such as `lb` instead of `kg`.
  public var otherUnits: [String] { row?.otherUnits ?? [] }

  /// The molar mass of the substance that it measures, in g/mol: `180.1558800000541` for glucose; `nil` if it measures no
  /// substance or a mixture.
  public var molarMass: String? { row?.molarMass }

  /// Whether its values are fractions: their unit is `%`, and 0.97 is 97 %.
  public var isFraction: Bool { canonicalUnit == "%" }

  /// The category of Apple's Health app, such as `Heart`.
  public var group: String? { row?.group }

  /// Whether it can be a member of a correlation, as a systolic value of a blood pressure. Costs
  /// one table access.
  public var canBeCorrelationMember: Bool { row?.canBeCorrelationMember ?? false }

  /// Whether exports nest its records in correlations or workouts: members of correlations, effort scores.
  package var canBeNested: Bool {
    canBeCorrelationMember || self == .workoutEffortScore || self == .estimatedWorkoutEffortScore
  }

  /// The physically possible values, in ``canonicalUnit``; `nil` if no bound is known.
  public var possibleValues: ClosedRange<Double>? { row?.possible }

  /// The values that one sample of a person can be expected to have, in ``canonicalUnit``. The bounds are wide: they
  /// are beyond medical and sporting records.
  public var plausibleValues: ClosedRange<Double>? { row?.plausible }

  /// Whether it is measured at one moment, as a body mass is.
  public var isMomentary: Bool { row?.isMomentary ?? false }

  /// Whether its values are whole numbers, such as steps.
  package var countsWholes: Bool { Self.wholes.contains(self) }

  private static let wholes: Set<QuantityType> = [
    .stepCount, .flightsClimbed, .pushCount, .swimmingStrokeCount, .numberOfTimesFallen,
    .inhalerUsage,
  ]

  /// The metadata keys that HealthKit insists on.
  public var requiredMetadata: [MetadataKey] { row?.requiredMetadata ?? [] }
}

struct QuantityRow: CatalogRow {
  let identifier: String
  let introduced: SystemVersion?
  let group: String
  let dimension: String
  let aggregationStyle: QuantityType.AggregationStyle
  let unit: String
  var otherUnits: [String] = []
  var molarMass: String?
  var canBeCorrelationMember = false
  var requiredMetadata: [MetadataKey] = []
  var possible: ClosedRange<Double>?
  var plausible: ClosedRange<Double>?
  var isMomentary = false
}

extension HealthUnit {
  /// A unit in which values of a type are: moles without a molar mass are those of the substance that the type measures.
  ///
  /// People and foreign files write `mmol/L`; exports contain `mmol<180.1558800000541>/L`.
  public init(_ text: String, of type: QuantityType) throws(UnitError) {
    self = try HealthUnit(text).measuring(type)
  }

  /// The unit with the molar mass of the substance that a type measures, where it has moles without one.
  package func measuring(_ type: QuantityType) -> HealthUnit {
    guard hasMolesWithoutMass, let mass = type.molarMass,
      let mole = try? HealthUnit("mol<\(mass)>")
    else { return self }
    return replacingMoles(by: mole)
  }
}

extension QuantityType {
  /// How the samples of a quantity type become one number. The names are HealthKit's.
  public enum AggregationStyle: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// They add up, as steps do.
    case cumulative
    /// They have a mean, to which each sample counts alike, as for the body mass.
    case discreteArithmetic
    /// They have a mean, to which each sample counts for as long as it lasts, as for the heart rate.
    case discreteTemporallyWeighted
    /// They have the level of the steady sound with the same energy, as for noise.
    case discreteEquivalentContinuousLevel

    /// The name, such as `cumulative`.
    public var description: String { rawValue }
  }
}

extension QuantityType {
  /// Whether its samples can be measured in a unit: moles of its substance included. `false` for a type that is not known.
  public func isCompatible(with unit: HealthUnit) -> Bool {
    guard let canonicalUnit, let own = try? HealthUnit(canonicalUnit, of: self) else {
      return false
    }
    return own.isCompatible(with: unit)
  }
}
