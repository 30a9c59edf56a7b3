import HealthBytes

/// Reads hexadecimal numbers in lower case, eight digits at a time.
package enum HexadecimalScan {
  /// Reads up to 16 digits.
  ///
  /// - Returns: The number and how many digits it has, perhaps none; `nil` within 16 bytes of the end.
  @inline(__always)
  package static func number(_ bytes: Span<UInt8>, at index: Int) -> (value: UInt64, count: Int)? {
    guard let first = ByteScan.word(bytes, at: index),
      let second = ByteScan.word(bytes, at: index &+ 8)
    else { return nil }
    let count = digitCount(first)
    guard count == 8 else { return (count == 0 ? 0 : value(first, count), count) }
    let more = digitCount(second)
    let head = value(first, 8)
    guard more > 0 else { return (head, 8) }
    return (head &<< UInt64(truncatingIfNeeded: more &* 4) | value(second, more), 8 &+ more)
  }

  /// How many of the eight bytes are digits, from the lowest on.
  @inline(__always)
  private static func digitCount(_ word: UInt64) -> Int {
    // A sum has the highest bit if the byte is at least `0` or `a`, or more than `9` or `f`.
    let low = word & 0x7f7f_7f7f_7f7f_7f7f
    let digits = (low &+ 0x5050_5050_5050_5050) & ~(low &+ 0x4646_4646_4646_4646)
    let letters = (low &+ 0x1f1f_1f1f_1f1f_1f1f) & ~(low &+ 0x1919_1919_1919_1919)
    let others = ~((digits | letters) & ~word) & 0x8080_8080_8080_8080
    return others.trailingZeroBitCount / 8
  }

  /// The number that the lowest `1...8` bytes are the digits of.
  @inline(__always)
  private static func value(_ word: UInt64, _ count: Int) -> UInt64 {
    let letters = word &>> 6 & 0x0101_0101_0101_0101
    var digits = (word & 0x0f0f_0f0f_0f0f_0f0f) &+ letters &* 9
    digits &<<= UInt64(truncatingIfNeeded: 64 &- count &* 8)
    digits = (digits &<< 4 | digits &>> 8) & 0x00ff_00ff_00ff_00ff
    digits = (digits &<< 8 | digits &>> 16) & 0x0000_ffff_0000_ffff
    return (digits &<< 16 | digits &>> 32) & 0xffff_ffff
  }
}
