extension XMLScanner {
  /// Where characters stand, which decides what they mean.
  enum TextKind {
    case attributeValue
    case text
    /// A comment, CDATA or the data of a processing instruction: nothing has a meaning.
    case raw
  }

  /// Skips a byte at which a plain run stops: a control character, `&`, `<`, or one beyond ASCII.
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

  /// Characters beyond ASCII, as many as follow one another.
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

  /// The refusal of an entity.
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
