import HealthBytes

extension XMLTokenizer {
  /// Reads the text from the cursor to the next `<`.
  mutating func text(_ bytes: Span<UInt8>) throws(XMLError) -> XMLToken? {
    contentIsPlain = true
    var index = cursor
    while true {
      index = ByteScan.firstQuoteOrSpecial(
        quote: UInt8(ascii: "]"), in: bytes, from: index, to: bytes.count)
      guard index < bytes.count else { return nil }
      if bytes[index] == UInt8(ascii: "<") { break }
      if bytes[index] == UInt8(ascii: "]") {
        guard let isEnd = matches(bytes, "]]>", at: index) else { return nil }
        guard !isEnd else {
          throw scanner.error(
            .malformedMarkup, at: index, found: "']]>' in text", expected: "']]&gt;'")
        }
        index += 1
        continue
      }
      let next = try scanner.skipSpecial(bytes, at: index, in: .text, isPlain: &contentIsPlain)
      guard let next else { return nil }
      index = next
    }
    contentKind = .text
    content = cursor..<index
    cursor = index
    return .text
  }

  /// Reads `<!…`: a comment, CDATA or the document type.
  @inline(never)
  mutating func declaration(_ bytes: Span<UInt8>, at start: Int) throws(XMLError) -> XMLToken? {
    guard let isComment = matches(bytes, "<!--", at: start) else { return nil }
    if isComment { return try comment(bytes, from: start + 4) }
    guard let isCDATA = matches(bytes, "<![CDATA[", at: start) else { return nil }
    if isCDATA {
      guard phase == .content else {
        throw scanner.error(
          .contentOutsideRoot, at: start, found: "CDATA outside of the root element",
          expected: phase == .afterRoot ? "the end of the document" : "a start tag")
      }
      return try raw(bytes, from: start + 9, upTo: "]]>", as: .cdata)
    }
    guard let isDoctype = matches(bytes, "<!DOCTYPE", at: start) else { return nil }
    guard isDoctype else {
      throw scanner.error(
        .malformedMarkup, at: start, found: "'<!' that begins no markup",
        expected: "'<!--', '<![CDATA[' or '<!DOCTYPE'")
    }
    guard phase == .beforeDoctype else {
      throw scanner.error(
        .malformedMarkup, at: start, found: "a document type declaration here",
        expected: "at most one, before the root element")
    }
    return try doctype(bytes, at: start)
  }

  private mutating func comment(
    _ bytes: Span<UInt8>, from start: Int
  ) throws(XMLError) -> XMLToken? {
    guard try raw(bytes, from: start, upTo: "--", as: .comment) != nil else { return nil }
    guard cursor < bytes.count else {
      cursor = tokenStart
      return nil
    }
    guard bytes[cursor] == UInt8(ascii: ">") else {
      throw scanner.error(
        .malformedMarkup, at: cursor - 2, found: "'--' in a comment", expected: "'-->'")
    }
    cursor += 1
    return .comment
  }

  /// Reads characters without markup up to the text `end`, which is skipped.
  private mutating func raw(
    _ bytes: Span<UInt8>, from start: Int, upTo end: String, as token: XMLToken
  ) throws(XMLError) -> XMLToken? {
    contentIsPlain = true
    contentKind = .raw
    guard let quote = end.utf8.first else { return nil }
    var index = start
    while true {
      index = ByteScan.firstQuoteOrSpecial(
        quote: quote, in: bytes, from: index, to: bytes.count)
      guard index < bytes.count else { return nil }
      if bytes[index] == quote {
        guard let isEnd = matches(bytes, end, at: index) else { return nil }
        if isEnd { break }
        index += 1
        continue
      }
      let next = try scanner.skipSpecial(bytes, at: index, in: .raw, isPlain: &contentIsPlain)
      guard let next else { return nil }
      index = next
    }
    content = start..<index
    cursor = index + end.utf8.count
    return token
  }

  /// Reads a processing instruction, `<?target data?>`, or the XML declaration.
  @inline(never)
  mutating func processingInstruction(
    _ bytes: Span<UInt8>, at start: Int
  ) throws(XMLError) -> XMLToken? {
    guard let nameEnd = try scanner.nameEnd(bytes, from: start + 2) else { return nil }
    let target = start + 2..<nameEnd
    guard !target.isEmpty else {
      throw scanner.error(
        .malformedMarkup, at: start, found: "a processing instruction without a target",
        expected: "a name after '<?'")
    }
    let isReserved = scanner.text(bytes, target).lowercased() == "xml"
    let isAtStart = scanner.origin + start == documentStart
    if isReserved, isAtStart || scanner.options.repairs && !hasMarkup, bytes[start + 2] == 0x78,
      bytes[start + 3] == 0x6D, bytes[start + 4] == 0x6C
    {
      if !isAtStart { scanner.repairs.append(XMLRepair(kind: .leadingSpace, place: place)) }
      return try xmlDeclaration(bytes, target: target)
    }
    guard !isReserved else {
      throw XMLError(
        .malformedMarkup, at: place, found: "a processing instruction with the target 'xml'",
        expected: "an XML declaration only at the very start, in lower case")
    }
    guard let dataStart = scanner.skipSpace(bytes, from: nameEnd) else { return nil }
    if dataStart == nameEnd {
      guard let isEnd = matches(bytes, "?>", at: nameEnd) else { return nil }
      guard isEnd else {
        throw scanner.error(
          .malformedMarkup, at: nameEnd,
          found: "a character that a processing instruction target must not contain",
          expected: "white space or '?>'")
      }
    }
    name = target
    return try raw(bytes, from: dataStart, upTo: "?>", as: .processingInstruction)
  }

