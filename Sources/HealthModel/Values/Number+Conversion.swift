public import HealthUnits

extension Number {
  /// The number in another unit.
  ///
  /// Between units a power of ten apart the digits stay the same and the decimal point moves. Between others the result
  /// is the shortest decimal of the `Double` nearest to the exact result, which is exact up to 15 digits.
  ///
  /// - Returns: The number, or `nil` if it is too large for a `Double`.
  public func converted(by conversion: HealthUnit.Conversion) -> Number? {
    // Of a longer number only the spelling has all digits.
    guard spelling == nil || digits.magnitude < 10_000_000_000_000_000 else {
      return conversion.powerOfTen == 0 ? self : Number(conversion(doubleValue))
    }
    if let power = conversion.powerOfTen {
      if power == 0 { return self }
      if digits == 0 { return Number(0) }
      return Int16(exactly: Int(exponent) + power).map { Number(digits: digits, exponent: $0) }
    }
    return Number(conversion(digits: digits, exponent: Int(exponent)))
  }
}
