import HealthModel
import HealthUnits

extension Number {
  /// The number in another unit; `nil` if the units do not fit.
  func converted(_ unit: String?, to other: String) -> Number? {
    if unit == other { return self }
    guard let unit, let from = try? HealthUnit(unit), let to = try? HealthUnit(other),
      let value = try? from.convert(doubleValue, to: to)
    else { return nil }
    return Number(value)
  }
}
