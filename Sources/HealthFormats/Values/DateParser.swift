import HealthBytes
import HealthModel

/// Reads one date after another in a form of 25 bytes: the export's or ISO 8601.
///
/// Dates that follow one another nearly always share day and offset. Those are compared with the last
/// date's, and only the time of day is read.
struct DateParser {
  /// The form expected.
  let form: Timestamp.Form
  /// The last date's `2024-06-`.
  private var month: UInt64 = 0
  /// The last date's `01 ` or `01T`, as the lowest three bytes.
  private var day: UInt64 = 0
  /// The last date's ` +0200` or `+02:00`, as the highest six bytes.
  private var offset: UInt64 = 0
  /// When the last date's day began on its clock, in seconds since 1970.
  private var dayStart: Int64 = 0
  private var offsetMinutes: Int16 = 0

  init(_ form: Timestamp.Form) {
    self.form = form
  }

  private static let dayMask: UInt64 = 0xff_ffff
  private static let offsetMask: UInt64 = 0xffff_ffff_ffff_0000

  /// The date that some bytes spell, or `nil` if they spell none: what `Timestamp(parsing:form:)` gives.
  ///
  /// - Parameters:
  ///   - bytes: The bytes at hand.
  ///   - range: Where the text is.
  /// - Returns: The date.
  @inline(__always)
  mutating func date(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
    let start = range.lowerBound
    // `2024-06-`, `01 08:00`, `00 +0200` or `00+02:00`; the colon between the last two is looked at below.
    guard range.upperBound &- start == 25, let front = ByteScan.word(bytes, at: start),
      let middle = ByteScan.word(bytes, at: start &+ 8),
      let back = ByteScan.word(bytes, at: start &+ 17)
    else { return slowDate(bytes, range) }
    let difference =
      (front ^ month) | (middle & Self.dayMask ^ day) | (back & Self.offsetMask ^ offset)
    // `08:00:00`, less the zeros and colons: each byte a digit, or 0.
    let clock = middle &>> 24 | UInt64(bytes[start &+ 16]) &<< 40 | back &<< 48
    let digits = clock ^ 0x3030_3a30_303a_3030
    let excess = (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0
    let hour = (digits & 15) &* 10 &+ (digits &>> 8 & 15)
    let minute = (digits &>> 24 & 15) &* 10 &+ (digits &>> 32 & 15)
    let second = (digits &>> 48 & 15) &* 10 &+ (digits &>> 56)
    guard difference | excess | (digits & 0xff_0000_ff_0000) == 0, hour < 24, minute < 60,
      second < 60
    else { return slowDate(bytes, range) }
    let time = Int64(truncatingIfNeeded: hour &* 3_600 &+ minute &* 60 &+ second)
    return Timestamp(secondsSince1970: dayStart &+ time, offsetMinutes: offsetMinutes)
  }

  /// Reads any date, and remembers its day and offset if it is of whole seconds.
  @inline(never)
  private mutating func slowDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
    guard let date = Timestamp(parsing: bytes.extracting(range), form: form) else { return nil }
    let start = range.lowerBound
    // A sixtieth second would make the day begin a day later.
    guard range.count == 25, date.spelling == nil, date.nanoseconds == 0,
      bytes[start + 17] != UInt8(ascii: "6"), let front = ByteScan.word(bytes, at: start),
      let middle = ByteScan.word(bytes, at: start + 8),
      let back = ByteScan.word(bytes, at: start + 17)
    else { return date }
    month = front
    day = middle & Self.dayMask
    offset = back & Self.offsetMask
    offsetMinutes = date.offsetMinutes
    let (_, second) = (date.secondsSince1970 + Int64(offsetMinutes) * 60)
      .quotientAndRemainder(dividingBy: 86_400)
    dayStart = date.secondsSince1970 - (second < 0 ? second + 86_400 : second)
    return date
  }
}
