public import HealthUnits

/// A decimal number that reproduces the text from which it was read.
///
/// Health exports print numbers in decimal, so a number is stored in decimal: an integer of up to
/// 18 digits and a power of ten. `72.50` is 7250 × 10⁻²; it equals `72.5` and still prints as it
/// was read. A text form that the two integers cannot reproduce (`5.91532e-05`, `+3`, `007`) is
/// stored as well.
public struct Number: Sendable {
  /// The digits, as one integer. Of a number with more than 18 digits, the first 18.
  public let digits: Int64
  /// The power of ten that the digits are multiplied by.
  public let exponent: Int16
  /// The text the number was read from, where printing it would not reproduce it.
  @usableFromInline package let spelling: Spelling?

  /// A number of its parts.
  ///
  /// - Parameters:
  ///   - digits: The digits, at most 18, as one integer.
  ///   - exponent: The power of ten that they are multiplied by.
  ///   - spelling: The text it was read from, where printing it would not reproduce it.
  @inlinable package init(digits: Int64, exponent: Int16, spelling: Spelling?) {
    self.digits = digits
    self.exponent = exponent
    self.spelling = spelling
  }

  /// A number of its digits.
  ///
  /// - Parameters:
  ///   - digits: The digits, at most 18, as one integer.
  ///   - exponent: The power of ten that they are multiplied by.
  @inlinable public init(digits: Int64, exponent: Int16) {
    self.init(digits: digits, exponent: exponent, spelling: nil)
  }

  /// An integer.
  public init(_ value: Int) {
    self.init(digits: Int64(value), exponent: 0)
  }

  /// The number with the fewest digits that reads back as a given floating-point number.
  ///
  /// - Parameter value: The number; the result is `nil` for infinities and not-a-number.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if value == value.rounded(), value.magnitude < 0x1p53 {
      self.init(digits: Int64(value), exponent: 0)
      return
    }
    guard let number = Number(value.description) else { return nil }
    // The text form is dropped: it is that of Swift, not of the input.
    self.init(digits: number.digits, exponent: number.exponent)
  }

  /// The nearest floating-point number, correctly rounded.
  ///
  /// - Complexity: One division for up to 15 digits; a text conversion beyond.
  @inlinable public var doubleValue: Double {
    let power = Int(exponent)
    if digits.magnitude <= 1 << 53, power >= -22, power <= 22 {
      // Both operands are exact, so the one rounding is the operation's own.
      let integer = Double(digits)
      return power <= 0
        ? integer / Self.powersOfTen[0 &- power] : integer * Self.powersOfTen[power]
    }
    return slowDoubleValue
  }

  @usableFromInline var slowDoubleValue: Double {
    if let text = spelling?.text, let value = Double(text) { return value }
    return Double("\(digits)e\(exponent)") ?? .nan
  }

  @usableFromInline static let powersOfTen: [23 of Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Digits and power of ten without trailing zeros: the same for all text forms of a number.
  @inlinable public var normalized: (digits: Int64, exponent: Int) {
    // An odd number has no zero at its end.
    if digits & 1 != 0 { return (digits, Int(exponent)) }
    guard digits != 0 else { return (0, 0) }
    var rest = digits
    var power = Int(exponent)
    while true {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { return (rest, power) }
      rest = quotient
      power &+= 1
    }
  }
}

extension Number {
  /// The number in another unit.
  ///
  /// Between units a power of ten apart the digits stay the same and the decimal point moves. Between others the result
  /// is the shortest decimal of the `Double` nearest to the exact result, which is exact up to 15 digits.
  ///
  /// - Returns: The number, or `nil` if it is too large for a `Double`.
  public func converted(by conversion: HealthUnit.Conversion) -> Number? {
    // Only the text form of a longer number has all digits.
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
    // The smallest power of ten above the absolute value of each.
    let (power, otherPower) = (mine.exponent + count, theirs.exponent + otherCount)
    if power != otherPower { return power < otherPower }
    // Zeros are appended until both have the same number of digits: at most 19 digits and 19 zeros, which fit in 128 bits.
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

extension Number {
  /// The product with another number: exact if it has at most 18 digits, otherwise the nearest `Double`; `nil` if that is not
  /// finite.
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

/// The text a value was written with, kept only where printing the value would not reproduce it.
///
/// A class, so that a value without a special text form stores only a null pointer.
@usableFromInline package final class Spelling: Sendable {
  /// The exact text of the input.
  public let text: String

  /// Keeps a text.
  public init(_ text: String) {
    self.text = text
  }
}

/// A decimal number without a text form of its own. Unlike a `Number` it contains no reference, so copies cost no reference
/// counting.
@usableFromInline package struct PlainNumber: Sendable, Equatable {
  /// The digits, at most 18, as one integer.
  public let digits: Int64
  /// The power of ten that the digits are multiplied by.
  public let exponent: Int16

  /// A number of its parts.
  @inlinable public init(digits: Int64, exponent: Int16) {
    self.digits = digits
    self.exponent = exponent
  }
}

extension Number {
  /// The number without a text form of its own.
  @inlinable package init(_ plain: PlainNumber) {
    self.init(digits: plain.digits, exponent: plain.exponent, spelling: nil)
  }
}
