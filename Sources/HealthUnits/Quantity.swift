/// A value with its unit.
///
/// Equality and order are those of what is measured: 20 g equals 0.02 kg, 0.5 % equals 0.5 count. For
/// that, values are converted to coherent units (g, m, s, K …), each with one rounding.
public struct Quantity: Sendable {
  /// The number, in `unit`.
  public let value: Double
  /// The unit.
  public let unit: HealthUnit

  /// A value with its unit.
  public init(_ value: Double, _ unit: HealthUnit) {
    (self.value, self.unit) = (value, unit)
  }

  /// The value in another unit.
  ///
  /// - Returns: the converted number, rounded once (see `HealthUnit.Conversion`).
  /// - Throws: `UnitError` if the units are not compatible.
  public func value(in other: HealthUnit) throws(UnitError) -> Double {
    try unit.convert(value, to: other)
  }

  /// The same quantity in another unit.
  ///
  /// - Throws: `UnitError` if the units are not compatible.
  public func converted(to other: HealthUnit) throws(UnitError) -> Quantity {
    Quantity(try value(in: other), other)
  }

  /// Whether both measure the same dimension.
  ///
  /// - Returns: whether one converts into the unit of the other, and the two can be compared.
  public func isCompatible(with other: Quantity) -> Bool {
    unit.isCompatible(with: other.unit)
  }

  /// Whether it converts into a unit.
  public func isCompatible(with unit: HealthUnit) -> Bool { self.unit.isCompatible(with: unit) }

  private var coherentValue: Double { unit.coherentConversion(value) }
}

extension Quantity: Hashable {
  /// Whether both are equally much of the same dimension; false, not an error, for incompatible ones.
  public static func == (left: Quantity, right: Quantity) -> Bool {
    left.isCompatible(with: right) && left.coherentValue == right.coherentValue
  }

  /// Feeds what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(unit.dimension)
    hasher.combine(coherentValue)
  }

  /// Whether the left one is less; throws `UnitError` if the two are not compatible.
  public static func < (left: Quantity, right: Quantity) throws(UnitError) -> Bool {
    guard left.isCompatible(with: right) else {
      throw UnitError(incompatible: left.unit, with: right.unit)
    }
    return left.coherentValue < right.coherentValue
  }

  /// Whether the left one is more; throws `UnitError` if the two are not compatible.
  public static func > (left: Quantity, right: Quantity) throws(UnitError) -> Bool {
    try right < left
  }
}

extension Quantity: CustomStringConvertible {
  /// The number and the unit: `20.0 g`.
  public var description: String { "\(value) \(unit)" }
}
