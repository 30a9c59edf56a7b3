extension Number: Equatable {
  /// Whether two numbers are the same decimal number, however written: `72.50` equals `72.5`, `-0` equals `0`. Digits
  /// after the 18th significant one do not count.
  public static func == (a: Number, b: Number) -> Bool { a.normalized == b.normalized }
}

extension Number: Hashable {
  /// Feeds the digits and the power of ten, without trailing zeros, to a hasher.
  public func hash(into hasher: inout Hasher) {
    let (digits, exponent) = normalized
    hasher.combine(digits)
    hasher.combine(exponent)
  }
}

extension Number: Comparable {
  /// Whether one decimal number is less than another, by their first 18 significant digits. Exactly one of `a < b`,
  /// `a == b` and `b < a` holds, also for numbers that have the same nearest `Double`.
  public static func < (a: Number, b: Number) -> Bool {
    if a.exponent == b.exponent { return a.digits < b.digits }
    let (sign, other) = (a.digits.signum(), b.digits.signum())
    if sign != other || sign == 0 { return sign < other }
    return sign > 0 ? a.isNearerZero(than: b) : b.isNearerZero(than: a)
  }

  /// Whether the absolute value is less than that of another number; neither is 0.
  private func isNearerZero(than other: Number) -> Bool {
    let (mine, theirs) = (normalized, other.normalized)
    let (count, otherCount) = (mine.digits.decimalCount, theirs.digits.decimalCount)
    // The power of ten above the first digit.
    let (power, otherPower) = (mine.exponent + count, theirs.exponent + otherCount)
    if power != otherPower { return power < otherPower }
    // The same number of digits: at most 19 each, and 19 zeros, which 128 bits hold.
    let width = max(count, otherCount)
    let digits = UInt128(mine.digits.magnitude) * .powerOfTen(width - count)
    let otherDigits = UInt128(theirs.digits.magnitude) * .powerOfTen(width - otherCount)
    return digits < otherDigits
  }
}

extension Int64 {
  /// How many decimal digits a number other than 0 has.
  fileprivate var decimalCount: Int {
    var (count, rest) = (0, magnitude)
    while rest > 0 {
      count += 1
      rest /= 10
    }
    return count
  }
}

extension UInt128 {
  fileprivate static func powerOfTen(_ power: Int) -> UInt128 {
    var product: UInt128 = 1
    for _ in 0..<power { product *= 10 }
    return product
  }
}
