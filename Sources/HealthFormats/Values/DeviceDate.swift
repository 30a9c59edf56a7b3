import HealthBytes
import HealthModel

/// The creation date of a device, which an export has as a part of a text, in the form of all other dates.
enum DeviceDate {
  /// The date as ISO 8601; any other text as it is, behind a space where it would else be read as a date.
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
