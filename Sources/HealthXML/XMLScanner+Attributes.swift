import HealthBytes

extension XMLScanner {
  /// The attributes of a start tag.
  ///
  /// - Parameters:
  ///   - start: Behind the name of the element.
  ///   - attributes: Gets them.
  /// - Returns: The index of the `>` or of the `/` before it.
  @inline(__always)
  mutating func attributes(
    _ bytes: Span<UInt8>, from start: Int, into attributes: inout XMLAttributes
  ) throws(XMLError) -> Int? {
    attributes.count = 0
    var index = start
    var seen: UInt64 = 0
    while true {
      guard let next = skipSpace(bytes, from: index) else { return nil }
      let byte = bytes[next]
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") {
        return try tagEnd(bytes, at: next, from: start)
      }
      guard next > index else { throw missingSpace(at: next, isFirst: index == start) }

      guard var nameEnd = try nameEnd(bytes, from: next) else { return nil }
      guard nameEnd < bytes.count else { return nil }
      var marks = XMLAttribute.Marks.isPlain
      var equals = nameEnd
      if bytes[nameEnd] != UInt8(ascii: "=") || nameEnd == next {
        guard
          let unusual = try unusualName(bytes, from: next, nameEnd: &nameEnd, marks: &marks)
        else { return nil }
        equals = unusual
      }
      let hint = Self.hint(bytes, next, nameEnd)
      if seen & hint != 0, isDuplicate(bytes, next..<nameEnd, of: attributes) {
        marks.insert(.isDuplicate)
        try repairDuplicate(bytes, next..<nameEnd)
      }
      seen |= hint

      guard let valueStart = try valueStart(bytes, behind: equals) else { return nil }
      let quote = bytes[valueStart &- 1]
      var end = valueStart
      while true {
        end = ByteScan.firstQuoteOrSpecial(quote: quote, in: bytes, from: end, to: bytes.count)
        guard end < bytes.count else { return nil }
        if bytes[end] == quote { break }
        var isPlain = true
        guard
          let passed = try passSpecial(bytes, at: end, in: .attributeValue, isPlain: &isPlain)
        else { return nil }
        if !isPlain { marks.remove(.isPlain) }
        end = passed
      }
      guard attributes.count < options.attributeCount else {
        throw limitError(
          at: place(of: end), "one more attribute", atMost: options.attributeCount)
      }
      attributes.append(
        XMLAttribute(name: next..<nameEnd, value: valueStart..<end, marks: marks))
      index = end &+ 1
    }
  }

  /// `>` or `/>`.
  @inline(__always)
  private func tagEnd(
    _ bytes: Span<UInt8>, at index: Int, from start: Int
  ) throws(XMLError) -> Int? {
    if bytes[index] == UInt8(ascii: "/") {
      guard index &+ 1 < bytes.count else { return nil }
      guard bytes[index &+ 1] == UInt8(ascii: ">") else {
        throw error(
          .malformedMarkup, at: index, found: "'/' inside a tag", expected: "'>' behind it")
      }
    }
    guard index &- start < Int32.max else {
      throw limitError(
        at: place(of: index), "a start tag of more than \(Int32.max) bytes",
        atMost: Int(Int32.max))
    }
    return index
  }

  /// Where the value begins, behind the quote.
  @inline(__always)
  private mutating func valueStart(
    _ bytes: Span<UInt8>, behind equals: Int
  ) throws(XMLError) -> Int? {
    var index = equals &+ 1
    guard index < bytes.count else { return nil }
    if bytes[index] != UInt8(ascii: "\"") {
      guard let next = skipSpace(bytes, from: index) else { return nil }
      index = next
      guard bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
        throw error(
          .malformedAttribute, at: index, found: "an attribute value without quotes",
          expected: "'\"' or \"'\"")
      }
    }
    return index &+ 1
  }

  @inline(never)
  private func missingSpace(at index: Int, isFirst: Bool) -> XMLError {
    isFirst
      ? error(
        .malformedMarkup, at: index, found: "a character that no element name has",
        expected: "white space, '>' or '/>'")
      : error(
        .malformedAttribute, at: index, found: "something right behind an attribute",
        expected: "white space, '>' or '/>'")
  }

  // MARK: - Duplicates

  /// A bit for a name: two names that differ in it are not the same. The nine names of a health
  /// record all have their own.
  @inline(__always)
  private static func hint(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
    let first = UInt64(bytes[start])
    let last = UInt64(bytes[end &- 1])
    return 1 &<< (first &* 5 &+ last &+ UInt64(truncatingIfNeeded: end &- start) &* 7)
  }

  @inline(never)
  private func isDuplicate(
    _ bytes: Span<UInt8>, _ name: Range<Int>, of attributes: XMLAttributes
  ) -> Bool {
    for index in attributes.indices {
      let other = attributes[index].name
      if other.count == name.count,
        ByteScan.equal(bytes, at: other.lowerBound, to: bytes.extracting(name))
      {
        return true
      }
    }
    return false
  }

  @inline(never)
  private mutating func repairDuplicate(
    _ bytes: Span<UInt8>, _ name: Range<Int>
  ) throws(XMLError) {
    try repair(
      .duplicateAttribute,
      else: XMLError(
        .duplicateAttribute, at: place(ofName: name, in: bytes),
        found: "a second attribute '\(text(bytes, name))'",
        expected: "each attribute of an element once"))
  }

  // MARK: - Names with something between them and the '='

  /// The index of the `=` of a name that it does not follow at once: white space stands between,
  /// or the name is none.
  @inline(never)
  private mutating func unusualName(
    _ bytes: Span<UInt8>, from start: Int, nameEnd: inout Int, marks: inout XMLAttribute.Marks
  ) throws(XMLError) -> Int? {
    let name = start..<nameEnd
    let namePlace = place(ofName: name, in: bytes)
    guard let index = skipSpace(bytes, from: nameEnd) else { return nil }
    if !name.isEmpty, bytes[index] == UInt8(ascii: "=") { return index }

    let error = XMLError(
      .malformedAttribute, at: name.isEmpty ? place(of: index) : namePlace,
      found: name.isEmpty
        ? "something that is no attribute name"
        : "the attribute '\(text(bytes, name))' without a value",
      expected: name.isEmpty ? "an attribute, '>' or '/>'" : "'=' and a value in quotes")
    guard options.repairs else { throw error }
    return try malformedName(bytes, from: start, nameEnd: &nameEnd, marks: &marks, else: error)
  }

  /// All up to the `=` taken for a name, as iOS 8 wrote keys with spaces in them.
  private mutating func malformedName(
    _ bytes: Span<UInt8>, from start: Int, nameEnd: inout Int, marks: inout XMLAttribute.Marks,
    else error: XMLError
  ) throws(XMLError) -> Int? {
    var index = nameEnd
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "="):
        guard index > start else { throw error }
        marks.insert(.isMalformedName)
        try repair(.malformedAttributeName, else: error)
        return index
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "&"),
        UInt8(ascii: "\""), UInt8(ascii: "'"), 0..<0x20:
        throw error
      case 0x80...:
        let character = MultibyteCharacter(bytes, at: index)
        if character == .incomplete { return nil }
        guard case .character(_, let length) = character else { throw error }
        lines.continuationBytes += length - 1
        index += length
        nameEnd = index
      default:
        index += 1
        if byte != .space { nameEnd = index }
      }
      guard nameEnd - start <= options.nameLength else { throw error }
    }
    return nil
  }
}
