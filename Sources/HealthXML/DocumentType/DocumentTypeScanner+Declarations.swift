extension DocumentTypeScanner {
  /// Reads on after `<!ELEMENT` (productions 45 to 51).
  mutating func skipElement(_ bytes: Span<UInt8>) throws(Stop) {
    try requireSpace(bytes)
    _ = try skipName(bytes)
    try requireSpace(bytes)
    if try !skipOne(of: ["EMPTY", "ANY"], bytes) {
      try expect("(", bytes)
      try skipSpace(bytes)
      if try skip("#PCDATA", bytes) {
        try skipMixed(bytes)
      } else {
        try skipChildren(bytes, depth: 1)
        try skipOccurrence(bytes)
      }
    }
    try closeDeclaration(bytes)
  }

  /// Reads on after `(#PCDATA`.
  private mutating func skipMixed(_ bytes: Span<UInt8>) throws(Stop) {
    var hasNames = false
    try skipSpace(bytes)
    while try skip("|", bytes) {
      hasNames = true
      try skipSpace(bytes)
      _ = try skipName(bytes)
      try skipSpace(bytes)
    }
    try expect(")", bytes)
    let isRepeated = try skip("*", bytes)
    guard isRepeated || !hasNames else {
      throw fault("mixed content that may not repeat", "'*'")
    }
  }

  /// A choice or a sequence, after its `(` and white space.
  private mutating func skipChildren(_ bytes: Span<UInt8>, depth: Int) throws(Stop) {
    guard depth <= 128 else {
      throw fault("a content model of more than 128 parentheses", "at most 128")
    }
    var separator: UInt8?
    while true {
      try skipSpace(bytes)
      if try skip("(", bytes) {
        try skipChildren(bytes, depth: depth + 1)
      } else {
        _ = try skipName(bytes)
      }
      try skipOccurrence(bytes)
      try skipSpace(bytes)
      let next = try peek(bytes)
      index += 1
      switch next {
      case UInt8(ascii: ")"): return
      case UInt8(ascii: "|"), UInt8(ascii: ","):
        guard separator == nil || separator == next else { fallthrough }
        separator = next
      default:
        index -= 1
        throw fault("something else in a content model", "one kind of separator, or ')'")
      }
    }
  }

  private mutating func skipOccurrence(_ bytes: Span<UInt8>) throws(Stop) {
    switch try peek(bytes) {
    case UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "+"): index += 1
    default: break
    }
  }

  /// Reads on after `<!ATTLIST` (productions 52 to 60).
  mutating func skipAttributeList(_ bytes: Span<UInt8>) throws(Stop) {
    try requireSpace(bytes)
    _ = try skipName(bytes)
    while true {
      let isSpaced = try skipSpace(bytes)
      if try skip(">", bytes) { return }
      guard isSpaced else { throw fault("something else in a declaration", "white space or '>'") }
      _ = try skipName(bytes)
      try requireSpace(bytes)
      try skipAttributeType(bytes)
      try requireSpace(bytes)
      try skipDefault(bytes)
    }
  }

  private mutating func skipAttributeType(_ bytes: Span<UInt8>) throws(Stop) {
    if try skip("(", bytes) {
      return try skipTokens(bytes, areNames: false)
    }
    if try skip("NOTATION", bytes) {
      try requireSpace(bytes)
      try expect("(", bytes)
      return try skipTokens(bytes, areNames: true)
    }
    // The longer of two that begin alike comes first.
    let types = [
      "CDATA", "IDREFS", "IDREF", "ID", "ENTITY", "ENTITIES", "NMTOKENS", "NMTOKEN",
    ]
    guard try skipOne(of: types, bytes) else {
      throw fault("something else in a declaration", "the type of an attribute")
    }
  }

  /// An enumeration, after its `(`.
  private mutating func skipTokens(_ bytes: Span<UInt8>, areNames: Bool) throws(Stop) {
    repeat {
      try skipSpace(bytes)
      if areNames { _ = try skipName(bytes) } else { try skipToken(bytes) }
      try skipSpace(bytes)
    } while try skip("|", bytes)
    try expect(")", bytes)
  }

  /// A name that may begin with any of its characters.
  private mutating func skipToken(_ bytes: Span<UInt8>) throws(Stop) {
    let start = index
    while true {
      let byte = try peek(bytes)
      if byte.isXMLNameByte {
        index += 1
        continue
      }
      guard byte >= 0x80 else { break }
      let character = MultibyteCharacter(bytes, at: index)
      if character == .incomplete { throw .incomplete }
      guard case .character(let scalar, let length) = character, scalar.isXMLName else { break }
      index += length
    }
    guard index > start else { throw fault("something else in a declaration", "a name token") }
  }

  private mutating func skipDefault(_ bytes: Span<UInt8>) throws(Stop) {
    if try skipOne(of: ["#REQUIRED", "#IMPLIED"], bytes) { return }
    if try skip("#FIXED", bytes) { try requireSpace(bytes) }
    try skipLiteral(bytes, .attributeValue)
  }
}

