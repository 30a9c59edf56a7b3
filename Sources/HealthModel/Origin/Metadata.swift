/// Metadata of a sample: keys with values, in the order written.
///
/// A key may occur more than once. Values are preserved exactly; ``MetadataEntry/typed`` interprets them by the type
/// that the catalog has for the key.
public struct Metadata: Sendable, Equatable {
  /// The entries, in the order written.
  public var entries: [MetadataEntry]

  /// Metadata of some entries.
  ///
  /// - Parameter entries: The entries, in order; none by default.
  public init(_ entries: [MetadataEntry] = []) {
    self.entries = entries
  }

  /// Whether there are no entries.
  public var isEmpty: Bool { entries.isEmpty }

  /// The first value of a key, exactly as written.
  ///
  /// - Complexity: Linear in the number of entries.
  public subscript(key: MetadataKey) -> String? {
    entries.first { $0.key == key }?.value
  }

  /// All values of a key, in order.
  public func values(of key: MetadataKey) -> [String] {
    entries.filter { $0.key == key }.map(\.value)
  }
}

/// One key with one value.
public struct MetadataEntry: Sendable, Equatable {
  /// The key: one of HealthKit's or any text.
  public let key: MetadataKey
  /// The value, exactly as written.
  public let value: String

  /// An entry with a key and its value as text.
  public init(key: MetadataKey, value: String) {
    self.key = key
    self.value = value
  }
}

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
  /// The value, interpreted by the type of its key in the catalog; `.string` if the text does not
  /// have this type, or if the key is unknown.
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

extension Metadata: ExpressibleByDictionaryLiteral {
  /// Metadata with typed values, as in `[.wasUserEntered: true, .timeZone: "Europe/Berlin"]`.
  public init(dictionaryLiteral elements: (MetadataKey, MetadataValue)...) {
    self.init(elements.map { MetadataEntry(key: $0, $1) })
  }
}

extension MetadataEntry {
  /// An entry with the text of a typed value.
  public init(key: MetadataKey, _ value: MetadataValue) {
    let text =
      switch value {
      case .string(let text): text
      case .bool(let isTrue): isTrue ? "1" : "0"
      case .number(let number): number.description
      case .date(let date): date.description
      case .quantity(let number, let unit): "\(number) \(unit)"
      }
    self.init(key: key, value: text)
  }
}

extension MetadataValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Number(value)) }
  /// A number.
  public init(floatLiteral value: Double) {
    self = Number(value).map { .number($0) } ?? .string("\(value)")
  }
}
