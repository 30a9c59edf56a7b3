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
