import HealthBytes

/// The text of strings.
extension JSONTape {
  /// Whether a string is a text known when compiling.
  @inline(__always)
  func text(_ node: Int, is text: StaticString, in bytes: Span<UInt8>) -> Bool {
    let string = nodes[node]
    if string.isEscaped { return self.text(node, in: bytes) == "\(text)" }
    return Int(string.end &- string.start) == text.utf8CodeUnitCount
      && ByteScan.equal(bytes, at: Int(string.start), to: text)
  }

  func text(_ node: Int, is text: String, in bytes: Span<UInt8>) -> Bool {
    let string = nodes[node]
    if string.isEscaped {
      return self.text(node, in: bytes).utf8.elementsEqual(text.utf8)
    }
    return Int(string.end &- string.start) == text.utf8.count
      && ByteScan.equal(bytes, at: Int(string.start), to: text.utf8Span.span)
  }

  /// A string as it was meant.
  func text(_ node: Int, in bytes: Span<UInt8>) -> String {
    let string = nodes[node]
    if string.isEscaped {
      return String(decoding: unescaped(string, bytes), as: UTF8.self)
    }
    return Self.text(bytes, string.range)
  }

  /// Bytes as they stand.
  static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    // The whole line was checked before it was parsed.
    guard let text = try? UTF8Span(validating: bytes.extracting(range)) else { return "" }
    return String(copying: text)
  }

  /// Lends the bytes of a string as it was meant.
  @inline(__always)
  func withText<Result>(
    _ node: Int, in bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    let string = nodes[node]
    if string.isEscaped { return body(unescaped(string, bytes).span) }
    return body(bytes.extracting(string.range))
  }

  private func unescaped(_ string: Node, _ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(string.range.count)
    var at = string.range.lowerBound
    while at < string.range.upperBound {
      // The escapes were checked when the line was taken apart.
      if bytes[at] == UInt8(ascii: "\\"),
        let (scalar, end) = try? Self.escape(bytes, at, string.range.upperBound)
      {
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        at = end
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    return text
  }

  /// Describes a node.
  func foundText(_ node: Int) -> String {
    switch nodes[node].kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "a truth value"
    case .null: "null"
    }
  }
}
