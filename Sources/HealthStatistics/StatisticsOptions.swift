public import HealthModel

/// The statistics to calculate (`HKStatisticsOptions`).
public struct StatisticsOptions: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int

  /// Options of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The sum; of cumulative types only.
  public static let cumulativeSum = StatisticsOptions(rawValue: 1)
  /// The average as the aggregation style of the type defines it; of discrete types only.
  public static let discreteAverage = StatisticsOptions(rawValue: 2)
  /// The least value; of discrete types only.
  public static let discreteMin = StatisticsOptions(rawValue: 4)
  /// The greatest value; of discrete types only.
  public static let discreteMax = StatisticsOptions(rawValue: 8)
  /// The value that ended last, with its interval.
  public static let mostRecent = StatisticsOptions(rawValue: 16)
  /// The length of the union of the samples' intervals.
  public static let duration = StatisticsOptions(rawValue: 32)
  /// Statistics of each source by itself.
  public static let separateBySource = StatisticsOptions(rawValue: 64)

  /// Those that only discrete types have.
  static let ofDiscreteTypes: StatisticsOptions = [.discreteAverage, .discreteMin, .discreteMax]
  /// All but the duration, which needs the samples in the order of time.
  public static let values: StatisticsOptions = [
    .cumulativeSum, .discreteAverage, .discreteMin, .discreteMax, .mostRecent,
  ]
}

/// What statistics are about: a type of quantity in its canonical unit, or a type of category with one of its values, as hours
/// stood are not idle hours.
///
/// A quantity type that the catalogue does not have is taken in the unit of its samples, those of each unit by itself.
public struct StatisticsType: Sendable, Hashable {
  /// The type.
  public let type: SampleType
  /// The unit of all values; `nil` for values without a unit.
  public let unit: String?
  /// How samples become one number; `nil` for categories and for types that the catalogue does not have.
  public let style: QuantityType.AggregationStyle?
  /// The value of a category, under its present name; `nil` for quantities and for categories without a value.
  public private(set) var value: CategoryValue?

  /// The identifier, such as `HKQuantityTypeIdentifierStepCount`.
  public var identifier: String { type.identifier }

  /// The identifier without its prefix, such as `StepCount`.
  public var shortName: String {
    switch type {
    case .quantity(let type): type.shortName
    case .category(let type): type.shortName
    default: type.identifier
    }
  }

  /// The name of the value, such as `AsleepREM`; `nil` where a category has only one, without a meaning.
  package var valueName: String? {
    value.flatMap { $0.enumeration?.name == "HKCategoryValue" ? nil : $0.shortName }
  }

  func with(_ value: CategoryValue?) -> StatisticsType {
    var type = self
    type.value = value
    if case .category(let category) = self.type, let number = value?.number {
      type.value = category.value(numbered: number) ?? value
    }
    return type
  }

  /// Whether values are quantities.
  package var isQuantity: Bool { if case .quantity = type { true } else { false } }

  /// Whether values are quantities that do not add up, as far as the catalogue states it.
  package var isDiscrete: Bool { isQuantity && style != .cumulative }

  /// The type that samples of a descriptor are counted for; `nil` for kinds of which there are no statistics.
  init?(_ descriptor: SampleDescriptor, _ kind: SampleKind) {
    switch (kind, descriptor.type) {
    case (.quantity, .quantity(let quantity)):
      type = descriptor.type
      unit = quantity.canonicalUnit ?? descriptor.unitText
      style = quantity.aggregationStyle
    case (.category, .category):
      type = descriptor.type
      unit = nil
      style = nil
    default: return nil
    }
  }
}

extension StatisticsOptions {
  /// Checks that a type has all of these statistics.
  ///
  /// - Throws: `HealthError`: `.mismatch`, with the reason.
  public func check(for type: QuantityType) throws(HealthError) {
    guard let style = type.aggregationStyle else { return }
    if style != .cumulative, contains(.cumulativeSum) {
      let instead =
        switch style {
        case .discreteEquivalentContinuousLevel: "levels of sound"
        case .discreteTemporallyWeighted: "repeated measurements of a rate or a level"
        default: "measurements of a state"
        }
      throw HealthError(
        .mismatch,
        "\(type.shortName) has no sum: its aggregation style is \(style), its values are \(instead), and their sum has "
          + "no meaning. It has an average, a minimum, a maximum and a most recent value.")
    }
    if style == .cumulative, !isDisjoint(with: .ofDiscreteTypes) {
      throw HealthError(
        .mismatch,
        "\(type.shortName) has no average, minimum or maximum: its aggregation style is cumulative, and the value of a "
          + "sample depends on its duration. It has a sum, for each day for example, and a most recent value."
      )
    }
  }
}
