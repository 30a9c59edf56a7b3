import HealthBytes

/// Scans names, white space, references and characters for all parts of a document, and records lines and repairs.
///
/// All functions take the bytes and an index and return the index after the scanned part, or `nil`
/// if more bytes are needed: the token is then scanned again from its beginning when they are
/// available. Decisions never depend on bytes that are not available yet, so that tokens, errors
/// and repairs are independent of how the bytes are split.
@usableFromInline
struct XMLScanner: Sendable {
  let options: XMLTokenizer.Options
  /// The offset of `bytes[0]` in the document.
  @usableFromInline var origin = 0
  /// The line of the current index.
  var lines = LinePosition()
  /// The repairs since the caller last took them.
  @usableFromInline var repairs: [XMLRepair] = []
  /// The general entities that the document type declares.
  var declaredEntities: Set<[UInt8]> = []

  init(options: XMLTokenizer.Options) {
    self.options = options
  }

  /// The location of a byte on the current line, if everything before it was read.
  func place(of index: Int) -> XMLPlace { lines.place(ofOffset: origin + index) }

  /// The location of a name that was read last.
  @inline(never)
  func place(ofName name: Range<Int>, in bytes: Span<UInt8>) -> XMLPlace {
    var lines = lines
    for index in name where bytes[index] & 0xC0 == 0x80 { lines.continuationBytes -= 1 }
    return lines.place(ofOffset: origin + name.lowerBound)
  }

  /// An error at a byte on the current line, if everything before it was read.
  @inline(never)
  func error(_ code: XMLError.Code, at index: Int, found: String, expected: String) -> XMLError {
    XMLError(code, at: place(of: index), found: found, expected: expected)
  }

  func limitError(at place: XMLPlace, _ found: String, atMost limit: Int) -> XMLError {
    XMLError(.limit, at: place, found: found, expected: "at most \(limit)")
  }

  /// Records a repair; throws `error` if faults are not repaired.
  @inline(never)
  mutating func repair(_ kind: XMLRepair.Kind, else error: XMLError) throws(XMLError) {
    guard options.repairs else { throw error }
    guard repairs.count < options.repairCount else {
      throw limitError(
        at: error.place, "one more fault to repair", atMost: options.repairCount)
    }
    repairs.append(XMLRepair(kind: kind, place: error.place))
  }

  /// Skips white space, if any. `nil` if it extends to the end of the bytes.
  @inline(__always)
  mutating func skipSpace(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte > .space { return index }
      if byte == .space || byte == .tab {
        index &+= 1
      } else if byte == .lineFeed {
        index &+= 1
        lines.beginLine(at: origin &+ index)
      } else if byte == .carriageReturn {
        guard let next = skipCarriageReturn(bytes, at: index) else { return nil }
        index = next
      } else {
        return index
      }
    }
    return nil
  }

  /// Skips CR or CR LF, which are one line end (XML 1.0, section 2.11).
  mutating func skipCarriageReturn(_ bytes: Span<UInt8>, at index: Int) -> Int? {
    guard index + 1 < bytes.count else { return nil }
    let next = bytes[index + 1] == .lineFeed ? index + 2 : index + 1
    lines.beginLine(at: origin + next)
    return next
  }

  /// The end of the name that begins at `start`; `start` itself if no name begins there.
  @inline(__always)
  mutating func nameEnd(_ bytes: Span<UInt8>, from start: Int) throws(XMLError) -> Int? {
    guard start < bytes.count else { return nil }
    guard bytes[start].isXMLNameStartByte else {
      return bytes[start] < 0x80 ? start : try longNameEnd(bytes, from: start, start)
    }
    var index = start &+ 1
    while index < bytes.count {
      let byte = bytes[index]
      // Nearly all bytes of names are letters.
      guard (byte | 0x20) &- 0x61 < 26 || byte.isXMLNameByte else {
        if byte >= 0x80 || index &- start > options.nameLength { break }
        return index
      }
      index &+= 1
    }
    return try longNameEnd(bytes, from: start, index)
  }

  /// Continues a name that contains characters beyond ASCII, is cut short or too long.
  @inline(never)
  private mutating func longNameEnd(
    _ bytes: Span<UInt8>, from start: Int, _ reached: Int
  ) throws(XMLError) -> Int? {
    var index = reached
    var continuationBytes = 0
    defer { lines.continuationBytes += continuationBytes }
    while index < bytes.count, index - start <= options.nameLength {
      let byte = bytes[index]
      if byte < 0x80 {
        guard byte.isXMLNameByte else { return index }
        index += 1
        continue
      }
      switch MultibyteCharacter(bytes, at: index) {
      case .incomplete: return nil
      case .character(let scalar, let length):
        guard index == start ? scalar.isXMLNameStart : scalar.isXMLName else { return index }
        index += length
        continuationBytes += length - 1
      case .illegal, .invalid: return index
      }
    }
    guard index - start <= options.nameLength else {
      throw limitError(
        at: place(of: start), "a name of more than \(options.nameLength) bytes",
        atMost: options.nameLength)
    }
    return nil
  }

  func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: range.map { bytes[$0] }, as: UTF8.self)
  }

  /// The text in `range` for a message: escaped and truncated.
  func shown(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    text(bytes, range).printableName
  }
}

