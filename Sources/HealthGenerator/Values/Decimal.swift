internal import HealthBytes

/// A number as an export writes it: `significand` × 10^-`places`, so that nothing is rounded on
/// the way to the file and sums can be exact.
struct Decimal {
  var significand: Int
  var places: Int

  init(_ significand: Int, places: Int = 0) {
    self.significand = significand
    self.places = places
  }

  /// 10 to the power of `exponent`, from 0 to 18.
  static func power(_ exponent: Int) -> Int {
    var power = 1
    for _ in 0..<exponent { power &*= 10 }
    return power
  }
}

/// A sum of decimals of up to ten places, without rounding.
struct ExactSum {
  static let places = 10
  private var units: Int128 = 0

  mutating func add(_ number: Decimal) {
    let scale = Decimal.power(max(0, Self.places - number.places))
    units += Int128(number.significand) * Int128(scale)
  }

  mutating func add(_ other: ExactSum) {
    units += other.units
  }

  /// The sum without trailing zeros, as `1234.5`.
  var description: String {
    let scale = Int128(Decimal.power(Self.places))
    let whole = units.magnitude / scale.magnitude
    var fraction = String(units.magnitude % scale.magnitude)
    fraction = String(repeating: "0", count: Self.places - fraction.utf8.count) + fraction
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    return (units < 0 ? "-" : "") + "\(whole)" + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}

extension ByteBuffer {
  /// Appends the number as C's `%g` would: no trailing zeros, an exponent below 0.0001.
  mutating func append(_ number: Decimal) {
    var significand = number.significand
    var places = number.places
    while places > 0, significand % 10 == 0 {
      significand /= 10
      places -= 1
    }
    var digits = 0
    var rest = significand.magnitude
    while rest > 0 {
      rest /= 10
      digits += 1
    }
    let exponent = places - digits + 1
    guard digits > 0, exponent > 4 else {
      return append(fixed: Decimal(significand, places: places))
    }
    // One digit, the others after a point, and the power of ten in two digits.
    append(fixed: Decimal(significand, places: digits - 1))
    append("e-")
    appendTwoDigits(exponent)
  }

  /// Appends the number with all its places, trailing zeros too.
  mutating func append(fixed number: Decimal) {
    if number.significand < 0 { append(UInt8(ascii: "-")) }
    let magnitude = abs(number.significand)
    let scale = Decimal.power(number.places)
    append(decimal: Int64(magnitude / scale))
    guard number.places > 0 else { return }
    append(UInt8(ascii: "."))
    let fraction = magnitude % scale
    var missing = scale / 10
    while missing > 1, fraction < missing {
      append(UInt8(ascii: "0"))
      missing /= 10
    }
    append(decimal: Int64(fraction))
  }
}
