import HealthBytes
import HealthModel

/// Reads one date after another in a form of 25 bytes: the export's or ISO 8601.
///
/// Dates that follow one another nearly always share day and offset. Those are compared with the last
/// date's, and only the time of day is read.
struct DateParser {
  let form: Timestamp.Form
  /// The last date's `2024-06-`.
  private var month: UInt64 = 0
  /// The last date's `01 ` or `01T`, as the lowest three bytes; at first more than three bytes can be.
  private var day = UInt64.max
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
  @inline(__always)
  mutating func date(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Timestamp? {
    quickDate(bytes, range)?.timestamp ?? slowDate(bytes, range)
  }

  /// A date without a fraction, in the usual form. Unlike a `Timestamp` it contains no reference, so that no references
  /// are counted while it is handed on.
  struct PlainDate {
    let seconds: Int64
    let offsetMinutes: Int16

    var timestamp: Timestamp {
      Timestamp(secondsSince1970: seconds, offsetMinutes: offsetMinutes)
    }
  }

  /// The same, but `nil` also for a date that has fractions of a second or is spelled in another way.
  @inline(__always)
  mutating func plainDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> PlainDate? {
    quickDate(bytes, range) ?? slowPlainDate(bytes, range)
  }

  @inline(never)
  private mutating func slowPlainDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> PlainDate? {
    guard let date = slowDate(bytes, range), date.spelling == nil, date.nanoseconds == 0 else {
      return nil
    }
    return PlainDate(seconds: date.secondsSince1970, offsetMinutes: date.offsetMinutes)
  }

  /// The date that some bytes spell, if it is of the same day as the last one.
  @inline(__always)
  private func quickDate(_ bytes: Span<UInt8>, _ range: Range<Int>) -> PlainDate? {
    let start = range.lowerBound
    // `2024-06-`, `01 08:00`, `00 +0200` or `00+02:00`; the colon between the last two is looked at below.
    guard range.upperBound &- start == 25, let front = ByteScan.word(bytes, at: start),
      let middle = ByteScan.word(bytes, at: start &+ 8),
      let back = ByteScan.word(bytes, at: start &+ 17)
    else { return nil }
    let difference =
      (front ^ month) | (middle & Self.dayMask ^ day) | (back & Self.offsetMask ^ offset)
    let clock = middle &>> 24 | UInt64(bytes[start &+ 16]) &<< 40 | back &<< 48
    guard difference == 0, let time = Self.time(clock) else { return nil }
    return PlainDate(seconds: dayStart &+ time, offsetMinutes: offsetMinutes)
  }

  /// The seconds of `08:00:00`, the first byte the lowest; `nil` if it is no time, and for a sixtieth second.
  @inline(__always)
  static func time(_ clock: UInt64) -> Int64? {
    // Less the zeros and colons: each byte a digit, or 0.
    let digits = clock ^ 0x3030_3a30_303a_3030
    let excess = (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0
    let hour = (digits & 15) &* 10 &+ (digits &>> 8 & 15)
    let minute = (digits &>> 24 & 15) &* 10 &+ (digits &>> 32 & 15)
    let second = (digits &>> 48 & 15) &* 10 &+ (digits &>> 56)
    guard excess | (digits & 0xff_0000_ff_0000) == 0, hour < 24, minute < 60, second < 60 else {
      return nil
    }
    return Int64(truncatingIfNeeded: hour &* 3_600 &+ minute &* 60 &+ second)
  }

  /// Reads any date, and caches its day and offset if it has no fraction.
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

/// Reads one date after another in the form `2024-06-01T08:00:00Z`, as the points of routes have them.
///
/// The day is compared with that of the last date, and only the time of day is read.
struct UniversalDateParser {
  /// The last date's `2024-06-`.
  private var month: UInt64 = 0
  /// The last date's `01T`, as the lowest three bytes; at first more than three bytes can be.
  private var day = UInt64.max
  /// When the last date's day began, in seconds since 1970.
  private var dayStart: Int64 = 0

  /// The date that the 20 bytes from an index on spell, in seconds since 1970; `nil` if they are a date in another form,
  /// or none.
  @inline(__always)
  mutating func seconds(_ bytes: Span<UInt8>, at start: Int) -> Int64? {
    guard let front = ByteScan.word(bytes, at: start),
      let middle = ByteScan.word(bytes, at: start &+ 8),
      let back = ByteScan.word(bytes, at: start &+ 12), back &>> 56 == UInt64(UInt8(ascii: "Z"))
    else { return nil }
    // `08:00`, and `:00` after it.
    let clock = middle &>> 24 | (back &>> 32 & 0xff_ffff) &<< 40
    guard let time = DateParser.time(clock) else { return nil }
    if (front ^ month) | (middle & 0xff_ffff ^ day) != 0 {
      guard bytes[start &+ 10] == UInt8(ascii: "T"),
        let date = Timestamp(
          parsing: bytes.extracting(start..<(start &+ 20)), form: .iso8601)
      else { return nil }
      month = front
      day = middle & 0xff_ffff
      dayStart = date.secondsSince1970 &- time
    }
    return dayStart &+ time
  }
}

/// The creation date of a device, which an export has as a part of a text, in the form of all other dates.
enum DeviceDate {
  /// The date as ISO 8601; any other text unchanged, after a space where it would else be read as a date.
  static func written(_ text: String) -> String {
    if let date = Timestamp(text), date.description == text {
      let written = date.text(.iso8601).description
      if read(written) == text { return written }
    }
    return isWritten(text.drop { $0 == " " }) ? " \(text)" : text
  }

  /// The text that was written so.
  static func read(_ written: String) -> String {
    if let date = date(written) { return date.description }
    return isWritten(written.drop { $0 == " " }) ? String(written.dropFirst()) : written
  }

  private static func isWritten(_ text: some StringProtocol) -> Bool { date(String(text)) != nil }

  /// The date of a text that is just what printing one gives.
  private static func date(_ text: String) -> Timestamp? {
    guard case .success(let date) = Timestamp.parse(text.utf8Span.span, form: .iso8601),
      date.text(.iso8601).description == text
    else { return nil }
    return date
  }
}

/// The address that the text of a device begins with: it differs from record to record and means nothing.
enum DeviceAddress {
  /// The address that some bytes spell: `0x` and up to sixteen hexadecimal digits; `nil` if they spell none.
  @inline(__always)
  static func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    guard range.count > 2, range.count <= 18,
      ByteScan.equal(bytes, at: range.lowerBound, to: "0x")
    else { return nil }
    var address: UInt64 = 0
    for index in (range.lowerBound &+ 2)..<range.upperBound {
      guard let digit = JSONTape.hexadecimal(bytes[index]) else { return nil }
      address = address &<< 4 | UInt64(digit)
    }
    return address
  }
}

extension Timestamp.Fault {
  /// The fault, as the end of a sentence. It contains only the digits of the faulty field.
  var wording: String {
    switch self {
    case .shape: "does not have the form of a date"
    case .range(let field, let found, let from, let to):
      "has \(field) \(found.twoDigits), expected \(from.twoDigits) to \(to.twoDigits)"
    case .shortened:
      "is a number with too few digits for a time: a spreadsheet may have shortened it; use the original file"
    }
  }
}
