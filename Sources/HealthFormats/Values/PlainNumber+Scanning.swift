import HealthBytes
package import HealthModel

extension PlainNumber {
  /// Reads a number, eight bytes at a time, and moves the index after it. The caller must check what follows.
  ///
  /// - Returns: What `Number(parsing:)` returns, if the text is printed again for it without being stored: digits without
  ///   leading zeros and, perhaps, a point with digits after it. `nil` for all other texts, for one of more than 18
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

/// Numbers as columns of floating point: the one rule of when that is enough.
///
/// No two decimals of up to 15 digits are nearest to the same `Double`, so each such number has one that gives it
/// back, and it alone. Numbers with more digits, with zeros at their end (`72.50`) or spelled otherwise (`-0`, `1E5`)
/// have a text in addition to the column, or the count of decimals if a whole row has the same.
extension Number {
  /// Whether ``init(real:)`` gives exactly the same number.
  package var isReal: Bool {
    isDecimal && (exponent == 0 || digits % 10 != 0)
  }

  /// Whether ``init(real:decimals:)`` gives exactly the same number.
  @inline(__always)
  package var isDecimal: Bool {
    spelling == nil && digits.magnitude < 1_000_000_000_000_000 && exponent <= 0
      && exponent >= -Self.mostDecimals
  }

  /// The number of up to 15 digits that is nearest to a `Double`; if no such number is exact, the shortest.
  package init(real value: Double) {
    var decimals = 0
    while decimals <= Int(Self.mostDecimals), value.magnitude * Self.powers[decimals] < 1e15 {
      if let number = Number(real: value, decimals: decimals) {
        self = number
        return
      }
      decimals &+= 1
    }
    self = Number(value) ?? Number(0)
  }

  /// The number of up to 15 digits and so many decimals that is nearest to a `Double`; `nil` if no such number is exact.
  @inline(__always)
  package init?(real value: Double, decimals: Int) {
    guard decimals >= 0, decimals <= Int(Self.mostDecimals) else { return nil }
    let power = Self.powers[decimals]
    let scaled = value * power
    guard scaled.magnitude < 1e15 else { return nil }
    let digits = Int64(scaled + (scaled < 0 ? -0.5 : 0.5))
    // Digits and power are exact, so the division rounds once: as the text of the number would.
    guard Double(digits) / power == value else { return nil }
    self.init(digits: digits, exponent: Int16(truncatingIfNeeded: 0 &- decimals))
  }

  /// The largest power of ten that a `Double` holds exactly.
  private static var mostDecimals: Int16 { 22 }

  private static let powers: [23 of Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

extension Number {
  /// Whether a text is a number but for a comma in the place of its decimal point, as in most of Europe.
  static func hasDecimalComma(_ text: Span<UInt8>) -> Bool {
    guard text.count < 64 else { return false }
    var digits: [UInt8] = []
    var commas = 0
    for index in text.indices {
      let isComma = text[index] == UInt8(ascii: ",")
      commas += isComma ? 1 : 0
      digits.append(isComma ? UInt8(ascii: ".") : text[index])
    }
    return commas == 1 && Number(parsing: digits.span) != nil
  }
}

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