  /// Whether `text` (ASCII) is at `index`; `nil` if more bytes are needed.
  func matches(_ bytes: Span<UInt8>, _ text: String, at index: Int) -> Bool? {
    var index = index
    for byte in text.utf8 {
      guard index < bytes.count else { return nil }
      guard bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }
}

/// Functions for fast paths: callers that read a fixed layout of bytes themselves.
extension XMLTokenizer {
  /// Moves to the next markup in the root element, if only white space precedes it. Then `place` and `offset` are those of the
  /// markup, and ``next(in:isFinal:)`` returns it unless it is skipped.
  ///
  /// - Returns: The index of its `<`; `nil` if something else follows, or if more bytes are needed.
  public mutating func nextMarkup(in bytes: Span<UInt8>) -> Int? {
    guard phase == .content, scanner.options.skipsWhitespace else { return nil }
    begin(at: cursor)
    guard let index = scanner.skipSpace(bytes, from: cursor), bytes[index] == UInt8(ascii: "<")
    else {
      scanner.lines = tokenLines
      return nil
    }
    cursor = index
    begin(at: index)
    return index
  }

  /// Skips elements that the caller has read.
  ///
  /// - Parameter end: The index after them. The bytes from ``nextMarkup(in:)`` to it must be whole elements in ASCII without a
  ///   line end; they are not checked.
  public mutating func skip(to end: Int) {
    cursor = max(cursor, end)
  }

  /// Skips whole elements that the caller has read, and that begin where the last token ends.
  package mutating func skip(_ content: SkippedContent) {
    scanner.lines.advance(over: content.lines, origin: scanner.origin &+ cursor)
    cursor &+= content.count
  }

  /// The counts of bytes and lines of content that is skipped repeatedly.
  package struct SkippedContent {
    let count: Int
    let lines: LinePosition

    /// Counts them.
    package init(_ bytes: Span<UInt8>) {
      var lines = LinePosition()
      lines.advance(over: 0..<bytes.count, of: bytes, origin: 0)
      (count, self.lines) = (bytes.count, lines)
    }
  }

  /// Skips a start tag that the caller has read, from ``nextMarkup(in:)`` on. It becomes the current token, without attributes.
  /// Only its name is inspected.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that contain the tag, which must be well-formed and have no line end.
  ///   - name: The range of its name.
  ///   - end: The index after the tag.
  ///   - isEmpty: Whether it is an empty-element tag.
  ///   - continuationBytes: How many bytes of the tag are not the first of their character.
  public mutating func skipTag(
    _ bytes: Span<UInt8>, name: Range<Int>, to end: Int, isEmpty: Bool, continuationBytes: Int
  ) {
    self.name = name
    attributes.count = 0
    scanner.lines.continuationBytes &+= continuationBytes
    cursor = max(cursor, end)
    if !isEmpty {
      elements.push(bytes, name: name, offset: scanner.origin &+ tokenStart, lines: tokenLines)
    }
  }
}

/// Functions for documents that several tokenizers read in chunks. Chunks begin and end between two children of the root.
extension XMLTokenizer {
  /// Whether the root is the only open element, and all bytes up to an index were consumed.
  package func isBetweenChildren(at end: Int) -> Bool {
    phase == .content && elements.depth == 1 && cursor == end
  }

  /// The location of the first byte that was not consumed. Valid after a token.
  package var nextPlace: XMLPlace { scanner.place(of: cursor) }

  /// A tokenizer for a chunk of the same document. The root is open in it, and places are relative to the chunk.
  package func makeChunkTokenizer() -> XMLTokenizer {
    var tokenizer = self
    tokenizer.beginChunk()
    return tokenizer
  }

  /// Begins another chunk. The last one must have ended between two children of the root.
  package mutating func beginChunk() {
    cursor = 0
    scanner.origin = 0
    scanner.lines = LinePosition()
    scanner.repairs = []
    begin(at: 0)
  }

  /// Skips what another tokenizer has read of a chunk. All bytes before it must have been consumed.
  package mutating func skip(_ chunk: XMLTokenizer) {
    scanner.lines.advance(over: chunk.scanner.lines, origin: scanner.origin + cursor)
    scanner.origin += chunk.cursor
    begin(at: cursor)
  }
}
