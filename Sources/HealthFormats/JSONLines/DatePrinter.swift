import HealthBytes
import HealthModel

/// Prints one date after another as `"2024-06-01T08:00:00+02:00"`.
///
/// Dates that follow one another nearly always share day and offset, which are printed once.
struct DatePrinter {
  /// `"2024-06`, `-01T` and `+02:00"` of the last date.
  private var month: UInt64 = 0
  private var day: UInt64 = 0
  private var offset: UInt64 = 0
  /// When the last date's day began on its clock, in seconds since 1970.
  private var dayStart = Int64.min
  private var offsetMinutes: Int16 = 0

  /// Appends a date, in quotes.
  @inline(__always)
  mutating func append(_ date: Timestamp, to buffer: inout ByteBuffer) {
    let time = UInt64(bitPattern: date.secondsSince1970 &- dayStart)
    guard time < 86_400, date.offsetMinutes == offsetMinutes, date.nanoseconds == 0 else {
      return appendAnew(date, to: &buffer)
    }
    buffer.append(word: month)
    buffer.append(word: day, count: 4)
    buffer.append(word: Self.clock(UInt32(truncatingIfNeeded: time)))
    buffer.append(word: offset, count: 7)
  }

  @inline(never)
  private mutating func appendAnew(_ date: Timestamp, to buffer: inout ByteBuffer) {
    buffer.append(json: date)
    let text = date.text(.iso8601)
    text.withBytes { text in
      guard text.count == 25 else { return }
      month = UInt64(UInt8(ascii: "\"")) | Self.word(text, 0..<7) &<< 8
      day = Self.word(text, 7..<11)
      offset = Self.word(text, 19..<25) | UInt64(UInt8(ascii: "\"")) &<< 48
      dayStart = date.secondsSince1970 &- Int64(Self.secondOfDay(text))
      offsetMinutes = date.offsetMinutes
    }
  }

  private static func word(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    range.reversed().reduce(0) { $0 &<< 8 | UInt64(bytes[$1]) }
  }

  private static func secondOfDay(_ text: Span<UInt8>) -> Int {
    func two(_ index: Int) -> Int { Int(text[index] &- 48) &* 10 &+ Int(text[index &+ 1] &- 48) }
    return two(11) &* 3_600 &+ two(14) &* 60 &+ two(17)
  }

  /// `08:00:00`, the first byte the lowest.
  @inline(__always)
  private static func clock(_ time: UInt32) -> UInt64 {
    let minutes = time / 60
    let hour = minutes / 60
    return digits(hour) | digits(minutes &- hour &* 60) &<< 24 | digits(time &- minutes &* 60)
      &<< 48
      | 0x3a_0000_3a_0000
  }

  /// Two digits of a number below 60.
  @inline(__always)
  private static func digits(_ value: UInt32) -> UInt64 {
    let tens = (value &* 103) &>> 10
    return UInt64(0x3030 &+ tens &+ (value &- tens &* 10) &<< 8)
  }
}
