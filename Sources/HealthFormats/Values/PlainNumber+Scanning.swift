import HealthBytes
package import HealthModel

extension PlainNumber {
  /// Reads a number, eight bytes at a time, and moves the index behind it. What is behind it, the caller must check.
  ///
  /// - Returns: What `Number(parsing:)` returns, if the text is printed again for it without being stored: digits without
  ///   zeros in front and, perhaps, a point with digits behind it. `nil` for all other texts, for one of more than 18
  ///   digits or more than seven before the point, and within eight bytes of the end.
  @inline(__always)
  package init?(scanning bytes: Span<UInt8>, _ index: inout Int) {
    guard index < bytes.count else { return nil }
    let isNegative = bytes[index] == UInt8(ascii: "-")
    let first = isNegative ? index &+ 1 : index
    guard let word = ByteScan.word(bytes, at: first) else { return nil }
    let wholeCount = Self.digitCount(word)
    guard wholeCount > 0, wholeCount < 8, word & 0xff != 48 || wholeCount == 1 else { return nil }
    var value = Self.value(word, wholeCount)
    var end = first &+ wholeCount
    var places = 0
    if bytes[end] == UInt8(ascii: ".") {
      end &+= 1
      guard let word = ByteScan.word(bytes, at: end) else { return nil }
      places = Self.digitCount(word)
      guard places > 0 else { return nil }
      value = value &* Self.powersOfTen[places] &+ Self.value(word, places)
      end &+= places
      if places == 8 {
        guard let word = ByteScan.word(bytes, at: end) else { return nil }
        let more = Self.digitCount(word)
        guard wholeCount &+ 8 &+ more <= 18 else { return nil }
        if more > 0 { value = value &* Self.powersOfTen[more] &+ Self.value(word, more) }
        places &+= more
        end &+= more
      }
    }
    // A zero with a sign is stored as text.
    guard !isNegative || value > 0 else { return nil }
    index = end
    let digits = Int64(bitPattern: value)
    self.init(
      digits: isNegative ? 0 &- digits : digits, exponent: Int16(truncatingIfNeeded: 0 &- places))
  }

  /// How many of the eight bytes are digits, from the lowest on.
  @inline(__always)
  private static func digitCount(_ word: UInt64) -> Int {
    let digits = word ^ 0x3030_3030_3030_3030
    let others = (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0
    return others.trailingZeroBitCount / 8
  }

  /// The number that the lowest `1...8` bytes are the digits of.
  @inline(__always)
  private static func value(_ word: UInt64, _ count: Int) -> UInt64 {
    var digits = (word ^ 0x3030_3030_3030_3030) &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
    digits = digits &* 10 &+ digits &>> 8
    let first = (digits & 0xff_0000_00ff) &* 0x0f_4240_0000_0064
    let second = (digits &>> 16 & 0xff_0000_00ff) &* 0x2710_0000_0001
    return (first &+ second) &>> 32
  }

  private static let powersOfTen: [9 of UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]
}
