import Foundation
import HealthFoundation
import HealthModel
import HealthUnits

// Metadata are a dictionary of texts, numbers, truth values, dates and quantities.

extension Metadata {
  /// Metadata in the order of the keys. A value of another type is stored as its description.
  init(_ values: [String: Any]?) {
    self.init(
      (values ?? [:]).sorted { $0.key < $1.key }.map { key, value in
        MetadataEntry(key: MetadataKey(key), MetadataValue(any: value))
      })
  }

  /// The values by key; the first one if a key occurs several times. `nil` if there are none.
  var dictionary: [String: Any]? {
    if isEmpty { return nil }
    return Dictionary(
      entries.map { ($0.key.identifier, $0.typed.any) }, uniquingKeysWith: { first, _ in first })
  }
}

extension MetadataValue {
  fileprivate init(any value: Any) {
    self =
      switch value {
      case let value as Bool: .bool(value)
      case let value as Int: .number(Number(value))
      case let value as Double: Number(value).map { .number($0) } ?? .string("\(value)")
      case let value as NSNumber: Number(value.doubleValue).map { .number($0) } ?? .string("")
      case let value as Date: .date(Timestamp(value))
      case let value as HKQuantity:
        Number(value.value).map { .quantity($0, unit: value.unit.description) } ?? .string("")
      default: .string("\(value)")
      }
  }

  fileprivate var any: Any {
    switch self {
    case .string(let text): text
    case .bool(let value): value
    case .number(let number): Int(exactly: number.doubleValue) ?? number.doubleValue
    case .date(let date): Date(date)
    case .quantity(let number, let unit):
      (try? HealthUnit(unit)).map { Quantity(number.doubleValue, $0) } ?? "\(number) \(unit)"
    }
  }
}
