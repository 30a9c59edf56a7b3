/// Decimal numbers: eight digits are calculated together, and stored at once.
extension ByteBuffer {
  /// Appends the decimal digits of an integer, with `-` before a negative one.
  @inlinable
  public mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: value.magnitude)
  }

  /// Appends an integer divided by a power of ten, with all decimals: -1500 and 3 places are `-1.500`.
  ///
  /// - Parameter places: The number of decimals, `1...18`; others are taken as the nearest of these.
  @inlinable
  public mutating func append(decimal value: Int64, places: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var places = min(max(1, places), 18)
    let (whole, fraction) = value.magnitude.quotientAndRemainder(
      dividingBy: Self.powersOfTen[places])
    append(digits: whole)
    append(UInt8(ascii: "."))
    var rest = fraction
    if places > 16 {
      append(lastDigits: rest / 10_000_000_000_000_000, places &- 16)
      rest %= 10_000_000_000_000_000
      places = 16
    }
    if places > 8 {
      append(lastDigits: rest / 100_000_000, places &- 8)
      rest %= 100_000_000
      places = 8
    }
    append(lastDigits: rest, places)
  }

  /// Appends the digits of a number without zeros in front.
  @inlinable
  mutating func append(digits value: UInt64) {
    guard value < 100_000_000 else {
      let (first, last) = value.quotientAndRemainder(dividingBy: 100_000_000)
      appendMany(first)
      return append(lastDigits: last, 8)
    }
    let word = Self.digits(UInt32(truncatingIfNeeded: value))
    let zeros = min((word ^ 0x3030_3030_3030_3030).trailingZeroBitCount / 8, 7)
    append(word: word &>> UInt64(truncatingIfNeeded: zeros &* 8), count: 8 &- zeros)
  }

  /// Appends what is in front of the last eight digits of a long number.
  @usableFromInline
  @inline(never)
  mutating func appendMany(_ value: UInt64) { append(digits: value) }

  /// Appends the last digits of a number below 10^8, `1...8` of them.
  @inlinable
  mutating func append(lastDigits value: UInt64, _ count: Int) {
    let word = Self.digits(UInt32(truncatingIfNeeded: value))
    append(word: word &>> UInt64(truncatingIfNeeded: 64 &- count &* 8), count: count)
  }

  /// The eight digits of a number below 10^8, the first in the lowest byte: halves, pairs and digits are each calculated
  /// in parallel, with a multiplication in place of a division by 100 and by 10.
  @inlinable
  static func digits(_ value: UInt32) -> UInt64 {
    let halves = UInt64(value / 10_000) | UInt64(value % 10_000) &<< 32
    let hundreds = (halves &* 10_486) &>> 20 & 0x7f_0000_007f
    let pairs = (halves &- hundreds &* 100) &<< 16 &+ hundreds
    let tens = (pairs &* 103) &>> 10 & 0x0f_000f_000f_000f
    return ((pairs &- tens &* 10) &<< 8 &+ tens) | 0x3030_3030_3030_3030
  }

  @usableFromInline static let powersOfTen: [19 of UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000,
  ]
}
