/// An instant, and the offset from UTC that the clock it was read from had.
///
/// Exports write every date of a file with the offset that the phone had when it exported, so the
/// offset does not determine where the sample was taken: that is in `MetadataKey.timeZone`, where
/// anything is. Two timestamps are equal when they are the same instant.
public struct Timestamp: Sendable {
  /// Whole seconds since 1970-01-01 00:00:00 UTC, leap seconds not counted.
  public let secondsSince1970: Int64
  /// Nanoseconds after that second, 0 to 999,999,999.
  public let nanoseconds: Int32
  /// The clock's offset from UTC in minutes, east positive.
  public let offsetMinutes: Int16
  /// The text the date was read from, where the export's form of it is another.
  @usableFromInline package let spelling: Spelling?

  /// An instant as seen on a clock.
  ///
  /// - Parameters:
  ///   - secondsSince1970: Whole seconds since 1970-01-01 00:00:00 UTC.
  ///   - nanoseconds: Nanoseconds after that second, 0 to 999,999,999.
  ///   - offsetMinutes: The clock's offset from UTC in minutes, east positive.
  @inlinable package init(
    secondsSince1970: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int16 = 0,
    spelling: Spelling?
  ) {
    self.secondsSince1970 = secondsSince1970
    self.nanoseconds = nanoseconds
    self.offsetMinutes = offsetMinutes
    self.spelling = spelling
  }

  /// An instant as seen on a clock.
  ///
  /// - Parameters:
  ///   - secondsSince1970: Whole seconds since 1970-01-01 00:00:00 UTC.
  ///   - nanoseconds: Nanoseconds after that second, 0 to 999,999,999.
  ///   - offsetMinutes: The clock's offset from UTC in minutes, east positive.
  @inlinable public init(
    secondsSince1970: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int16 = 0
  ) {
    self.init(
      secondsSince1970: secondsSince1970, nanoseconds: nanoseconds, offsetMinutes: offsetMinutes,
      spelling: nil)
  }

  /// An instant that was read: of the years 1 to 9999 on its clock, at most 18 hours from UTC, as a text can state it;
  /// `nil` for any other.
  @inlinable package init?(
    validating seconds: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int64 = 0,
    spelling: Spelling? = nil
  ) {
    guard Self.isInRange(seconds: seconds, offsetMinutes: offsetMinutes) else { return nil }
    self.init(
      secondsSince1970: seconds, nanoseconds: nanoseconds,
      offsetMinutes: Int16(truncatingIfNeeded: offsetMinutes), spelling: spelling)
  }

  /// Whether a text can state an instant: of the years 1 to 9999 on its clock, at most 18 hours from UTC.
  @inlinable package static func isInRange(seconds: Int64, offsetMinutes: Int64) -> Bool {
    // A difference that leaves 64 bits becomes a large number, too.
    let clock = UInt64(bitPattern: seconds &+ offsetMinutes &* 60 &+ 62_135_596_800)
    return clock < 315_537_897_600 && offsetMinutes >= -1_080 && offsetMinutes <= 1_080
  }

  /// An unknown date: start and end of a document without dates.
  ///
  /// No text is read as this date, and no format writes it. It is before all others.
  public static let unknown = Timestamp(secondsSince1970: unknownSeconds)

  @usableFromInline static var unknownSeconds: Int64 { -1 &<< 60 }

  /// Whether it is a date, and not ``unknown``.
  @inlinable public var isKnown: Bool { secondsSince1970 != Self.unknownSeconds }

  /// The time in seconds since 1970, with the fraction.
  public var timeIntervalSince1970: Double {
    Double(secondsSince1970) + Double(nanoseconds) / 1e9
  }

  /// The time that passed since another timestamp, in seconds; negative if that is later.
  public func timeInterval(since other: Timestamp) -> Double {
    Double(secondsSince1970) - Double(other.secondsSince1970)
      + (Double(nanoseconds) - Double(other.nanoseconds)) / 1e9
  }

  @inlinable var civil: Civil {
    Civil(secondsSince1970: secondsSince1970 &+ Int64(offsetMinutes) &* 60)
  }
}

extension Timestamp: Hashable, Comparable {
  /// Whether two timestamps are the same instant.
  public static func == (a: Timestamp, b: Timestamp) -> Bool {
    a.secondsSince1970 == b.secondsSince1970 && a.nanoseconds == b.nanoseconds
  }

  /// Whether an instant is before another.
  public static func < (a: Timestamp, b: Timestamp) -> Bool {
    (a.secondsSince1970, a.nanoseconds) < (b.secondsSince1970, b.nanoseconds)
  }

  /// Feeds the instant to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(secondsSince1970)
    hasher.combine(nanoseconds)
  }
}

extension Timestamp {
  /// What the clock showed on which a timestamp was read.
  public struct Clock: Sendable, Hashable {
    /// The year of the proleptic Gregorian calendar.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 59.
    public let second: Int
  }

  /// What the clock showed, at the timestamp's own offset from UTC.
  public var clock: Clock {
    let civil = civil
    let second = civil.secondOfDay
    return Clock(
      year: civil.year, month: civil.month, day: civil.day, hour: second / 3_600,
      minute: second / 60 % 60, second: second % 60)
  }

  /// The instant some nanoseconds later, on the same clock.
  ///
  /// - Parameter nanoseconds: How much later; negative for earlier.
  /// - Returns: The instant, without a spelling.
  public func advanced(byNanoseconds nanoseconds: Int64) -> Timestamp {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var second = secondsSince1970 &+ quotient
    var rest = Int64(self.nanoseconds) + remainder
    if rest < 0 {
      rest += 1_000_000_000
      second &-= 1
    } else if rest >= 1_000_000_000 {
      rest -= 1_000_000_000
      second &+= 1
    }
    return Timestamp(
      secondsSince1970: second, nanoseconds: Int32(truncatingIfNeeded: rest),
      offsetMinutes: offsetMinutes)
  }
}

