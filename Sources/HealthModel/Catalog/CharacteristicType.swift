/// A fact about the person that is not tied to a time, such as the blood type.
public struct CharacteristicType: TabulatedIdentifier {
  static let table = CatalogTable(characteristicRows)
  static let prefixes = ["HKCharacteristicTypeIdentifier"]
  let storage: CatalogStorage

  /// The enumeration its values come from; `nil` for the date of birth, which is a date.
  public var enumeration: Enumeration? { row?.enumeration }

  /// The values it may have.
  public var values: [EnumerationValue] { enumeration?.values ?? [] }

  /// Whether exports carry it, as an attribute of the element `Me`.
  public var isExported: Bool { row?.isExported ?? false }
}

struct CharacteristicRow: CatalogRow {
  let identifier: String
  let introduced: SystemVersion?
  var enumeration: Enumeration?
  var isExported = false
}
