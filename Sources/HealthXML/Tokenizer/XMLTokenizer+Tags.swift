extension XMLTokenizer {
  /// `<name …>` or `<name …/>`, at the `<`.
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
        expected: "a name, '/', '?' or '!' behind it, or '&lt;'")
    }
    let end = try scanner.attributes(bytes, behind: name, into: &attributes, memory: &memory)
    guard let index = end else { return nil }
    if phase != .content { try beginRoot() }
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
  private mutating func beginRoot() throws(XMLError) {
    guard phase != .afterRoot else {
      throw XMLError(
        .contentOutsideRoot, at: place, found: "a second root element",
        expected: "the end of the document")
    }
    phase = .content
  }

  /// `</name>`, at the `<`.
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

  /// An end tag with white space in it, with a wrong name, or not all at hand.
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
      let found = scanner.text(bytes, nameStart..<nameEnd)
      throw XMLError(
        .mismatchedTag, at: place, found: "the end tag '\(found)'",
        expected: "the end tag '\(open.name)' of the element that began at \(open.place)")
    }
    guard let index = scanner.skipSpace(bytes, from: nameEnd) else { return false }
    guard bytes[index] == UInt8(ascii: ">") else {
      throw scanner.error(
        .malformedMarkup, at: index, found: "something behind the name of an end tag",
        expected: "'>'")
    }
    name = nameStart..<nameEnd
    cursor = index + 1
    return true
  }
}
