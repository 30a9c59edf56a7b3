/// A value of an enumeration, or the text a file had in the place of one.
///
/// The text is preserved as it was read: the number `0` of a value stays `0`, and
/// ``CategoryType/value(numbered:)`` returns that value.
public struct EnumerationValue: TabulatedIdentifier {
  static let table = CatalogTable(valueRows)
  static let prefixes: [String] = []
  let storage: CatalogStorage

  /// The full name, such as `HKCategoryValueSleepAnalysisInBed`, or the text of the file.
  public var name: String { identifier }

  /// The name without that of the enumeration, such as `InBed`.
  public var shortName: String {
    guard let row else { return identifier }
    return String(row.identifier.dropFirst(row.enumeration.name.utf8.count))
  }

  /// The number, or that which the text spells. A few values of the catalog have none.
  public var number: Int? {
    switch storage {
    case .known: return row?.number
    case .other(let text): return Int(text)
    }
  }

  /// The enumeration it belongs to.
  public var enumeration: Enumeration? { row?.enumeration }

  /// The version of iOS that deprecated it.
  public var deprecated: SystemVersion? { row?.deprecated }

  /// The value that replaced it, such as `AsleepUnspecified` for `Asleep`. Newer exports write the
  /// new one even for old samples.
  public var replacement: EnumerationValue? {
    guard let row, row.replacedBy.count == 1 else { return nil }
    return row.replacedBy.first
  }
}

/// The value of a category sample.
public typealias CategoryValue = EnumerationValue

struct ValueRow: CatalogRow {
  let identifier: String
  let enumeration: Enumeration
  var number: Int?
  var introduced: SystemVersion?
  var deprecated: SystemVersion?
  var replacedBy: [EnumerationValue] = []
}
