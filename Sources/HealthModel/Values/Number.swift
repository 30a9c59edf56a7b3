/// A decimal number that remembers how it was written.
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
  /// The text the number was read from, where printing it would not give that back.
  @usableFromInline package let spelling: Spelling?

  /// A number of its parts.
  ///
  /// - Parameters:
  ///   - digits: The digits, at most 18, as one integer.
  ///   - exponent: The power of ten that they are multiplied by.
  ///   - spelling: The text it was read from, where printing it would not give that back.
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
    // The description of a Double is a spelling of the language's, not of the data's.
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

  /// Digits and power of ten without trailing zeros: alike for all spellings of one number.
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
