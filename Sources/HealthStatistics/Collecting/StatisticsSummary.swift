import HealthModel

/// Samples of a type that are in none of its statistics, and why, and those that are although they are impossible.
public struct ExcludedSamples: Sendable, Equatable {
  /// Why a sample is excluded.
  public enum Reason: String, Sendable, CaseIterable {
    /// The unit is missing, is not a unit or does not fit the type.
    case unit
    /// The value is beyond ±10^15.
    case value
    /// The sample lasts longer than 20,000 intervals.
    case length
    /// A date is beyond the range of calendars.
    case date

    /// The reason in words.
    public var text: String {
      switch self {
      case .unit: "the unit does not fit the type"
      case .value: "the value is out of range"
      case .length: "the sample lasts longer than 20,000 intervals"
      case .date: "the date is out of range"
      }
    }
  }

  /// The type.
  public let type: StatisticsType
  /// How many samples are excluded for each reason.
  public internal(set) var counts: [Reason: Int] = [:]
  /// How many samples count although their value is impossible, such as a weight of -5 kg.
  public internal(set) var impossible = 0
  /// The values that can be, in units of ``ExactDecimal``.
  private let possible: ClosedRange<Int128>

  init(type: StatisticsType) {
    self.type = type
    guard case .quantity(let quantity) = type.type, let range = quantity.possibleValues else {
      possible = .min ... .max
      return
    }
    /// A bound, and what the rounding of other units may add to it.
    func units(_ bound: Double, _ slack: Double) -> Int128? {
      Number(bound + bound.magnitude * slack).flatMap { ExactDecimal($0)?.units }
    }
    possible =
      (units(range.lowerBound, -1e-5) ?? .min)...(units(range.upperBound, 1e-5) ?? .max)
  }

  /// Counts a sample if its value is impossible.
  @inline(__always)
  mutating func note(_ value: Int128) { if !(possible ~= value) { impossible += 1 } }
}

/// How statistics were calculated, and what is not in them.
public struct StatisticsSummary: Sendable {
  /// What was calculated.
  public let plan: StatisticsPlan
  /// The names of all sources, from the highest priority on.
  public let sources: [String]
  /// The same for people: what persons entered, and the classes of samples that have the same name.
  package var order: [String]
  /// Samples that are in no statistic.
  public let excluded: [ExcludedSamples]
  /// How many samples are of more types or sources than are kept: 4,096 types, 4,096 sources.
  public let beyondLimits: Int
  /// Whether the one UTC offset of all dates decided when days begin.
  package let hasOneOffset: Bool
  /// What the row of each type is made of, if the plan explains it.
  public let explanations: [Explanation]
}
