import HealthBytes

/// Strings, numbers and words.
extension JSONTape {
  mutating func string(
    _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONFault) {
    let start = at &+ 1
    var from = start
    while true {
      let stop = ByteScan.firstJSONEscape(in: bytes, from: from, to: end)
      guard stop < end else {
        throw .malformed(
          end, found: "the end of the line", expected: "'\"' at the end of a string")
      }
      switch bytes[stop] {
      case UInt8(ascii: "\""):
        append(.string, start, stop, isEscaped: from != start)
        at = stop &+ 1
        return
      case UInt8(ascii: "\\"): from = try Self.escape(bytes, stop, end).end
      default:
        throw .malformed(stop, found: "a control character in a string", expected: "an escape")
      }
    }
  }

  static func escape(
    _ bytes: Span<UInt8>, _ at: Int, _ end: Int
  ) throws(JSONFault) -> (scalar: Unicode.Scalar, end: Int) {
    let letter = at &+ 1 < end ? bytes[at &+ 1] : 0
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return (Unicode.Scalar(letter), at &+ 2)
    case UInt8(ascii: "b"): return ("\u{8}", at &+ 2)
    case UInt8(ascii: "f"): return ("\u{C}", at &+ 2)
    case UInt8(ascii: "n"): return ("\n", at &+ 2)
    case UInt8(ascii: "r"): return ("\r", at &+ 2)
    case UInt8(ascii: "t"): return ("\t", at &+ 2)
    case UInt8(ascii: "u"): return try hexadecimalEscape(bytes, at, end)
    default:
      throw .malformed(
        at, found: "an unknown escape",
        expected: "'\\' before one of the characters \" \\ / b f n r t u")
    }
  }

  private static func hexadecimalEscape(
    _ bytes: Span<UInt8>, _ at: Int, _ end: Int
  ) throws(JSONFault) -> (scalar: Unicode.Scalar, end: Int) {
    let first = try codeUnit(bytes, at, end)
    if let scalar = Unicode.Scalar(first) { return (scalar, at &+ 6) }
    guard first < 0xDC00, at &+ 7 < end, bytes[at &+ 6] == UInt8(ascii: "\\"),
      bytes[at &+ 7] == UInt8(ascii: "u")
    else { throw .malformed(at, found: "a lone surrogate", expected: "a pair of them") }
    let second = try codeUnit(bytes, at &+ 6, end)
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw .malformed(at, found: "a lone surrogate", expected: "a pair of them") }
    return (scalar, at &+ 12)
  }

  /// The four digits after `\u`.
  private static func codeUnit(
    _ bytes: Span<UInt8>, _ at: Int, _ end: Int
  ) throws(JSONFault) -> UInt16 {
    var unit: UInt16 = 0
    for place in (at &+ 2)..<(at &+ 6) {
      guard place < end, let digit = hexadecimal(bytes[place]) else {
        throw .malformed(
          at, found: "an escape cut short", expected: "four hexadecimal digits after '\\u'")
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  @inline(__always)
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    let digit = byte &- 48
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 97
    return letter < 6 ? letter &+ 10 : nil
  }

  /// Goes over a number.
  static func number(
    _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONFault) {
    if bytes[at] == UInt8(ascii: "-") { at &+= 1 }
    let whole = at
    try digits(bytes, &at, end)
    if bytes[whole] == 48, at > whole &+ 1 {
      throw .malformed(
        whole, found: "a zero before other digits", expected: "a number without them")
    }
    if at < end, bytes[at] == UInt8(ascii: ".") {
      at &+= 1
      try digits(bytes, &at, end)
    }
    if at < end, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at &+= 1
      if at < end, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at &+= 1 }
      try digits(bytes, &at, end)
    }
  }

  private static func digits(
    _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONFault) {
    let start = at
    while at < end, bytes[at] &- 48 < 10 { at &+= 1 }
    guard at > start else {
      throw .malformed(at, found: foundText(bytes, at, end), expected: "a digit")
    }
  }

  mutating func word(
    _ word: StaticString, _ kind: Kind, _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int
  ) throws(JSONFault) {
    let stop = at &+ word.utf8CodeUnitCount
    guard stop <= end, ByteScan.equal(bytes, at: at, to: word) else {
      throw .malformed(at, found: "an unknown word", expected: "a value")
    }
    append(kind, at, stop)
    at = stop
  }

  @inline(__always)
  static func skipSpace(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) {
    while at < end, bytes[at] <= 32,
      bytes[at] == 32 || bytes[at] == 9 || bytes[at] == 13
    {
      at &+= 1
    }
  }

  /// Describes the byte at an offset without quoting the data.
  static func foundText(_ bytes: Span<UInt8>, _ at: Int, _ end: Int) -> String {
    guard at < end else { return "the end of the line" }
    switch bytes[at] {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","), UInt8(ascii: ":"):
      return "'\(Unicode.Scalar(bytes[at]))'"
    case UInt8(ascii: "\""): return "a string"
    case 48...57: return "a digit"
    default: return "an unexpected character"
    }
  }
}

/// The text of strings.
extension JSONTape {
  /// Whether a string is a text known when compiling.
  @inline(__always)
  func text(_ node: Int, is text: StaticString, in bytes: Span<UInt8>) -> Bool {
    let string = nodes[node]
    if string.isEscaped { return self.text(node, in: bytes) == "\(text)" }
    return Int(string.end &- string.start) == text.utf8CodeUnitCount
      && ByteScan.equal(bytes, at: Int(string.start), to: text)
  }

  func text(_ node: Int, is text: String, in bytes: Span<UInt8>) -> Bool {
    let string = nodes[node]
    if string.isEscaped {
      return self.text(node, in: bytes).utf8.elementsEqual(text.utf8)
    }
    return Int(string.end &- string.start) == text.utf8.count
      && ByteScan.equal(bytes, at: Int(string.start), to: text.utf8Span.span)
  }

  /// An unescaped string.
  func text(_ node: Int, in bytes: Span<UInt8>) -> String {
    let string = nodes[node]
    if string.isEscaped {
      return String(decoding: unescaped(string, bytes), as: UTF8.self)
    }
    return Self.text(bytes, string.range)
  }

  /// Bytes as they stand.
  static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    // The whole line was checked before it was parsed.
    guard let text = try? UTF8Span(validating: bytes.extracting(range)) else { return "" }
    return String(copying: text)
  }

  /// Lends the bytes of an unescaped string.
  @inline(__always)
  func withText<Result>(
    _ node: Int, in bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    let string = nodes[node]
    if string.isEscaped { return body(unescaped(string, bytes).span) }
    return body(bytes.extracting(string.range))
  }

  private func unescaped(_ string: Node, _ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(string.range.count)
    var at = string.range.lowerBound
    while at < string.range.upperBound {
      // The escapes were checked when the line was taken apart.
      if bytes[at] == UInt8(ascii: "\\"),
        let (scalar, end) = try? Self.escape(bytes, at, string.range.upperBound)
      {
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        at = end
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    return text
  }

  func foundText(_ node: Int) -> String {
    switch nodes[node].kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "a truth value"
    case .null: "null"
    }
  }
}
