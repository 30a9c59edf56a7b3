extension Number {
  /// The product with another number: exact in decimal where it has up to 18 digits, else the nearest that
  /// floating point gives; `nil` where that is not finite.
  package func multiplied(by factor: Number) -> Number? {
    let (a, b) = (normalized, factor.normalized)
    let (digits, overflows) = a.digits.multipliedReportingOverflow(by: b.digits)
    if !overflows, digits.magnitude < 1_000_000_000_000_000_000,
      let exponent = Int16(exactly: a.exponent + b.exponent)
    {
      return Number(digits: digits, exponent: exponent)
    }
    return Number(doubleValue * factor.doubleValue)
  }
}
