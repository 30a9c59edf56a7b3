/// A closed list of values with names and numbers, such as the blood types.
public struct Enumeration: Hashable, Sendable, CustomStringConvertible {
  private static let indices = Dictionary(
    enumerationRows.indices.map { (enumerationRows[$0].name, UInt16($0)) },
    uniquingKeysWith: { first, _ in first })

  let index: UInt16

  /// Every enumeration of the catalog, by name.
  public static var all: [Enumeration] {
    enumerationRows.indices.map { Enumeration(index: UInt16($0)) }
  }

  init(index: UInt16) {
    self.index = index
  }

  /// The enumeration with a name such as `HKBloodType`; `nil` if the catalog has none.
  public init?(named name: String) {
    guard let index = Self.indices[name] else { return nil }
    self.init(index: index)
  }

  var row: EnumerationRow { enumerationRows[Int(index)] }

  /// The name, such as `HKBloodType`. The names of the values begin with it.
  public var name: String { row.name }

  /// The name.
  public var description: String { name }

  /// The values by number, deprecated ones after those that replace them.
  public var values: [EnumerationValue] { row.values.map { EnumerationValue(known: $0) } }

  /// The value with a name, full as in `HKBloodTypeAPositive` or short as in `APositive`. The cost
  /// grows with the length of the list.
  public func value(named name: String) -> EnumerationValue? {
    let row = row
    let prefix = row.name.utf8
    for index in row.values {
      let whole = valueRows[Int(index)].identifier.utf8
      if whole.elementsEqual(name.utf8) || whole.dropFirst(prefix.count).elementsEqual(name.utf8) {
        return EnumerationValue(known: index)
      }
    }
    return nil
  }

  /// The value with a number; of several, the one that is not deprecated. The cost grows with the
  /// length of the list.
  public func value(numbered number: Int) -> EnumerationValue? {
    row.values.first { valueRows[Int($0)].number == number }.map { EnumerationValue(known: $0) }
  }
}

struct EnumerationRow: Sendable {
  let name: String
  /// The rows of its values.
  let values: Range<UInt16>
}

/// A value of an enumeration, or the text that a file has instead of one.
///
/// The text is preserved exactly: the number `0` of a value stays `0`, and
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

  /// The number of the value, or that of a text with a whole number; `nil` for other texts and for
  /// a few values of the catalog.
  public var number: Int? {
    switch storage {
    case .known: return row?.number
    case .other(let text): return Int(text)
    }
  }

  /// The enumeration of the value; `nil` if the catalog does not have the value.
  public var enumeration: Enumeration? { row?.enumeration }

  /// The version of iOS that deprecated the value; `nil` if it is not deprecated.
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
