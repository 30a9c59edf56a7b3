package import HealthBytes
package import HealthModel

/// Prints one date after another as `2024-06-01T08:00:00+02:00`, in quotes or without.
///
/// Dates that follow one another nearly always share day and offset, which are printed once.
struct DatePrinter {
  /// How many quotes are written on either side.
  private let quotes: Int
  /// `2024-06-`, `01T` and `+02:00` of the last date, the first byte the lowest; with a quote before them
  /// `"2024-06`, `-01T` and `+02:00"`.
  private var month: UInt64 = 0
  private var day: UInt64 = 0
  private var offset: UInt64 = 0
  /// When the last date's day began on its clock, in seconds since 1970.
  private var dayStart = Int64.min
  private var offsetMinutes: Int16 = 0

  private static let quote = UInt8(ascii: "\"")

  /// A printer without a cached date.
  init(isQuoted: Bool = false) {
    quotes = isQuoted ? 1 : 0
  }

  @inline(__always)
  mutating func append(_ date: Timestamp, to buffer: inout ByteBuffer) {
    let time = UInt64(bitPattern: date.secondsSince1970 &- dayStart)
    guard time < 86_400, date.offsetMinutes == offsetMinutes, date.nanoseconds == 0 else {
      return appendUncached(date, to: &buffer)
    }
    buffer.append(word: month)
    buffer.append(word: day, count: 3 &+ quotes)
    buffer.append(word: Self.clock(UInt32(truncatingIfNeeded: time)))
    buffer.append(word: offset, count: 6 &+ quotes)
  }

  /// Appends the day of a date on its own clock: `2024-06-01`. Not for a printer that prints quotes.
  @inline(__always)
  mutating func append(dayOf date: Timestamp, to buffer: inout ByteBuffer) {
    let time = UInt64(bitPattern: date.secondsSince1970 &- dayStart)
    guard time < 86_400, date.offsetMinutes == offsetMinutes else {
      let start = buffer.count
      appendUncached(date, to: &buffer)
      return buffer.truncate(to: start &+ 10)
    }
    buffer.append(word: month)
    buffer.append(word: day, count: 2)
  }

  @inline(never)
  private mutating func appendUncached(_ date: Timestamp, to buffer: inout ByteBuffer) {
    let text = date.text(.iso8601)
    if quotes > 0 { buffer.append(Self.quote) }
    buffer.append(text)
    if quotes > 0 { buffer.append(Self.quote) }
    text.withBytes { text in
      // A date with a fraction is longer, and not cached.
      guard text.count == 25 else { return }
      func word(_ range: Range<Int>) -> UInt64 {
        range.reversed().reduce(0) { $0 &<< 8 | UInt64(text[$1]) }
      }
      func two(_ index: Int) -> Int64 {
        Int64(text[index] &- 48) &* 10 &+ Int64(text[index &+ 1] &- 48)
      }
      month = word(0..<(8 - quotes))
      day = word((8 - quotes)..<11)
      offset = word(19..<25)
      if quotes > 0 {
        month = month &<< 8 | UInt64(Self.quote)
        offset |= UInt64(Self.quote) &<< 48
      }
      dayStart = date.secondsSince1970 &- (two(11) &* 3_600 &+ two(14) &* 60 &+ two(17))
      offsetMinutes = date.offsetMinutes
    }
  }

  /// `08:00:00`, the first byte the lowest.
  @inline(__always)
  private static func clock(_ time: UInt32) -> UInt64 {
    let minutes = time / 60
    let hour = minutes / 60
    return digits(hour) | digits(minutes &- hour &* 60) &<< 24
      | digits(time &- minutes &* 60) &<< 48 | 0x3a_0000_3a_0000
  }

  /// Two digits of a number below 60.
  @inline(__always)
  private static func digits(_ value: UInt32) -> UInt64 {
    let tens = (value &* 103) &>> 10
    return UInt64(0x3030 &+ tens &+ (value &- tens &* 10) &<< 8)
  }
}

/// Values as every format of text prints them.
extension ByteBuffer {
  /// Appends a few printed bytes.
  package mutating func append(_ text: ShortText) {
    text.withBytes { append($0) }
  }

  /// Appends a number as it was written, else as it prints.
  package mutating func append(_ number: Number) {
    if let spelling = number.spelling {
      append(utf8: spelling.text)
    } else {
      append(PlainNumber(digits: number.digits, exponent: number.exponent))
    }
  }

  /// Appends a number as it prints.
  package mutating func append(_ number: PlainNumber) {
    if number.exponent == 0 {
      append(decimal: number.digits)
    } else if number.exponent < 0, number.exponent >= -18 {
      append(decimal: number.digits, places: 0 &- Int(number.exponent))
    } else {
      append(Number(number).text)
    }
  }

  /// Appends an identity: 32 hexadecimal digits.
  mutating func append(_ id: SampleID) {
    append(hexadecimal: id.high, digits: 16)
    append(hexadecimal: id.low, digits: 16)
  }

  /// Appends a UUID in lower case.
  mutating func append(_ uuid: SampleUUID) {
    append(hexadecimal: uuid.high &>> 32, digits: 8)
    append("-")
    append(hexadecimal: uuid.high &>> 16 & 0xffff, digits: 4)
    append("-")
    append(hexadecimal: uuid.high & 0xffff, digits: 4)
    append("-")
    append(hexadecimal: uuid.low &>> 48, digits: 4)
    append("-")
    append(hexadecimal: uuid.low & 0xffff_ffff_ffff, digits: 12)
  }
}
