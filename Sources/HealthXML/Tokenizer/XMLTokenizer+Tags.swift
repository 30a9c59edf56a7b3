import HealthBytes

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

  /// Ends the innermost element of a fragment where another of its name begins: `grep` takes the lines of start tags
  /// and leaves those of end tags.
  ///
  /// - Returns: Whether it was ended. The start tag at hand is still to be read then.
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
      throw XMLError(
        .mismatchedTag, at: place, found: "the end tag '\(found)'",
        expected:
          "the end tag '\(open.name.printableName)' of the element that began at \(open.place)")
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
