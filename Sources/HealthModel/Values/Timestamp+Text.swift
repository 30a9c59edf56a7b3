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
  public enum Fault: Error, Sendable, Equatable {
    /// It does not have the shape of a date.
    case shape
    /// A field is out of its range.
    case range(field: String, found: Int, from: Int, to: Int)
  }

  /// Reads a date, or describes what is wrong with it.
  public static func parse(_ bytes: Span<UInt8>, form: Form) -> Result<Timestamp, Fault> {
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
  /// The date as it was written.
  public var description: String {
    spelling?.text ?? text(.export).description
  }
}
