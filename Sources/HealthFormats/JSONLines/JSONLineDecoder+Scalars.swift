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

  /// Whether a date has the form that this format writes. Readers accept other forms with a finding.
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
      message:
        "found a number that is too long, expected at most 400 characters and an exponent of at "
        + "most 4 digits")
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

/// Reads the fields of the rarer kinds from the members of an object.
extension JSONLineDecoder: Sample.FieldVisitor {
  typealias Failure = JSONFault

  mutating func number(_ name: String, _ value: inout Number?) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      value = try decoder.number(node, name, bytes)
    }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      value = try decoder.date(node, name, bytes)
    }
  }

  mutating func text(_ name: String, _ value: inout String?) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      value = try decoder.text(node, bytes)
    }
  }

  mutating func metadata(_ value: inout Metadata) throws(JSONFault) {
    try field("metadata") { (decoder, node, bytes) throws(JSONFault) in
      value = try decoder.metadata(node, bytes)
    }
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      if S.self == RouteLocation.self, decoder.tape.nodes[node].itemDepth > 0 {
        guard let points = S.list(try decoder.points(node, bytes)) else { return }
        value += points
        return
      }
      try decoder.forEachItem(of: node, "a list of objects", bytes) {
        (decoder, item) throws(JSONFault) in value.append(try decoder.structure(item, bytes))
      }
    }
  }

  /// Reads the points of a route, the usual ones from their text.
  private mutating func points(
    _ list: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> [RouteLocation] {
    var points: [RouteLocation] = []
    var at = Int(tape.nodes[list].start) &+ 1
    while tape.findItem(list, bytes, &at) {
      if let point = RoutePointText.point(bytes, &at, &dates) {
        points.append(point)
      } else {
        let item = try tape.parseItem(list, bytes, &at)
        points.append(try structure(item, bytes))
        tape.release(item)
      }
    }
    return points
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      try decoder.expect(node, .array, "a list of numbers")
      // Read from the text: they are many, and nodes would be larger than they.
      var cursor = LineCursor(
        at: Int(decoder.tape.nodes[node].start) &+ 1, end: Int(decoder.tape.nodes[node].end))
      while decoder.tape.findItem(node, bytes, &cursor.at) {
        if let number = cursor.takePlainNumber(bytes) {
          value.append(number)
        } else {
          let item = try decoder.tape.parseItem(node, bytes, &cursor.at)
          value.append(try decoder.number(item, bytes))
          decoder.tape.release(item)
        }
      }
    }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) throws(JSONFault) {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      try decoder.expect(node, .string, "bytes in Base64")
      guard let decoded = decoder.tape.withText(node, in: bytes, { Base64.decode($0) }) else {
        throw .value(
          decoder.tape.nodes[node].offset, found: "another string", expected: "bytes in Base64")
      }
      value = decoded
    }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?)
    throws(JSONFault)
  {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      value = try decoder.structure(node, bytes)
    }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample])
    throws(JSONFault)
  {
    try field(name) { (decoder, node, bytes) throws(JSONFault) in
      try decoder.forEachItem(of: node, "a list of samples", bytes) {
        (decoder, item) throws(JSONFault) in value.append(try decoder.member(item, bytes))
      }
    }
  }

  private mutating func structure<S: Sample.FieldStructure>(
    _ object: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> S {
    let outer = scope
    defer { scope = outer }
    scope = try makeScope(object, bytes)
    if scope.spelled >= 0 { use(scope.spelled) }
    var structure = S()
    try structure.visit(&self)
    structure.extras = try extras(bytes)
    try noteUnusedSpellings(bytes)
    return structure
  }

  /// Reads the member of a field. An absent member leaves the field unchanged.
  private mutating func field(
    _ name: String,
    _ read: (inout JSONLineDecoder, Int, Span<UInt8>) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard scope.unused > 0 else { return }
    let bytes = self.bytes
    guard let node = take(JSONLinesVocabulary.key(ofAttribute: name), bytes.span) else { return }
    try read(&self, node, bytes.span)
  }
}
