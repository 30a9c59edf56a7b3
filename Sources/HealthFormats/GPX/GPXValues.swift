import HealthModel

/// Dates as the schema of GPX allows them.
enum GPXDate {
  /// Whether a text is a date with a time (`xsd:dateTime`): `2024-06-01T06:00:00.5Z`, with an offset in place of the
  /// `Z`, or without either.
  static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let universal = Array(bytes.prefix(19)) + [UInt8(ascii: "Z")]
    let shape = Array("0000-00-00T00:00:00".utf8)
    guard bytes.count >= shape.count, isYear(String(text.prefix(4))),
      zip(bytes, shape).allSatisfy({ $1 == UInt8(ascii: "0") ? $0 &- 48 < 10 : $0 == $1 }),
      // Seconds of 60 are dates of ours, and none of the schema.
      bytes[17] < UInt8(ascii: "6"),
      Timestamp(parsing: universal.span, form: .iso8601) != nil
    else { return false }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { $0 &- 48 < 10 }
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(1 + digits.count)
    }
    return rest.isEmpty || rest.elementsEqual([UInt8(ascii: "Z")]) || isOffset(Array(rest))
  }

  /// Whether a text is a year of four digits, with or without an offset (`xsd:gYear`).
  static func isYear(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 4, bytes[..<4].allSatisfy({ $0 &- 48 < 10 }), !text.hasPrefix("0000")
    else { return false }
    let rest = Array(bytes[4...])
    return rest.isEmpty || rest == [UInt8(ascii: "Z")] || isOffset(rest)
  }

  /// Whether bytes are an offset from UTC of at most 14 hours: `+02:00`.
  private static func isOffset(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      bytes[3] == UInt8(ascii: ":"), [1, 2, 4, 5].allSatisfy({ bytes[$0] &- 48 < 10 })
    else { return false }
    let hours = Int(bytes[1] - 48) * 10 + Int(bytes[2] - 48)
    let minutes = Int(bytes[4] - 48) * 10 + Int(bytes[5] - 48)
    return minutes < 60 && (hours < 14 || hours == 14 && minutes == 0)
  }
}

/// Coordinates as the schema of GPX allows them.
enum GPXDegrees {
  /// The text of a coordinate without white space around it; `nil` for one that is not on the earth or is no decimal.
  static func text(_ text: String, isLatitude: Bool) -> String? {
    let text = text.trimmedXMLSpace
    guard let number = Number(text), number.isDegrees(isLatitude: isLatitude),
      number.decimalText == text
    else { return nil }
    return text
  }
}

extension Timestamp {
  /// Whether a file can hold it as a date in UTC: the years 1 to 9999.
  var isInGPXRange: Bool { (-62_135_596_800..<253_402_300_800).contains(secondsSince1970) }

  /// The date a text of GPX has, with its text where GPX would print it otherwise. One without a zone is in UTC, as all
  /// of them should be.
  init?(gpx text: String) {
    let bytes = Array(text.utf8)
    let universal = bytes + [UInt8(ascii: "Z")]
    guard
      let date = Timestamp(parsing: bytes.span, form: .iso8601)
        ?? Timestamp(parsing: universal.span, form: .iso8601)
    else { return nil }
    self = date.spelled(bytes.span)
  }
}

extension String {
  /// The text without the white space of XML at its ends.
  var trimmedXMLSpace: String {
    let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 10 || byte == 13 }
    guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else {
      return self
    }
    let bytes = Array(utf8)
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.count
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
