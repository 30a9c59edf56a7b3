import HealthBytes

/// A cell of a row: the range of its text, without quotes.
struct CSVCell {
  /// The first byte; in quotes, the one after the opening quote.
  let start: Int
  /// The byte after the last; in quotes, the closing quote.
  let end: Int
  /// Whether it is quoted: `""` is an empty text, an unquoted empty cell is absent. Where all cells are quoted, an empty one
  /// counts as unquoted.
  let isQuoted: Bool
  /// Whether quotes inside are doubled, so that the bytes are not yet the text.
  let hasQuotes: Bool

  /// The bytes as they stand.
  var range: Range<Int> { start..<max(start, end) }

  var isAbsent: Bool { start == end && !isQuoted }

  /// The text. The row was checked to be UTF-8.
  func text(in bytes: Span<UInt8>) -> String {
    if hasQuotes { return String(decoding: unquoted(bytes), as: UTF8.self) }
    guard let text = try? UTF8Span(validating: bytes.extracting(range)) else { return "" }
    return String(copying: text)
  }

  /// The text, or `nil` where the cell is absent.
  func optionalText(in bytes: Span<UInt8>) -> String? {
    isAbsent ? nil : text(in: bytes)
  }

  /// Whether the text is one known when compiling.
  @inline(__always)
  func equals(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
    if hasQuotes { return self.text(in: bytes) == "\(text)" }
    return end &- start == text.utf8CodeUnitCount && ByteScan.equal(bytes, at: start, to: text)
  }

  /// Lends the bytes of the text.
  @inline(__always)
  func withText<Result, Failure: Error>(
    in bytes: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if hasQuotes { return try body(unquoted(bytes).span) }
    return try body(bytes.extracting(range))
  }

  private func unquoted(_ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var at = start
    while at < end {
      text.append(bytes[at])
      // Of two quotes, the second is dropped.
      at &+= bytes[at] == UInt8(ascii: "\"") ? 2 : 1
    }
    return text
  }
}
