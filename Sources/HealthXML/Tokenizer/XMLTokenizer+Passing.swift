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

  /// Passes elements that the caller has read.
  ///
  /// - Parameter end: The index behind them. What lies before it from ``nextMarkup(in:)`` on must be whole elements in
  ///   ASCII, without an end of a line: nothing of it is looked at.
  public mutating func pass(to end: Int) {
    cursor = max(cursor, end)
  }
}
