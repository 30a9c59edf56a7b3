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

  /// Takes the enumeration with a name such as `HKBloodType`; `nil` if the catalog has none.
  public init?(named name: String) {
    guard let index = Self.indices[name] else { return nil }
    self.init(index: index)
  }

  var row: EnumerationRow { enumerationRows[Int(index)] }

  /// The name, with which those of the values begin.
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