extension XMLScanner {
  /// The context of characters, which decides which ones are markup.
  enum TextKind {
    case attributeValue
    case text
    /// A comment, CDATA or the data of a processing instruction: no markup.
    case raw
  }

  /// Skips a byte at which plain text stops: a control character, `&`, `<`, or a byte that is not ASCII.
  ///
  /// - Parameter isPlain: Set to `false` if the bytes differ from the text they represent.
  @inline(never)
  mutating func skipSpecial(
    _ bytes: Span<UInt8>, at index: Int, in kind: TextKind, isPlain: inout Bool
  ) throws(XMLError) -> Int? {
    let byte = bytes[index]
    switch byte {
    case 0x80...:
      return try skipMultibyte(bytes, at: index, isPlain: &isPlain)
    case .lineFeed:
      lines.beginLine(at: origin + index + 1)
      if kind == .attributeValue { isPlain = false }
      return index + 1
    case .carriageReturn:
      isPlain = false
      return skipCarriageReturn(bytes, at: index)
    case .tab:
      if kind == .attributeValue { isPlain = false }
      return index + 1
    case ..<0x20:
      isPlain = false
      try repair(.illegalCharacter, else: illegalCharacter(UInt32(byte), at: index))
      return index + 1
    case UInt8(ascii: "&") where kind != .raw:
      return try skipReference(bytes, at: index, isPlain: &isPlain)
    case UInt8(ascii: "<") where kind == .attributeValue:
      throw error(
        .malformedAttribute, at: index, found: "'<' in an attribute value",
        expected: "'&lt;', or the closing quote before it")
    default:
      return index + 1
    }
  }

  func illegalCharacter(_ scalar: UInt32, at index: Int) -> XMLError {
    let digits = String(scalar, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return error(
      .illegalCharacter, at: index, found: "the character \(name)",
      expected: "a character that XML allows")
  }

  /// Skips consecutive characters that are not ASCII.
  @inline(__always)
  private mutating func skipMultibyte(
    _ bytes: Span<UInt8>, at start: Int, isPlain: inout Bool
  ) throws(XMLError) -> Int? {
    var index = start
    while index < bytes.count, bytes[index] >= 0x80 {
      let length: Int
      switch MultibyteCharacter(bytes, at: index) {
      case .character(_, let count):
        length = count
        lines.continuationBytes += length - 1
      case .illegal(let scalar, let count):
        length = count
        isPlain = false
        try repair(.illegalCharacter, else: illegalCharacter(scalar, at: index))
        lines.continuationBytes += length - 1
      case .invalid(let count):
        length = count
        isPlain = false
        try repair(
          .invalidUTF8,
          else: error(
            .invalidUTF8, at: index, found: "bytes that are not UTF-8", expected: "UTF-8"))
        lines.continuationBytes += bytes[index] & 0xC0 == 0x80 ? length : length - 1
      case .incomplete: return nil
      }
      index += length
    }
    return index < bytes.count ? index : nil
  }

  private mutating func skipReference(
    _ bytes: Span<UInt8>, at index: Int, isPlain: inout Bool
  ) throws(XMLError) -> Int? {
    switch XMLReference(bytes, at: index) {
    case .scalar(_, let end):
      isPlain = false
      return end
    case .illegal(let scalar, let end):
      isPlain = false
      try repair(.illegalCharacter, else: illegalCharacter(scalar, at: index))
      return end
    case .entity(let name):
      throw entityReference(bytes, name, at: place(of: index))
    case .none:
      try repair(
        .bareAmpersand,
        else: error(
          .malformedReference, at: index, found: "an '&' that begins no reference",
          expected: "'&amp;', or a name followed by ';'"))
      return index + 1
    case .incomplete: return nil
    }
  }

  /// The error about a reference to an entity that is not predefined.
  func entityReference(
    _ bytes: Span<UInt8>, _ name: Range<Int>, at place: XMLPlace
  ) -> XMLError {
    let isDeclared = declaredEntities.contains(name.map { bytes[$0] })
    let why = isDeclared ? "is declared in the document and never expanded" : "is not declared"
    return XMLError(
      .entityReference, at: place,
      found: "a reference to the entity '\(shown(bytes, name))', which \(why)",
      expected: "one of amp, lt, gt, quot and apos, or a character reference")
  }
}
