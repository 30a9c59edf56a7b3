/// How large a unit is: a positive number, `numerator / denominator · 2ᵃ · 5ᵇ · πᶜ`, exactly.
///
/// Powers of two and five are counted apart, so that prefixes and decimal factors cancel without
/// ever being multiplied out, and a power of ten is seen as one. The rest of each factor in use
/// fits 64 bits. Where a product does not (a pound to the third power), its lowest bits are dropped:
/// the number is then off by less than 2⁻⁶³ of itself for each such product.
struct Scale: Equatable, Sendable {
  private(set) var numerator: UInt64 = 1
  private(set) var denominator: UInt64 = 1
  private(set) var twos = 0
  private(set) var fives = 0
  private(set) var pis = 0
  /// Whether no bits were dropped.
  private(set) var isExact = true

  /// 1.
  static let one = Scale()

  static let pi: Scale = {
    var scale = Scale()
    scale.pis = 1
    return scale
  }()

  private init() {}

  /// `integer · 10^power`, for an integer above 0.
  init(_ integer: UInt64, tenTo power: Int = 0) {
    twos = integer.trailingZeroBitCount + power
    fives = power
    numerator = integer >> integer.trailingZeroBitCount
    while numerator > 1, numerator.isMultiple(of: 5) {
      numerator /= 5
      fives += 1
    }
  }

  /// If this is a power of ten, that power, else `nil`.
  var powerOfTen: Int? {
    guard numerator == 1, denominator == 1, twos == fives, pis == 0, isExact else { return nil }
    return twos
  }
}

extension Scale {
  static func * (left: Scale, right: Scale) -> Scale {
    var result = Scale()
    (result.twos, result.fives) = (left.twos + right.twos, left.fives + right.fives)
    (result.pis, result.isExact) = (left.pis + right.pis, left.isExact && right.isExact)
    // Reduced crosswise before multiplying, both for the lowest terms and for the least growth.
    let first = greatestCommonDivisor(left.numerator, right.denominator)
    let second = greatestCommonDivisor(right.numerator, left.denominator)
    let above = leadingBits(left.numerator / first, right.numerator / second)
    let below = leadingBits(left.denominator / second, right.denominator / first)
    (result.numerator, result.denominator) = (above.bits, below.bits)
    result.twos += above.dropped - below.dropped
    if above.dropped > 0 || below.dropped > 0 { result.isExact = false }
    return result
  }

  static func / (left: Scale, right: Scale) -> Scale {
    left * right.inverse
  }

  private var inverse: Scale {
    var result = self
    (result.numerator, result.denominator) = (denominator, numerator)
    (result.twos, result.fives, result.pis) = (-twos, -fives, -pis)
    return result
  }

  /// Multiplied with itself so many times; in steps that grow as the logarithm of the power.
  func raised(to power: Int) -> Scale {
    var (result, square, rest) = (Scale.one, power < 0 ? inverse : self, power.magnitude)
    while rest > 0 {
      if !rest.isMultiple(of: 2) { result = result * square }
      rest /= 2
      if rest > 0 { square = square * square }
    }
    return result
  }

  /// The same number with its fives multiplied into the numerator or the denominator.
  var withoutFives: Scale {
    var (five, rest) = (Scale(), self)
    five.numerator = 5
    rest.fives = 0
    return rest * five.raised(to: fives)
  }

  /// The highest 64 bits of a product, and the number of bits below them.
  private static func leadingBits(_ left: UInt64, _ right: UInt64) -> (bits: UInt64, dropped: Int) {
    let (high, low) = left.multipliedFullWidth(by: right)
    let dropped = UInt64.bitWidth - high.leadingZeroBitCount
    return (high << (UInt64.bitWidth - dropped) | low >> dropped, dropped)
  }

  private static func greatestCommonDivisor(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var (larger, smaller) = (left, right)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return larger
  }
}

extension Scale {
  /// The number written in the table of units: decimals, or `π`, alone or as a quotient.
  init(literal: String) {
    let parts = literal.split(separator: "/").map { part in
      if part == "π" { return Scale.pi }
      let fraction = part.drop { $0 != "." }.dropFirst()
      // A non-numeric factor is the molar mass, which is multiplied elsewhere.
      return Scale(UInt64(part.filter { $0 != "." }) ?? 1, tenTo: -fraction.utf8.count)
    }
    self = parts.dropFirst().reduce(parts.first ?? .one) { $0 / $1 }
  }
}

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

extension HealthUnit {
  /// A prefix that multiplies a unit by a power of ten. The raw value is that power.
  ///
  /// These are the thirteen that HealthKit knows; larger and smaller SI prefixes are not among them.
  public enum Prefix: Int, CaseIterable, Sendable {
    /// 10⁻¹⁵, `f`.
    case femto = -15
    /// 10⁻¹², `p`.
    case pico = -12
    /// 10⁻⁹, `n`.
    case nano = -9
    /// 10⁻⁶, `mc`. Neither `u` nor `µ` is read.
    case micro = -6
    /// 10⁻³, `m`.
    case milli = -3
    /// 10⁻², `c`.
    case centi = -2
    /// 10⁻¹, `d`.
    case deci = -1
    /// 10¹, `da`.
    case deca = 1
    /// 10², `h`.
    case hecto = 2
    /// 10³, `k`.
    case kilo = 3
    /// 10⁶, `M`.
    case mega = 6
    /// 10⁹, `G`.
    case giga = 9
    /// 10¹², `T`.
    case tera = 12

    /// The letters written in front of a unit's symbol, such as `k`.
    public var symbol: String {
      switch self {
      case .femto: "f"
      case .pico: "p"
      case .nano: "n"
      case .micro: "mc"
      case .milli: "m"
      case .centi: "c"
      case .deci: "d"
      case .deca: "da"
      case .hecto: "h"
      case .kilo: "k"
      case .mega: "M"
      case .giga: "G"
      case .tera: "T"
      }
    }
  }
}

// Base units with a prefix, as in `.gram(.kilo)`.

extension HealthUnit {
  /// Grams with a prefix.
  public static func gram(_ prefix: Prefix) -> HealthUnit { HealthUnit(.gram, prefix: prefix) }
  /// Meters with a prefix.
  public static func meter(_ prefix: Prefix) -> HealthUnit { HealthUnit(.meter, prefix: prefix) }
  /// Liters with a prefix.
  public static func liter(_ prefix: Prefix) -> HealthUnit { HealthUnit(.liter, prefix: prefix) }
  /// Pascals with a prefix.
  public static func pascal(_ prefix: Prefix) -> HealthUnit { HealthUnit(.pascal, prefix: prefix) }
  /// Seconds with a prefix.
  public static func second(_ prefix: Prefix) -> HealthUnit { HealthUnit(.second, prefix: prefix) }
  /// Joules with a prefix.
  public static func joule(_ prefix: Prefix) -> HealthUnit { HealthUnit(.joule, prefix: prefix) }
  /// Siemens with a prefix.
  public static func siemens(_ prefix: Prefix) -> HealthUnit {
    HealthUnit(.siemens, prefix: prefix)
  }
  /// Hertz with a prefix.
  public static func hertz(_ prefix: Prefix) -> HealthUnit { HealthUnit(.hertz, prefix: prefix) }
  /// Volts with a prefix.
  public static func volt(_ prefix: Prefix) -> HealthUnit { HealthUnit(.volt, prefix: prefix) }
  /// Watts with a prefix.
  public static func watt(_ prefix: Prefix) -> HealthUnit { HealthUnit(.watt, prefix: prefix) }
}
