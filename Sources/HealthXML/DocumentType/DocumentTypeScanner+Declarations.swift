extension DocumentTypeScanner {
  /// Behind `<!ELEMENT` (productions 45 to 51).
  mutating func passElement(_ bytes: Span<UInt8>) throws(Stop) {
    try requireSpace(bytes)
    _ = try passName(bytes)
    try requireSpace(bytes)
    if try !passesOne(of: ["EMPTY", "ANY"], bytes) {
      try expect("(", bytes)
      try skipSpace(bytes)
      if try passes("#PCDATA", bytes) {
        try passMixed(bytes)
      } else {
        try passChildren(bytes, depth: 1)
        try passOccurrence(bytes)
      }
    }
    try closeDeclaration(bytes)
  }

  /// Behind `(#PCDATA`.
  private mutating func passMixed(_ bytes: Span<UInt8>) throws(Stop) {
    var hasNames = false
    try skipSpace(bytes)
    while try passes("|", bytes) {
      hasNames = true
      try skipSpace(bytes)
      _ = try passName(bytes)
      try skipSpace(bytes)
    }
    try expect(")", bytes)
    let isRepeated = try passes("*", bytes)
    guard isRepeated || !hasNames else {
      throw fault("mixed content that may not repeat", "'*'")
    }
  }

  /// A choice or a sequence, behind its `(` and white space.
  private mutating func passChildren(_ bytes: Span<UInt8>, depth: Int) throws(Stop) {
    guard depth <= 128 else {
      throw fault("a content model of more than 128 parentheses", "at most 128")
    }
    var separator: UInt8?
    while true {
      try skipSpace(bytes)
      if try passes("(", bytes) {
        try passChildren(bytes, depth: depth + 1)
      } else {
        _ = try passName(bytes)
      }
      try passOccurrence(bytes)
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

  private mutating func passOccurrence(_ bytes: Span<UInt8>) throws(Stop) {
    switch try peek(bytes) {
    case UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "+"): index += 1
    default: break
    }
  }

  /// Behind `<!ATTLIST` (productions 52 to 60).
  mutating func passAttributeList(_ bytes: Span<UInt8>) throws(Stop) {
    try requireSpace(bytes)
    _ = try passName(bytes)
    while true {
      let isSpaced = try skipSpace(bytes)
      if try passes(">", bytes) { return }
      guard isSpaced else { throw fault("something else in a declaration", "white space or '>'") }
      _ = try passName(bytes)
      try requireSpace(bytes)
      try passAttributeType(bytes)
      try requireSpace(bytes)
      try passDefault(bytes)
    }
  }

  private mutating func passAttributeType(_ bytes: Span<UInt8>) throws(Stop) {
    if try passes("(", bytes) {
      return try passTokens(bytes, areNames: false)
    }
    if try passes("NOTATION", bytes) {
      try requireSpace(bytes)
      try expect("(", bytes)
      return try passTokens(bytes, areNames: true)
    }
    // The longer of two that begin alike comes first.
    let types = [
      "CDATA", "IDREFS", "IDREF", "ID", "ENTITY", "ENTITIES", "NMTOKENS", "NMTOKEN",
    ]
    guard try passesOne(of: types, bytes) else {
      throw fault("something else in a declaration", "the type of an attribute")
    }
  }

  /// An enumeration, behind its `(`.
  private mutating func passTokens(_ bytes: Span<UInt8>, areNames: Bool) throws(Stop) {
    repeat {
      try skipSpace(bytes)
      if areNames { _ = try passName(bytes) } else { try passToken(bytes) }
      try skipSpace(bytes)
    } while try passes("|", bytes)
    try expect(")", bytes)
  }

  /// A name that may begin with any of its characters.
  private mutating func passToken(_ bytes: Span<UInt8>) throws(Stop) {
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

  private mutating func passDefault(_ bytes: Span<UInt8>) throws(Stop) {
    if try passesOne(of: ["#REQUIRED", "#IMPLIED"], bytes) { return }
    if try passes("#FIXED", bytes) { try requireSpace(bytes) }
    try passLiteral(bytes, .attributeValue)
  }
}
