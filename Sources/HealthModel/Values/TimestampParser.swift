/// Reads one date after another in the export's form.
///
/// Dates that follow one another nearly always share day and offset. Those are compared with the last
/// date's, and only the time of day is read.
public struct TimestampParser: Sendable {
  /// The last date's `2024-06-`.
  @usableFromInline var month: UInt64 = 0
  /// The last date's `01 `, as the lowest three bytes.
  @usableFromInline var day: UInt64 = 0
  /// The last date's ` +020`, as the highest five bytes.
  @usableFromInline var offset: UInt64 = 0
  /// The last byte of the last date.
  @usableFromInline var end: UInt8 = 0
  /// When the last date's day began on its clock, in seconds since 1970.
  @usableFromInline var dayStart: Int64 = 0
  @usableFromInline var offsetMinutes: Int16 = 0

  /// A parser that has read nothing.
  public init() {}

  /// The date that some bytes spell, or `nil` if they spell none: what `Timestamp(parsing:form:)` gives
  /// for the form `.export`.
  ///
  /// - Parameters:
  ///   - bytes: Where the text is.
  ///   - range: All of the text.
  /// - Returns: The date.
  @inlinable
  public mutating func date(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
    let start = range.lowerBound
    guard range.upperBound &- start == 25, start <= bytes.count &- 25 else {
      return slowDate(bytes, range)
    }
    let middle = Self.word(bytes, start &+ 8)
    let back = Self.word(bytes, start &+ 16)
    let difference =
      (Self.word(bytes, start) ^ month) | (middle & 0xff_ffff ^ day)
      | (back & 0xffff_ffff_ff00_0000 ^ offset) | UInt64(bytes[start &+ 24] ^ end)
    // `08:00:00`, less the zeros and colons: each byte a digit, or 0.
    let digits = (middle &>> 24 | back &<< 40) ^ 0x3030_3a30_303a_3030
    let excess = digits | (digits &+ 0x0606_0606_0606_0606)
    guard difference | (excess & 0xf0f0_f0f0_f0f0_f0f0) | (digits & 0xff_0000_ff_0000) == 0 else {
      return slowDate(bytes, range)
    }
    let hour = (digits & 15) &* 10 &+ (digits &>> 8 & 15)
    let minute = (digits &>> 24 & 15) &* 10 &+ (digits &>> 32 & 15)
    let second = (digits &>> 48 & 15) &* 10 &+ (digits &>> 56)
    guard hour < 24, minute < 60, second < 60 else { return slowDate(bytes, range) }
    let time = Int64(truncatingIfNeeded: hour &* 3_600 &+ minute &* 60 &+ second)
    return Timestamp(secondsSince1970: dayStart &+ time, offsetMinutes: offsetMinutes)
  }

  /// Reads any date, and remembers its day and offset if it is of the export's form.
  @usableFromInline
  @inline(never)
  mutating func slowDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
    guard let date = Timestamp(parsing: bytes.extracting(range), form: .export) else { return nil }
    guard range.count == 25, date.spelling == nil else { return date }
    let start = range.lowerBound
    month = Self.word(bytes, start)
    day = Self.word(bytes, start + 8) & 0xff_ffff
    offset = Self.word(bytes, start + 16) & 0xffff_ffff_ff00_0000
    end = bytes[start + 24]
    dayStart = date.secondsSince1970 - Int64(date.civil.secondOfDay)
    offsetMinutes = date.offsetMinutes
    return date
  }

  /// Eight bytes, the first the lowest. It becomes one load.
  @inlinable
  @inline(__always)
  static func word(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
    let low =
      UInt64(bytes[index]) | UInt64(bytes[index &+ 1]) &<< 8
      | UInt64(bytes[index &+ 2]) &<< 16 | UInt64(bytes[index &+ 3]) &<< 24
    let high =
      UInt64(bytes[index &+ 4]) &<< 32 | UInt64(bytes[index &+ 5]) &<< 40
      | UInt64(bytes[index &+ 6]) &<< 48 | UInt64(bytes[index &+ 7]) &<< 56
    return low | high
  }
}
