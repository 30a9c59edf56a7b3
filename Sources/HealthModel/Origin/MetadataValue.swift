/// A metadata value, interpreted by its type in the catalog.
public enum MetadataValue: Sendable, Equatable {
  /// Any text.
  case string(String)
  /// `1` or `0`.
  case bool(Bool)
  /// A decimal number, also the raw value of an enumeration.
  case number(Number)
  /// A date.
  case date(Timestamp)
  /// A number with a unit, such as `6575 cm`.
  case quantity(Number, unit: String)
}

extension MetadataEntry {
  /// The value, interpreted by the type that the catalog has for the key; text if it does not have
  /// that type, or if the key is unknown.
  public var typed: MetadataValue {
    switch key.valueType {
    case .boolean:
      switch value {
      case "0": .bool(false)
      case "1": .bool(true)
      default: .string(value)
      }
    case .number, .enumeration: Number(value).map { .number($0) } ?? .string(value)
    case .date: Timestamp(value).map { .date($0) } ?? .string(value)
    case .quantity: quantity ?? .string(value)
    default: .string(value)
    }
  }

  private var quantity: MetadataValue? {
    guard let space = value.firstIndex(of: " "), let number = Number(String(value[..<space]))
    else { return nil }
    return .quantity(number, unit: String(value[value.index(after: space)...]))
  }
}
