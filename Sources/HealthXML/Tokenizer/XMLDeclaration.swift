/// The content of an XML declaration (XML 1.0, productions 23 to 32).
struct XMLDeclaration {
  private(set) var index: Int
  private let end: Int
  private(set) var encoding: Range<Int>?

  /// Behind `<?xml`, up to the `?>`.
  init(_ range: Range<Int>) {
    index = range.lowerBound
    end = range.upperBound
  }

  /// Reads all of it.
  ///
  /// - Returns: Whether it is as it should be; if not, `index` is where it is not.
  mutating func parse(_ bytes: Span<UInt8>) -> Bool {
    guard skipSpace(bytes), let version = value(of: "version", bytes) else { return false }
    guard isVersion(bytes, version) else { return fail(at: version) }
    var isSpaced = skipSpace(bytes)
    if isSpaced, let encoding = value(of: "encoding", bytes) {
      guard isEncoding(bytes, encoding) else { return fail(at: encoding) }
      self.encoding = encoding
      isSpaced = skipSpace(bytes)
    }
    if isSpaced, let standalone = value(of: "standalone", bytes) {
      let isYesOrNo = equals(bytes, standalone, "yes") || equals(bytes, standalone, "no")
      guard isYesOrNo else { return fail(at: standalone) }
      _ = skipSpace(bytes)
    }
    return index == end
  }

  private mutating func fail(at range: Range<Int>) -> Bool {
    index = range.lowerBound
    return false
  }

  /// Skips white space; `true` if there was any.
  private mutating func skipSpace(_ bytes: Span<UInt8>) -> Bool {
    let start = index
    while index < end, bytes[index].isXMLSpace { index += 1 }
    return index > start
  }

  /// Skips `name = "value"`, or nothing.
  private mutating func value(of name: String, _ bytes: Span<UInt8>) -> Range<Int>? {
    let start = index
    let nameEnd = start + name.utf8.count
    guard nameEnd <= end, equals(bytes, start..<nameEnd, name) else { return nil }
    index = nameEnd
    _ = skipSpace(bytes)
    guard index < end, bytes[index] == UInt8(ascii: "=") else { return nil }
    index += 1
    _ = skipSpace(bytes)
    guard index < end else { return nil }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    let valueStart = index + 1
    var valueEnd = valueStart
    while valueEnd < end, bytes[valueEnd] != quote { valueEnd += 1 }
    guard valueEnd < end else { return nil }
    index = valueEnd + 1
    return valueStart..<valueEnd
  }

  private func equals(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: String) -> Bool {
    range.count == text.utf8.count && zip(range, text.utf8).allSatisfy { bytes[$0] == $1 }
  }

  /// `1.` and digits: the fifth edition reads all of them as 1.0.
  private func isVersion(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.count > 2 && equals(bytes, range.prefix(2), "1.")
      && range.dropFirst(2).allSatisfy { (0x30...0x39).contains(bytes[$0]) }
  }

  private func isEncoding(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    return (0x41...0x5A).contains(bytes[first] & 0xDF)
      && range.allSatisfy { bytes[$0] != UInt8(ascii: ":") && bytes[$0].isXMLNameByte }
  }
}
