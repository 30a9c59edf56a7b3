import HealthBytes

extension XMLTokenizer {
  /// Appends the value of an attribute: references replaced, white space made spaces (XML 1.0,
  /// section 3.3.3), U+FFFD where something was repaired.
  ///
  /// - Parameters:
  ///   - bytes: The bytes its tag was found in.
  ///   - output: Gets the value, in UTF-8.
  public func appendValue(
    of attribute: XMLAttribute, in bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
    if attribute.isPlain {
      output.append(addingCapacity: attribute.value.count) { target in
        target.append(bytes, attribute.value)
      }
    } else {
      decode(bytes, attribute.value, in: .attributeValue, to: &output)
    }
  }

  /// Appends the content of the current text, CDATA, comment or processing instruction: references
  /// replaced, line ends made LF (XML 1.0, section 2.11), U+FFFD where something was repaired.
  ///
  /// - Parameters:
  ///   - bytes: The bytes the token was found in.
  ///   - output: Gets the content, in UTF-8.
  public func appendContent(in bytes: Span<UInt8>, to output: inout [UInt8]) {
    if contentIsPlain {
      output.append(addingCapacity: content.count) { $0.append(bytes, content) }
    } else {
      decode(bytes, content, in: contentKind, to: &output)
    }
  }

  /// The value of an attribute, as `appendValue` gives it.
  public func string(of attribute: XMLAttribute, in bytes: Span<UInt8>) -> String {
    if attribute.isPlain { return Self.string(bytes, attribute.value) }
    var value: [UInt8] = []
    appendValue(of: attribute, in: bytes, to: &value)
    return String(decoding: value, as: UTF8.self)
  }

  /// The name of an attribute.
  public func string(ofName attribute: XMLAttribute, in bytes: Span<UInt8>) -> String {
    Self.string(bytes, attribute.name)
  }

  /// The name of the current element, processing instruction or document type.
  public func stringOfName(in bytes: Span<UInt8>) -> String { Self.string(bytes, name) }

  /// The content, as `appendContent` gives it.
  public func stringOfContent(in bytes: Span<UInt8>) -> String {
    if contentIsPlain { return Self.string(bytes, content) }
    var text: [UInt8] = []
    appendContent(in: bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  static func string(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    guard let text = try? UTF8Span(validating: bytes.extracting(range)) else { return "\u{FFFD}" }
    return String(copying: text)
  }

  /// Appends what bytes that the tokenizer has read stand for.
  func decode(
    _ bytes: Span<UInt8>, _ range: Range<Int>, in kind: XMLScanner.TextKind,
    to output: inout [UInt8]
  ) {
    // Without what follows, so that a reference cannot reach over the end.
    let bytes = bytes.extracting(range)
    // References and escapes are at least as long as their text, except for single bytes replaced
    // by U+FFFD.
    let capacity = scanner.options.repairs ? bytes.count * 3 : bytes.count
    output.append(addingCapacity: capacity) { target in
      var index = 0
      while true {
        let end = ByteScan.firstQuoteOrSpecial(
          quote: UInt8(ascii: "&"), in: bytes, from: index, to: bytes.count)
        target.append(bytes, index..<end)
        guard end < bytes.count else { return }
        index = Self.decodeSpecial(bytes, at: end, in: kind, to: &target)
      }
    }
  }

  /// Appends the decoded form of the special byte that ends a plain run.
  private static func decodeSpecial(
    _ bytes: Span<UInt8>, at index: Int, in kind: XMLScanner.TextKind,
    to output: inout OutputSpan<UInt8>
  ) -> Int {
    let byte = bytes[index]
    let isNormalized = kind == .attributeValue
    switch byte {
    case 0x80...:
      switch MultibyteCharacter(bytes, at: index) {
      case .character(_, let length):
        output.append(bytes, index..<(index + length))
        return index + length
      case .illegal(_, let length), .invalid(let length):
        output.append("\u{FFFD}")
        return index + length
      case .incomplete:
        output.append("\u{FFFD}")
        return bytes.count
      }
    case .lineFeed, .tab:
      output.append(isNormalized ? .space : byte)
      return index + 1
    case .carriageReturn:
      output.append(isNormalized ? .space : .lineFeed)
      let isPair = index + 1 < bytes.count && bytes[index + 1] == .lineFeed
      return isPair ? index + 2 : index + 1
    case ..<0x20:
      output.append("\u{FFFD}")
      return index + 1
    case UInt8(ascii: "&") where kind != .raw:
      switch XMLReference(bytes, at: index) {
      case .scalar(let scalar, let end):
        output.append(scalar)
        return end
      case .illegal(_, let end):
        output.append("\u{FFFD}")
        return end
      case .entity, .none, .incomplete:
        output.append(byte)
        return index + 1
      }
    default:
      output.append(byte)
      return index + 1
    }
  }
}

extension OutputSpan<UInt8> {
  @inline(__always)
  fileprivate mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let run = bytes.extracting(range)
    for index in run.indices { append(run[index]) }
  }

  fileprivate mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(unit) }
    }
  }
}
