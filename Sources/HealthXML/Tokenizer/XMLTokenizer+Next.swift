extension XMLTokenizer {
  /// The next token of the document.
  ///
  /// - Parameter bytes: All available bytes; indexes are relative to the first.
  /// - Returns: The token; name, attributes and content are valid until the next call. Or
  ///   `.needsMoreInput`, never when `isFinal`: nothing behind the cursor was consumed.
  /// - Throws: What is wrong with the document. It cannot be read on then.
  /// - Complexity: In the length of the token; a token cut short is looked at again from its start.
  public mutating func next(
    in bytes: Span<UInt8>, isFinal: Bool
  ) throws(XMLError) -> XMLToken {
    if phase == .content {
      if let token = try nextInContent(bytes) { return token }
    } else {
      if let token = try nextOutside(bytes, isFinal: isFinal) { return token }
    }
    guard !isFinal else {
      guard isEndOfFragment(bytes) else { throw unexpectedEnd(bytes) }
      if elements.depth == 1 { return .endOfDocument }
      try endInnermost()
      name = bytes.count..<bytes.count
      return .endElement
    }
    return .needsMoreInput
  }

  /// Whether nothing is left of a fragment, which need not end as a document does.
  private func isEndOfFragment(_ bytes: Span<UInt8>) -> Bool {
    guard phase == .content, scanner.options.missingRoot != nil,
      scanner.options.repairs || elements.depth == 1
    else { return false }
    var rest = scanner
    return rest.skipSpace(bytes, from: cursor) == nil
  }

  /// The next token inside the root element.
  @inline(__always)
  private mutating func nextInContent(_ bytes: Span<UInt8>) throws(XMLError) -> XMLToken? {
    begin(at: cursor)
    guard let index = scanner.skipSpace(bytes, from: cursor) else { return retry() }
    guard bytes[index] == UInt8(ascii: "<"), index == cursor || scanner.options.skipsWhitespace
    else {
      scanner.lines = tokenLines
      return try complete(text(bytes))
    }
    cursor = index
    begin(at: index)
    return try complete(markup(bytes, at: index))
  }

  /// The next token before or behind the root element.
  @inline(never)
  private mutating func nextOutside(
    _ bytes: Span<UInt8>, isFinal: Bool
  ) throws(XMLError) -> XMLToken? {
    begin(at: cursor)
    if phase == .start {
      guard try skipStart(bytes, isFinal: isFinal) else { return nil }
      begin(at: cursor)
    }
    let markupStart = scanner.skipSpace(bytes, from: cursor)
    let index = markupStart ?? spaceEnd(bytes, isFinal: isFinal)
    cursor = index
    begin(at: index)
    guard markupStart != nil else {
      return isFinal && phase == .afterRoot ? .endOfDocument : nil
    }
    guard bytes[index] == UInt8(ascii: "<") else {
      throw scanner.error(
        .contentOutsideRoot, at: index,
        found: phase == .afterRoot ? "text after the root element" : "text before any element",
        expected: phase == .afterRoot ? "the end of the document" : "'<'")
    }
    return try complete(markup(bytes, at: index))
  }

  /// How far white space that reaches the end of the bytes can be let go: all of it but a CR that
  /// an LF may follow.
  private mutating func spaceEnd(_ bytes: Span<UInt8>, isFinal: Bool) -> Int {
    let end = bytes.count
    guard end > cursor, bytes[end - 1] == .carriageReturn else { return end }
    guard isFinal else { return end - 1 }
    scanner.lines.beginLine(at: scanner.origin + end)
    return end
  }

  mutating func begin(at index: Int) {
    tokenStart = index
    tokenLines = scanner.lines
    tokenRepairs = scanner.repairs.count
  }

  /// The token, or back to its start.
  @inline(__always)
  private mutating func complete(_ token: XMLToken?) -> XMLToken? {
    token ?? retry()
  }

  /// Goes back to the start of an incomplete token.
  @inline(never)
  private mutating func retry() -> XMLToken? {
    scanner.lines = tokenLines
    scanner.repairs.removeSubrange(tokenRepairs...)
    return nil
  }

  /// Tokenizes the markup after `<`.
  @inline(__always)
  private mutating func markup(
    _ bytes: Span<UInt8>, at index: Int
  ) throws(XMLError) -> XMLToken? {
    guard index &+ 1 < bytes.count else { return nil }
    switch bytes[index &+ 1] {
    case UInt8(ascii: "/"): return try endTag(bytes, at: index)
    case UInt8(ascii: "!"): return try declaration(bytes, at: index)
    case UInt8(ascii: "?"): return try processingInstruction(bytes, at: index)
    default: return try startTag(bytes, at: index)
    }
  }
}
