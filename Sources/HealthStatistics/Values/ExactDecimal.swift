public import HealthModel

/// A decimal number with 18 places after the point, for sums that do not depend on the order of their terms.
///
/// Values up to 10^15 are accepted. A sum that leaves 128 bits (10^20) stays at the largest number.
public struct ExactDecimal: Sendable, Hashable, Comparable {
  /// The number times 10^18.
  package let units: Int128

  /// How many digits are kept after the point.
  public static let places = 18
  /// The largest value that is accepted, times 10^18.
  static let limit: Int128 = powers[33]
  static let powers: [Int128] = (0...38).map { power in
    (0..<power).reduce(Int128(1)) { product, _ in product * 10 }
  }
  /// 0.
  public static let zero = ExactDecimal(scaled: 0)

  package init(scaled units: Int128) { self.units = units }

  /// A decimal number, rounded to 18 places; `nil` for a number beyond ±10^15.
  public init?(_ number: Number) {
    guard
      let units = Self.units(digits: number.digits, exponent: Int(number.exponent))
    else { return nil }
    self.units = units
  }

  /// `digits · 10^exponent` times 10^18; `nil` beyond the limit.
  static func units(digits: Int64, exponent: Int) -> Int128? {
    let power = exponent + places
    if power >= 0, power <= 18 {
      let product = Int128(digits) &* powers[power]
      return product.magnitude <= limit.magnitude ? product : nil
    }
    if digits == 0 || power < -18 { return 0 }
    if power > 33 { return nil }
    if power < 0 { return Int128(digits).dividedRounding(by: powers[-power]) }
    let (product, isOverflow) = Int128(digits).multipliedReportingOverflow(by: powers[power])
    return isOverflow || product.magnitude > limit.magnitude ? nil : product
  }

  /// Whether a number is less than another.
  public static func < (a: ExactDecimal, b: ExactDecimal) -> Bool { a.units < b.units }

  /// The number as floating point, off by less than two units of the last place.
  public var doubleValue: Double {
    let (whole, rest) = units.quotientAndRemainder(dividingBy: Self.powers[Self.places])
    return whole.doubleValue + rest.doubleValue / 1e18
  }

  /// The number in decimal without trailing zeros: `1234.5`.
  public var description: String {
    let (whole, rest) = units.magnitude.quotientAndRemainder(
      dividingBy: Self.powers[Self.places].magnitude)
    // Numbers of 64 bits: printing and dividing those of 128 costs several times as much.
    let integer = UInt64(exactly: whole).map { "\($0)" } ?? "\(whole)"
    let text = units < 0 ? "-" + integer : integer
    guard var fraction = UInt64(exactly: rest), fraction > 0 else { return text }
    var places = Self.places
    while fraction % 10 == 0 {
      fraction /= 10
      places -= 1
    }
    let digits = "\(fraction)"
    return text + "." + String(repeating: "0", count: places - digits.utf8.count) + digits
  }

  /// The number rounded to so many places after the point, halves away from zero.
  public func rounded(toPlaces places: Int) -> ExactDecimal {
    let step = Self.powers[Self.places - min(max(0, places), Self.places)]
    return ExactDecimal(scaled: units.dividedRounding(by: step) * step)
  }
}

extension ExactDecimal: CustomStringConvertible {}

extension Int128 {
  /// The nearest floating-point number. Converting 64 bits costs a fraction of what converting 128 costs.
  var doubleValue: Double { Int64(exactly: self).map { Double($0) } ?? Double(self) }

  /// The nearest quotient; halves away from zero. The divisor is above 0.
  func dividedRounding(by divisor: Int128) -> Int128 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    guard rest.magnitude >= divisor.magnitude - rest.magnitude else { return quotient }
    return self < 0 ? quotient - 1 : quotient + 1
  }

  /// The sum, or the largest number of the sign where it is too large.
  mutating func addSaturating(_ term: Int128) {
    let (sum, isOverflow) = addingReportingOverflow(term)
    self = isOverflow ? (term < 0 ? .min : .max) : sum
  }

  /// The part of a number that belongs to a part of a time: alike for the same arguments, and all of the number for all
  /// of the time.
  ///
  /// - Parameters:
  ///   - part: A length, 0 to `whole`.
  ///   - whole: The whole length, above 0.
  /// - Returns: The number times `part` / `whole`, rounded toward 0.
  func share(_ part: Int64, of whole: Int64) -> Int128 {
    if part == whole { return self }
    if part == 0 { return 0 }
    let (product, isOverflow) = multipliedReportingOverflow(by: Int128(part))
    if !isOverflow { return product / Int128(whole) }
    return Int128(Double(self) * (Double(part) / Double(whole)))
  }

  /// The product with a time; the nearest that floating point gives where it is too large, and at most the largest number.
  func timesSaturating(_ time: Int64) -> Int128 {
    let (product, isOverflow) = multipliedReportingOverflow(by: Int128(time))
    return isOverflow ? ((self < 0) != (time < 0) ? .min : .max) : product
  }
}
