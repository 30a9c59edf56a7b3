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
