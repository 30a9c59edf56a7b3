import HealthBytes

extension XMLTokenizer {
  /// Appends the value of an attribute: references replaced, white space made spaces (XML 1.0,
  /// section 3.3.3), U+FFFD where something was repaired.
  ///
  /// - Parameters:
  ///   - attribute: The attribute.
  ///   - bytes: The bytes its tag was found in.
  ///   - output: Gets the value, in UTF-8.
  public func appendValue(
    of attribute: XMLAttribute, in bytes: Span<UInt8>, to output: inout [UInt8]
  ) {
    if attribute.isPlain {
      Self.append(bytes, attribute.value, to: &output)
    } else {
      Self.decode(bytes, attribute.value, in: .attributeValue, to: &output)
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
      Self.append(bytes, content, to: &output)
    } else {
      Self.decode(bytes, content, in: contentStretch, to: &output)
    }
  }

  /// The value of an attribute, as `appendValue` gives it.
  ///
  /// - Parameters:
  ///   - attribute: The attribute.
  ///   - bytes: The bytes its tag was found in.
  public func string(of attribute: XMLAttribute, in bytes: Span<UInt8>) -> String {
    if attribute.isPlain { return Self.string(bytes, attribute.value) }
    var value: [UInt8] = []
    appendValue(of: attribute, in: bytes, to: &value)
    return String(decoding: value, as: UTF8.self)
  }

  /// The name of an attribute.
  ///
  /// - Parameters:
  ///   - attribute: The attribute.
  ///   - bytes: The bytes its tag was found in.
  public func string(ofName attribute: XMLAttribute, in bytes: Span<UInt8>) -> String {
    Self.string(bytes, attribute.name)
  }

  /// The name of the current element, processing instruction or document type.
  ///
  /// - Parameter bytes: The bytes the token was found in.
  public func stringOfName(in bytes: Span<UInt8>) -> String { Self.string(bytes, name) }

  /// The content, as `appendContent` gives it.
  ///
  /// - Parameter bytes: The bytes the token was found in.
  public func stringOfContent(in bytes: Span<UInt8>) -> String {
    if contentIsPlain { return Self.string(bytes, content) }
    var text: [UInt8] = []
    appendContent(in: bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func string(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    guard let text = try? UTF8Span(validating: bytes.extracting(range)) else { return "\u{FFFD}" }
    return String(copying: text)
  }

  @inline(__always)
  private static func append(
    _ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]
  ) {
    let run = bytes.extracting(range)
    output.append(addingCapacity: run.count) { target in
      for index in run.indices { target.append(run[index]) }
    }
  }

  /// Appends what bytes that the tokenizer has passed stand for.
  static func decode(
    _ bytes: Span<UInt8>, _ range: Range<Int>, in stretch: XMLScanner.Stretch,
    to output: inout [UInt8]
  ) {
    // Without what follows, so that a reference cannot reach over the end.
    let bytes = bytes.extracting(range)
    var index = 0
    while true {
      let end = ByteScan.firstQuoteOrSpecial(
        quote: UInt8(ascii: "&"), in: bytes, from: index, to: bytes.count)
      append(bytes, index..<end, to: &output)
      guard end < bytes.count else { return }
      index = decodeSpecial(bytes, at: end, in: stretch, to: &output)
    }
  }

  private static func decodeSpecial(
    _ bytes: Span<UInt8>, at index: Int, in stretch: XMLScanner.Stretch,
    to output: inout [UInt8]
  ) -> Int {
    let byte = bytes[index]
    let isNormalized = stretch == .attributeValue
    switch byte {
    case 0x80...:
      switch MultibyteCharacter(bytes, at: index) {
      case .character(_, let length):
        append(bytes, index..<(index + length), to: &output)
        return index + length
      case .illegal(_, let length), .invalid(let length):
        append("\u{FFFD}", to: &output)
        return index + length
      case .incomplete:
        append("\u{FFFD}", to: &output)
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
      append("\u{FFFD}", to: &output)
      return index + 1
    case UInt8(ascii: "&") where stretch != .raw:
      switch XMLReference(bytes, at: index) {
      case .scalar(let scalar, let end):
        append(scalar, to: &output)
        return end
      case .illegal(_, let end):
        append("\u{FFFD}", to: &output)
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

  private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    if scalar.isASCII {
      output.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
