import HealthBytes

extension XMLTokenizer {
  /// Reads the start tag `<name …>` or `<name …/>` at the `<`; `nil` if the bytes end within it.
  @inline(__always)
  mutating func startTag(_ bytes: Span<UInt8>, at start: Int) throws(XMLError) -> XMLToken? {
    let nameStart = start &+ 1
    guard let nameEnd = try scanner.nameEnd(bytes, from: nameStart) else {
      name = nameStart..<bytes.count
      return nil
    }
    name = nameStart..<nameEnd
    guard nameEnd > nameStart else {
      throw scanner.error(
        .malformedMarkup, at: start, found: "'<' that begins no markup",
        expected: "a name, '/', '?' or '!' after it, or '&lt;'")
    }
    if elements.depth > 1, scanner.options.missingRoot != nil,
      try endUnclosedElement(bytes, at: start, before: name)
    {
      return .endElement
    }
    let end = try scanner.attributes(bytes, behind: name, into: &attributes, cache: &openings)
    guard let index = end else { return nil }
    if phase != .content { try beginRoot(bytes) }
    guard bytes[index] == UInt8(ascii: ">") else {
      cursor = index &+ 2
      if elements.depth == 0 { phase = .afterRoot }
      return .emptyElement
    }
    guard elements.depth < scanner.options.depth else {
      throw scanner.limitError(
        at: place, "an element inside \(scanner.options.depth) others",
        atMost: scanner.options.depth)
    }
    elements.push(bytes, name: name, offset: scanner.origin &+ start, lines: tokenLines)
    cursor = index &+ 1
    return .startElement
  }

  @inline(never)
  private mutating func beginRoot(_ bytes: Span<UInt8>) throws(XMLError) {
    guard phase != .afterRoot else {
      throw XMLError(
        .contentOutsideRoot, at: place, found: "a second root element",
        expected: "the end of the document")
    }
    if let root = scanner.options.missingRoot {
      let root = Array(root.utf8)
      let isThere =
        name.count == root.count && ByteScan.equal(bytes, at: name.lowerBound, to: root.span)
      if !isThere {
        elements.push(
          root.span, name: root.indices, offset: scanner.origin &+ tokenStart, lines: tokenLines)
      }
    }
    phase = .content
  }

  /// Ends the innermost element of a fragment before another element of its name: output of `grep` has start tags
  /// without their end tags.
  ///
  /// - Returns: Whether the element was ended. If so, the start tag at `start` is read by the next call.
  @inline(never)
  private mutating func endUnclosedElement(
    _ bytes: Span<UInt8>, at start: Int, before name: Range<Int>
  ) throws(XMLError) -> Bool {
    guard scanner.options.repairs, elements.nameEnd(bytes, at: name.lowerBound) == name.upperBound
    else { return false }
    try endInnermost()
    cursor = start
    return true
  }

  /// Ends the innermost element without an end tag.
  mutating func endInnermost() throws(XMLError) {
    let begin = elements.innermost?.place ?? place
    try scanner.repair(
      .missingEndTag,
      else: XMLError(
        .unexpectedEnd, at: begin, found: "an element without an end tag", expected: "its end tag"))
    elements.pop()
  }

  /// Reads the end tag `</name>` at the `<`; `nil` if the bytes end within it.
  @inline(__always)
  mutating func endTag(_ bytes: Span<UInt8>, at start: Int) throws(XMLError) -> XMLToken? {
    let nameStart = start &+ 2
    if let end = elements.nameEnd(bytes, at: nameStart), end < bytes.count,
      bytes[end] == UInt8(ascii: ">")
    {
      name = nameStart..<end
      cursor = end &+ 1
    } else {
      guard try unusualEndTag(bytes, at: start) else { return nil }
    }
    elements.pop()
    if elements.depth == 0 { phase = .afterRoot }
    return .endElement
  }

  /// An end tag with white space in it, with a wrong name, or incomplete.
  @inline(never)
  private mutating func unusualEndTag(
    _ bytes: Span<UInt8>, at start: Int
  ) throws(XMLError) -> Bool {
    let nameStart = start + 2
    guard let open = elements.innermost else {
      throw scanner.error(
        .mismatchedTag, at: start, found: "an end tag with no element open",
        expected: phase == .afterRoot ? "the end of the document" : "a start tag")
    }
    guard let nameEnd = try scanner.nameEnd(bytes, from: nameStart) else { return false }
    guard elements.nameEnd(bytes, at: nameStart) == nameEnd else {
      let found = scanner.shown(bytes, nameStart..<nameEnd)
      // The message has a distance in lines, since the line of the file at which its chunk begins is not known here.
      let lines = place.line - open.place.line
      let began =
        switch lines {
        case _ where elements.depth == 1: ""
        case 0: " of the element that began in this line"
        case 1: " of the element that began in the line before"
        default: " of the element that began \(lines) lines before"
        }
      throw XMLError(
        .mismatchedTag, at: place, found: "the end tag '\(found)'",
        expected: "the end tag '\(open.name.printableName)'\(began)")
    }
    guard let index = scanner.skipSpace(bytes, from: nameEnd) else { return false }
    guard bytes[index] == UInt8(ascii: ">") else {
      throw scanner.error(
        .malformedMarkup, at: index, found: "something after the name of an end tag",
        expected: "'>'")
    }
    name = nameStart..<nameEnd
    cursor = index + 1
    return true
  }
}

extension XMLTokenizer {
  /// Appends the value of an attribute: references are replaced, white space characters become spaces (XML 1.0,
  /// section 3.3.3), repaired parts become U+FFFD.
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
  /// are replaced, line ends become LF (XML 1.0, section 2.11), repaired parts become U+FFFD.
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

  /// The value of an attribute, decoded as by `appendValue`.
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

  /// The content, decoded as by `appendContent`.
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

  /// Appends the decoded text of a raw range.
  func decode(
    _ bytes: Span<UInt8>, _ range: Range<Int>, in kind: XMLScanner.TextKind,
    to output: inout [UInt8]
  ) {
    // Limited to the range, so that a reference cannot extend past its end.
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
