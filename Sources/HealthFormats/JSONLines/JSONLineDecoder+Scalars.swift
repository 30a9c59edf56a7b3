import HealthBytes
import HealthModel

/// Texts, dates and numbers, with the spellings that belong to them.
extension JSONLineDecoder {
  func text(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> String {
    try expect(node, .string, "a string")
    return tape.text(node, in: bytes)
  }

  /// A date, with its text form if the line contains it.
  mutating func date(
    _ node: Int, _ field: String, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> Timestamp {
    try expect(node, .string, "a date as a string")
    let date: Timestamp
    if !tape.nodes[node].isEscaped, let found = dates.date(bytes, tape.nodes[node].range) {
      date = found
    } else {
      switch tape.withText(node, in: bytes, { Timestamp.parse($0, form: .iso8601) }) {
      case .success(let found): date = found
      case .failure(let fault):
        throw .date(tape.nodes[node].offset, JSONLinesVocabulary.key(ofAttribute: field), fault)
      }
    }
    if !tape.withText(node, in: bytes, { Self.isISO8601($0) }) {
      let key = JSONLinesVocabulary.key(ofAttribute: field)
      try note(
        "foreign-date", tape.nodes[node].offset,
        "\(key) is a date of another form than 2024-06-01T08:00:00+02:00; accepted")
    }
    guard let spelling = try spelling(field, bytes) else { return date }
    guard let spelled = Timestamp(spelling.text), spelled == date,
      spelled.offsetMinutes == date.offsetMinutes
    else {
      try noteSpelling(spelling.offset, field)
      return date
    }
    return Timestamp(
      secondsSince1970: date.secondsSince1970, nanoseconds: date.nanoseconds,
      offsetMinutes: date.offsetMinutes, spelling: Spelling(spelling.text))
  }

  /// Whether a text that is a date is one of the form of this format: others can be read, too.
  static func isISO8601(_ text: Span<UInt8>) -> Bool {
    let count = text.count
    let isUTC = count > 0 && text[count - 1] == UInt8(ascii: "Z")
    let clock = count - (isUTC ? 1 : 6)
    guard clock == 19 || 21...29 ~= clock && text[19] == UInt8(ascii: "."),
      text[10] == UInt8(ascii: "T")
    else { return false }
    return isUTC || text[count - 3] == UInt8(ascii: ":") && text[clock] != UInt8(ascii: " ")
  }

  /// A number, with its text form if the line contains it.
  mutating func number(
    _ node: Int, _ field: String, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> Number {
    try expect(node, .number, "a number")
    let number = Number(parsing: bytes.extracting(tape.nodes[node].range))
    if let spelling = try spelling(field, bytes) {
      // The text form may exceed the range of JSON numbers in other programs: 10⁻⁹⁹⁹⁹⁹.
      if let spelled = Number(spelling.text), number == nil || number == spelled {
        return spelled
      }
      try noteSpelling(spelling.offset, field)
    }
    guard let number else { throw tooLong(node) }
    return number
  }

  /// A number without a separate text form; a string is a number that JSON would write differently.
  func number(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> Number {
    if tape.nodes[node].kind == .string {
      guard let number = tape.withText(node, in: bytes, { Number(parsing: $0) }) else {
        throw .value(tape.nodes[node].offset, found: "a string", expected: "a number")
      }
      return number
    }
    try expect(node, .number, "a number")
    guard let number = Number(parsing: bytes.extracting(tape.nodes[node].range)) else {
      throw tooLong(node)
    }
    return number
  }

  func tooLong(_ node: Int) -> JSONFault {
    JSONFault(
      offset: tape.nodes[node].offset, rule: "malformed-number",
      message: "found a number that is too long, expected 400 characters and a power of 4 digits "
        + "at most")
  }

  private mutating func spelling(
    _ field: String, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> (text: String, offset: Int)? {
    guard scope.spelled >= 0 else { return nil }
    try expect(scope.spelled, .object, "an object of text forms")
    var name = scope.spelled &+ 1
    while name < tape.nodes[scope.spelled].next {
      if tape.text(name, is: field, in: bytes) {
        tape.use(name)
        return (try text(name &+ 1, bytes), tape.nodes[name].offset)
      }
      name = Int(tape.nodes[name &+ 1].next)
    }
    return nil
  }

  private mutating func noteSpelling(_ offset: Int, _ field: String) throws(JSONFault) {
    try note(
      "spelling-differs", offset,
      "the text form of \(field) differs from its value; left out")
  }
}
