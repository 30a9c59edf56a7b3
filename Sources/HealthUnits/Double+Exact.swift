/// Arithmetic on integers of 128 bits that rounds once, at the end.
extension Double {
  /// `self · numerator / denominator · 2^exponent`, rounded to nearest, for a finite value.
  func scaled(by numerator: UInt64, over denominator: UInt64, exponent: Int) -> Double {
    guard self != 0 else { return self }
    let bits = UInt64(significand * 0x1p63)
    let product = bits.multipliedFullWidth(by: numerator)
    let result = Double(
      quotient: UInt128(product.high) << 64 | UInt128(product.low), denominator,
      exponent: self.exponent - 63 + exponent)
    return Double(signOf: self, magnitudeOf: result)
  }

  /// `(self · numerator + offset) / denominator`, rounded to nearest, for a finite value. Where the
  /// sum needs more than 126 bits, it is rounded as well.
  func mapped(times numerator: Int128, plus offset: Int128, over denominator: UInt64) -> Double {
    // self = integer · 2^exponent, the integer odd or 0.
    let exponent = self == 0 ? 0 : self.exponent - significandWidth
    let integer = Int128(Int64(Double(sign: sign, exponent: -exponent, significand: magnitude)))
    let (product, overflows) = integer.multipliedReportingOverflow(by: numerator)
    let (above, below) = (max(0, exponent), max(0, -exponent))
    guard !overflows, product.magnitude.leadingZeroBitCount > above + 1,
      offset.magnitude.leadingZeroBitCount > below + 1
    else {
      return (self * Double(numerator) + Double(offset)) / Double(denominator)
    }
    let sum = (product << above) + (offset << below)
    let result = Double(quotient: sum.magnitude, denominator, exponent: -below)
    return sum < 0 ? -result : result
  }

  /// `(digits · 10^power · numerator + offset) / denominator`, rounded to nearest; `nil` where that needs
  /// more than 127 bits above the line or 64 below.
  static func mapped(
    _ digits: Int64, _ power: Int, times numerator: Int128, plus offset: Int128,
    over denominator: UInt64
  ) -> Double? {
    guard power.magnitude <= 18 else { return nil }
    let ten = (0..<power.magnitude).reduce(UInt64(1)) { value, _ in value * 10 }
    let (above, below) = power > 0 ? (ten, 1) : (1, ten)
    let (product, isTooLarge) = (Int128(digits) * Int128(above))
      .multipliedReportingOverflow(by: numerator)
    let (shift, isTooFar) = offset.multipliedReportingOverflow(by: Int128(below))
    let (sum, overflows) = product.addingReportingOverflow(shift)
    let (divisor, isTooFine) = denominator.multipliedReportingOverflow(by: below)
    if isTooLarge || isTooFar || overflows || isTooFine { return nil }
    let result = Double(quotient: sum.magnitude, divisor, exponent: 0)
    return sum < 0 ? -result : result
  }

  /// `dividend / divisor · 2^exponent`, rounded to nearest, ties to even.
  init(quotient dividend: UInt128, _ divisor: UInt64, exponent: Int) {
    guard dividend != 0 else {
      self = 0
      return
    }
    // Both are shifted until their highest bit is set, and the dividend is halved if needed: the
    // quotient then has 63 or 64 bits, and its lowest bit is also set for any remainder (sticky
    // bit).
    let (left, right) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
    var (dividend, exponent, lost) = (dividend << left, exponent - left + right, UInt64(0))
    let divisor = divisor << right
    if UInt64(truncatingIfNeeded: dividend >> 64) >= divisor {
      lost = UInt64(truncatingIfNeeded: dividend) & 1
      dividend >>= 1
      exponent += 1
    }
    let (quotient, remainder) = divisor.dividingFullWidth(
      (UInt64(truncatingIfNeeded: dividend >> 64), UInt64(truncatingIfNeeded: dividend)))
    if remainder != 0 { lost = 1 }
    self.init(sign: .plus, exponent: exponent, significand: Double(quotient | lost))
  }
}
