public import HealthModel

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

  /// The type with one of its values.
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