extension Timestamp {
  /// The forms a date is written in.
  public enum Form: Sendable {
    /// `2024-06-01 08:00:00 +0200`, as an Apple Health export writes it.
    case export
    /// `2024-06-01T08:00:00+02:00`, ISO 8601 in the profile of RFC 3339.
    case iso8601
  }

  /// The date a text spells, or `nil` if it spells none.
  ///
  /// Read are the export's form, ISO 8601, and the compact form of iOS 8 (`20140601080000+0200`),
  /// with or without a fraction of the second; always with an offset or `Z`.
  public init?(_ text: String) {
    self.init(parsing: text.utf8Span.span, form: .export)
  }

  /// The date some bytes spell, or `nil` if they spell none.
  ///
  /// - Complexity: One pass; no allocation unless the spelling has to be kept.
  public init?(parsing bytes: Span<UInt8>, form: Form) {
    var fields = DateFields()
    guard fields.scan(bytes), fields.isInRange else { return nil }
    self.init(fields, bytes, form: form)
  }

  /// What is wrong with a text that spells no date.
  package enum Fault: Error, Sendable, Equatable {
    /// It does not have the shape of a date.
    case shape
    /// A field is out of its range.
    case range(field: String, found: Int, from: Int, to: Int)
    /// It is a number of seconds, or parts of them, whose digits end before the seconds, such as `1.76731E+12` milliseconds.
    case shortened
  }

  /// Reads a date, or describes what is wrong with it.
  package static func parse(_ bytes: Span<UInt8>, form: Form) -> Result<Timestamp, Fault> {
    var fields = DateFields()
    guard fields.scan(bytes) else { return .failure(.shape) }
    if let fault = fields.fault { return .failure(fault) }
    return .success(Timestamp(fields, bytes, form: form))
  }

  @inline(__always)
  private init(_ fields: DateFields, _ bytes: Span<UInt8>, form: Form) {
    let civil = Civil(
      year: fields.year, month: fields.month, day: fields.day,
      secondOfDay: fields.hour &* 3_600 &+ fields.minute &* 60 &+ fields.second)
    self.init(
      secondsSince1970: civil.secondsSince1970 &- Int64(fields.offsetMinutes) &* 60,
      nanoseconds: Int32(truncatingIfNeeded: fields.nanoseconds),
      offsetMinutes: Int16(truncatingIfNeeded: fields.offsetMinutes))
    if !fields.isExportForm, form == .export, !isPrinted(as: bytes) {
      self.init(
        secondsSince1970: secondsSince1970, nanoseconds: nanoseconds, offsetMinutes: offsetMinutes,
        spelling: Spelling(String(decodingASCII: bytes)))
    }
  }

  /// Whether a text is what printing the date gives: with a fraction it may be, too.
  private func isPrinted(as bytes: Span<UInt8>) -> Bool {
    guard nanoseconds != 0 else { return false }
    let text = Array(text(.export).description.utf8)
    return text.count == bytes.count && text.indices.allSatisfy { text[$0] == bytes[$0] }
  }

  /// The day on its own clock, such as `2024-06-01`.
  package var dayText: String { String(text(.iso8601).description.prefix { $0 != "T" }) }

  /// The date in a form. A fraction is printed with the digits it needs. Years outside of 0 to 9999, which no reader
  /// accepts, have a sign, as in ISO 8601: `+10000`.
  @inlinable package func text(_ form: Form) -> ShortText {
    let civil = civil
    let isISO = form == .iso8601
    var text = ShortText()
    if civil.year < 0 || civil.year > 9_999 {
      text.append(farYear: civil.year)
    } else {
      let century = civil.year / 100
      text.append(twoDigits: century)
      text.append(twoDigits: civil.year &- century &* 100)
    }
    text.append(UInt8(ascii: "-"))
    text.append(twoDigits: civil.month)
    text.append(UInt8(ascii: "-"))
    text.append(twoDigits: civil.day)
    text.append(isISO ? UInt8(ascii: "T") : UInt8(ascii: " "))
    let minutes = civil.secondOfDay / 60
    let hour = minutes / 60
    text.append(twoDigits: hour)
    text.append(UInt8(ascii: ":"))
    text.append(twoDigits: minutes &- hour &* 60)
    text.append(UInt8(ascii: ":"))
    text.append(twoDigits: civil.secondOfDay &- minutes &* 60)
    if nanoseconds != 0 { appendFraction(to: &text) }
    if !isISO { text.append(UInt8(ascii: " ")) }
    text.append(offsetMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let offset = Int(offsetMinutes.magnitude)
    text.append(twoDigits: offset / 60)
    if isISO { text.append(UInt8(ascii: ":")) }
    text.append(twoDigits: offset % 60)
    return text
  }

  @usableFromInline func appendFraction(to text: inout ShortText) {
    text.append(UInt8(ascii: "."))
    var rest = Int(nanoseconds)
    var unit = 100_000_000
    while rest > 0 {
      text.append(UInt8(truncatingIfNeeded: 48 + rest / unit))
      rest %= unit
      unit /= 10
    }
  }
}

extension Timestamp: CustomStringConvertible {
  /// The exact text of the input, if the date has one; else the form of Apple's export.
  public var description: String {
    spelling?.text ?? text(.export).description
  }
}
