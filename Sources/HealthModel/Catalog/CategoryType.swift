/// A type of sample whose value is one of a few, such as the stages of sleep.
public struct CategoryType: TabulatedIdentifier {
  static let table = CatalogTable(categoryRows)
  static let prefixes = ["HKCategoryTypeIdentifier"]
  let storage: CatalogStorage

  /// The part of the health it is about, such as `Sleep`.
  public var group: String? { row?.group }

  /// The metadata keys that HealthKit insists on.
  public var requiredMetadata: [MetadataKey] { row?.requiredMetadata ?? [] }

  /// The enumerations its values come from: first the one in use, then those that older exports
  /// used (the menstrual flow had its own before it shared that of vaginal bleeding).
  public var enumerations: [Enumeration] { row?.enumerations ?? [] }

  /// The values it may have, deprecated ones too, in the order of ``enumerations``.
  public var values: [CategoryValue] { enumerations.flatMap(\.values) }

  /// Whether `value` is among ``values``, without making that list.
  public func accepts(_ value: CategoryValue) -> Bool {
    guard let enumeration = value.enumeration else { return false }
    return enumerations.contains(enumeration)
  }

  /// The value with a name, full as in `HKCategoryValueSleepAnalysisInBed` or short as in `InBed`.
  public func value(named name: String) -> CategoryValue? {
    for enumeration in enumerations {
      if let value = enumeration.value(named: name) { return value }
    }
    return nil
  }

  /// The value with a number, under its present name: 1 is `AsleepUnspecified`, once `Asleep`.
  public func value(numbered number: Int) -> CategoryValue? {
    enumerations.first?.value(numbered: number)
  }
}

struct CategoryRow: CatalogRow {
  let identifier: String
  let introduced: SystemVersion?
  let group: String
  /// Names of the type in HealthKit that are not the identifier's.
  var otherNames: [String] = []
  let enumerations: [Enumeration]
  var requiredMetadata: [MetadataKey] = []
}
