extension DocumentTypeScanner {
  /// Behind `<!ELEMENT` (productions 45 to 51).
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

  /// Behind `(#PCDATA`.
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

  /// A choice or a sequence, behind its `(` and white space.
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

  /// Behind `<!ATTLIST` (productions 52 to 60).
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

  /// An enumeration, behind its `(`.
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
