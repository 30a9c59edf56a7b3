/// The molar mass of a substance in g/mol, as in `mol<180.1558800000541>`: a decimal number of at
/// most 16 significant digits, which is what HealthKit prints.
///
/// HealthKit takes units for equal when they print alike, so 180.15588000005408 (its constant for
/// glucose) and 180.1558800000541 (the same in an export) must be one mass. Rounding to those
/// digits when read makes it so, and moves the value by 1.1e-16 of itself at most.
struct MolarMass: Hashable, Sendable {
  /// The digits without zeros at the end.
  private let significand: UInt64
  private let exponent: Int

  /// Glucose, `HKUnitMolarMassBloodGlucose`.
  static let glucose = MolarMass(significand: 180_1558_8000_0054_1, exponent: -13)

  private static let significantDigits = 16

  private init(significand: UInt64, exponent: Int) {
    var (significand, exponent) = (significand, exponent)
    while significand != 0, significand.isMultiple(of: 10) {
      significand /= 10
      exponent += 1
    }
    (self.significand, self.exponent) = (significand, exponent)
  }

  /// Reads digits with at most one point between them, such as `180.15588000005408`; `nil` for
  /// anything else, and for 0.
  init?(_ bytes: some BidirectionalCollection<UInt8>) {
    let (zero, point) = (UInt8(ascii: "0"), UInt8(ascii: "."))
    guard bytes.first != point, bytes.last != point else { return nil }
    var (significand, digits, exponent, sawPoint) = (UInt64(0), 0, 0, false)
    for byte in bytes {
      if byte == point, !sawPoint {
        sawPoint = true
        continue
      }
      guard case let digit = byte &- zero, digit < 10 else { return nil }
      if sawPoint { exponent -= 1 }
      if digits < Self.significantDigits {
        significand = significand * 10 + UInt64(digit)
        if significand != 0 { digits += 1 }
      } else {
        if digits == Self.significantDigits, digit >= 5 { significand += 1 }
        digits += 1
        exponent += 1
      }
    }
    guard significand != 0 else { return nil }
    self.init(significand: significand, exponent: exponent)
  }

  /// In grams.
  var scale: Scale { Scale(significand, tenTo: exponent) }
}

extension MolarMass: CustomStringConvertible {
  var description: String {
    let digits = String(significand)
    guard exponent < 0 else { return digits + String(repeating: "0", count: exponent) }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    return "\(padded.dropLast(-exponent)).\(padded.suffix(-exponent))"
  }
}

extension MolarMass: Comparable {
  /// An order for printing: not that of the masses.
  static func < (left: MolarMass, right: MolarMass) -> Bool {
    (left.significand, left.exponent) < (right.significand, right.exponent)
  }
}
