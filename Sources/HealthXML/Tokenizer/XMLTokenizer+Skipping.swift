/// For fast paths, which read an expected layout faster than the tokenizer.
extension XMLTokenizer {
  /// Where the next markup inside the root element begins, if nothing but white space is before it. It is the current
  /// token then, as far as its place goes; ``next(in:isFinal:)`` returns it still.
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
  /// - Parameter end: The index behind them. What lies before it from ``nextMarkup(in:)`` on must be whole elements in
  ///   ASCII, without an end of a line: nothing of it is looked at.
  public mutating func skip(to end: Int) {
    cursor = max(cursor, end)
  }

  /// Skips content that the caller has read, and that begins where the last token ends: whole elements.
  package mutating func skip(_ content: SkippedContent) {
    scanner.lines.advance(over: content.lines, origin: scanner.origin &+ cursor)
    cursor &+= content.count
  }

  /// How many bytes and lines content has that comes again and again.
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

  /// Skips a start tag that the caller has read: the current token, from ``nextMarkup(in:)`` on. It has no attributes
  /// then. Nothing of it is looked at, except its name.
  ///
  /// - Parameters:
  ///   - bytes: The bytes with the tag, which must be well-formed, without an end of a line.
  ///   - name: Where its name is.
  ///   - end: The index behind it.
  ///   - isEmpty: Whether its element is empty.
  ///   - continuationBytes: How many bytes of it are not the first of their character.
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