extension DocumentTypeScanner {
  /// The characters that a literal may contain.
  enum Literal {
    case attributeValue
    case entityValue
    case publicIdentifier
    case systemIdentifier
  }

  /// A literal in quotes (productions 9 to 13).
  mutating func skipLiteral(_ bytes: Span<UInt8>, _ kind: Literal) throws(Stop) {
    let quote = try peek(bytes)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw fault("something else in a declaration", "a literal in quotes")
    }
    index += 1
    while true {
      let byte = try peek(bytes)
      if byte == quote {
        index += 1
        return
      }
      switch (kind, byte) {
      case (.attributeValue, UInt8(ascii: "<")):
        throw fault("'<' in a default value", "'&lt;'")
      case (.entityValue, UInt8(ascii: "%")):
        throw fault("'%' in the value of an entity", "'&#37;'")
      case (.attributeValue, UInt8(ascii: "&")), (.entityValue, UInt8(ascii: "&")):
        try skipReference(bytes, isExpanded: kind == .attributeValue)
      case (.publicIdentifier, _) where !Self.isPublicIdentifier(byte):
        throw fault("a character that a public identifier must not contain", "another character")
      default:
        try skipCharacter(bytes)
      }
    }
  }

  /// A reference. Entities in the value of an entity are not looked at until that is used, which
  /// it never is; in a default value they would be expanded.
  private mutating func skipReference(
    _ bytes: Span<UInt8>, isExpanded: Bool
  ) throws(Stop) {
    switch XMLReference(bytes, at: index) {
    case .scalar(_, let next): index = next
    case .entity(let name):
      if isExpanded { throw .entity(name) }
      index = name.upperBound + 1
    case .illegal:
      throw fault("a reference to a character that XML does not allow", "an allowed character")
    case .none:
      throw fault("an '&' that begins no reference", "'&#38;', or a name followed by ';'")
    case .incomplete: throw .incomplete
    }
  }

  /// Characters without meaning up to `text`, which is skipped.
  mutating func skipRaw(_ bytes: Span<UInt8>, upTo text: String) throws(Stop) {
    while try !skip(text, bytes) { try skipCharacter(bytes) }
  }

  private mutating func skipCharacter(_ bytes: Span<UInt8>) throws(Stop) {
    let byte = try peek(bytes)
    guard byte >= 0x80 else {
      guard UInt32(byte).isXMLCharacter else {
        throw fault("a character that XML does not allow", "an allowed character")
      }
      index += 1
      return
    }
    switch MultibyteCharacter(bytes, at: index) {
    case .character(_, let length): index += length
    case .incomplete: throw .incomplete
    case .illegal: throw fault("a character that XML does not allow", "an allowed character")
    case .invalid: throw fault("bytes that are not UTF-8", "UTF-8")
    }
  }

  private static func isPublicIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0D, 0x0A, 0x61...0x7A, 0x41...0x5A, 0x30...0x39: true
    default: "-'()+,./:=?;!*#@$_%".utf8.contains(byte)
    }
  }
}
