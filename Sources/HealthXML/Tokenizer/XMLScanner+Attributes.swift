import HealthBytes

extension XMLScanner {
  /// The attributes of a start tag.
  ///
  /// - Returns: The index of the `>` or of the `/` before it.
  @inline(__always)
  mutating func attributes(
    _ bytes: Span<UInt8>, behind name: Range<Int>, into attributes: inout XMLAttributes,
    cache: inout OpeningCache
  ) throws(XMLError) -> Int? {
    var slots = attributes.storage.mutableSpan
    var openings = cache.openings.mutableSpan
    var place = OpeningCache.row(bytes, name)
    let lastPlace = place &+ OpeningCache.width &- 1
    var count = 0
    var index = name.upperBound
    var seen: UInt64 = 0
    while true {
      // Compares with this attribute in the last tag of this kind; otherwise scans it.
      var attribute = Opening(start: index &+ 1)
      var isKnown = openings[place].matches(bytes, at: index)
      if !isKnown, place < lastPlace, index < bytes.count, bytes[index] == .space,
        openings[place &+ 1].matches(bytes, at: index)
      {
        // This tag lacks an attribute that the last one had.
        isKnown = true
        place &+= 1
      }
      if isKnown {
        attribute.valueStart = index &+ openings[place].length
        attribute.nameEnd = attribute.valueStart &- 2
        attribute.hint = openings[place].hint
      } else {
        guard let end = spaceEnd(bytes, from: index) else { return nil }
        if bytes[end] == UInt8(ascii: ">") || bytes[end] == UInt8(ascii: "/") {
          attributes.count = count
          return try tagEnd(bytes, at: end, from: name.lowerBound)
        }
        guard end > index else { throw missingSpace(at: end, isFirst: count == 0) }
        guard let opening = try opening(bytes, at: end) else { return nil }
        attribute = opening
        remember(bytes, index, attribute, in: &openings[place])
      }
      if seen & attribute.hint != 0,
        isDuplicate(bytes, attribute.start..<attribute.nameEnd, of: slots.span, count)
      {
        attribute.marks.insert(.isDuplicate)
        try repairDuplicate(bytes, attribute.start..<attribute.nameEnd)
      }
      seen |= attribute.hint

      let quote = bytes[attribute.valueStart &- 1]
      var end = attribute.valueStart
      while true {
        end = ByteScan.firstQuoteOrSpecial(quote: quote, in: bytes, from: end, to: bytes.count)
        guard end < bytes.count else { return nil }
        if bytes[end] == quote { break }
        if let next = Self.bracketEnd(bytes, at: end) {
          attribute.isPlain = false
          end = next
          continue
        }
        if Self.isPunctuation(bytes, at: end) {
          lines.continuationBytes &+= 2
          end &+= 3
          continue
        }
        let next = try skipSpecial(
          bytes, at: end, in: .attributeValue, isPlain: &attribute.isPlain)
        guard let next else { return nil }
        end = next
      }
      guard count < slots.count else {
        throw limitError(at: self.place(of: end), "one more attribute", atMost: slots.count)
      }
      if attribute.isPlain { attribute.marks.insert(.isPlain) }
      slots[count] = XMLAttribute(
        name: attribute.start..<attribute.nameEnd, value: attribute.valueStart..<end,
        marks: attribute.marks)
      count &+= 1
      index = end &+ 1
      if place < lastPlace { place &+= 1 }
    }
  }

  /// The end of `&lt;` or `&gt;`, which occur in the attribute `device` of most records.
  @inline(__always)
  private static func bracketEnd(_ bytes: Span<UInt8>, at index: Int) -> Int? {
    guard index <= bytes.count &- 4, bytes[index] == UInt8(ascii: "&"),
      bytes[index &+ 1] == UInt8(ascii: "l") || bytes[index &+ 1] == UInt8(ascii: "g"),
      bytes[index &+ 2] == UInt8(ascii: "t"), bytes[index &+ 3] == UInt8(ascii: ";")
    else { return nil }
    return index &+ 4
  }

  /// Whether a character of U+2000 to U+203F is at `index`, such as the apostrophe in the names of people's devices.
  @inline(__always)
  private static func isPunctuation(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    index <= bytes.count &- 3 && bytes[index] == 0xE2 && bytes[index &+ 1] == 0x80
      && bytes[index &+ 2] & 0xC0 == 0x80
  }

  /// An attribute up to its value.
  struct Opening {
    var start: Int
    var nameEnd = 0
    /// The index after the quote.
    var valueStart = 0
    var hint: UInt64 = 0
    var isPlain = true
    var marks: XMLAttribute.Marks = []
  }

  /// Reads an attribute from its name up to its value.
  @inline(never)
  private mutating func opening(
    _ bytes: Span<UInt8>, at start: Int
  ) throws(XMLError) -> Opening? {
    var opening = Opening(start: start)
    guard let nameEnd = try nameEnd(bytes, from: start), nameEnd < bytes.count else { return nil }
    opening.nameEnd = nameEnd
    var equals = nameEnd
    if bytes[nameEnd] != UInt8(ascii: "=") || nameEnd == start {
      guard let index = try unusualName(bytes, &opening) else { return nil }
      equals = index
    }
    guard let valueStart = try valueStart(bytes, behind: equals) else { return nil }
    opening.valueStart = valueStart
    opening.hint = Self.hint(bytes, start, opening.nameEnd)
    return opening
  }

  /// Remembers the beginning of an attribute if it has the usual form: one space, an ASCII name, `="`. Then its columns are
  /// its bytes, and it contains no line end.
  private func remember(
    _ bytes: Span<UInt8>, _ index: Int, _ attribute: Opening, in opening: inout OpeningCache.Opening
  ) {
    guard
      bytes[index] == .space, attribute.start == index + 1,
      attribute.valueStart == attribute.nameEnd + 2, attribute.marks.isEmpty,
      bytes[attribute.valueStart - 1] == UInt8(ascii: "\""),
      let remembered = OpeningCache.Opening(
        bytes, index..<attribute.valueStart, hint: attribute.hint)
    else { return }
    opening = remembered
  }

  /// Skips the white space before an attribute, which is nearly always one space.
  @inline(__always)
  private mutating func spaceEnd(_ bytes: Span<UInt8>, from index: Int) -> Int? {
    let next = index &+ 1
    if next < bytes.count, bytes[index] == .space, bytes[next] > .space { return next }
    return skipUnusualSpace(bytes, from: index)
  }

  @inline(never)
  private mutating func skipUnusualSpace(_ bytes: Span<UInt8>, from index: Int) -> Int? {
    skipSpace(bytes, from: index)
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
          .malformedMarkup, at: index, found: "'/' inside a tag", expected: "'>' after it")
      }
    }
    guard index &- start < Int32.max else {
      throw limitError(
        at: place(of: index), "a start tag of more than \(Int32.max) bytes",
        atMost: Int(Int32.max))
    }
    return index
  }

  /// The index where the value begins, after the quote.
  private mutating func valueStart(
    _ bytes: Span<UInt8>, behind equals: Int
  ) throws(XMLError) -> Int? {
    var index = equals &+ 1
    guard index < bytes.count else { return nil }
    if bytes[index] != UInt8(ascii: "\"") {
      guard let next = skipUnusualSpace(bytes, from: index) else { return nil }
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
        .malformedMarkup, at: index, found: "a character that element names must not contain",
        expected: "white space, '>' or '/>'")
      : error(
        .malformedAttribute, at: index, found: "something directly after an attribute",
        expected: "white space, '>' or '/>'")
  }

  /// A bit of a name, for a filter: names with different bits are different. The nine attributes of a health record have nine
  /// different bits.
  @inline(__always)
  private static func hint(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
    let first = UInt64(bytes[start])
    let last = UInt64(bytes[end &- 1])
    return 1 &<< (first &+ last &* 3 &+ UInt64(truncatingIfNeeded: end &- start) &* 2)
  }

  // MARK: Duplicate and malformed names

  @inline(never)
  func isDuplicate(
    _ bytes: Span<UInt8>, _ name: Range<Int>, of attributes: Span<XMLAttribute>, _ count: Int
  ) -> Bool {
    for index in 0..<count {
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
  mutating func repairDuplicate(
    _ bytes: Span<UInt8>, _ name: Range<Int>
  ) throws(XMLError) {
    try repair(
      .duplicateAttribute,
      else: XMLError(
        .duplicateAttribute, at: place(ofName: name, in: bytes),
        found: "a second attribute '\(shown(bytes, name))'",
        expected: "each attribute of an element once"))
  }

  /// The index of the `=` after a name that it does not follow directly: white space is in between,
  /// or the name is malformed.
  mutating func unusualName(
    _ bytes: Span<UInt8>, _ opening: inout Opening
  ) throws(XMLError) -> Int? {
    let name = opening.start..<opening.nameEnd
    let namePlace = place(ofName: name, in: bytes)
    guard let index = skipSpace(bytes, from: name.upperBound) else { return nil }
    if !name.isEmpty, bytes[index] == UInt8(ascii: "=") { return index }

    let error = XMLError(
      .malformedAttribute, at: namePlace,
      found: name.isEmpty
        ? "something that is not an attribute name"
        : "the attribute '\(shown(bytes, name))' without a value",
      expected: name.isEmpty ? "an attribute, '>' or '/>'" : "'=' and a value in quotes")
    guard options.repairs else { throw error }
    return try malformedName(bytes, &opening, else: error)
  }

  /// Reads everything up to the `=` as the name: iOS 8 wrote keys with spaces.
  private mutating func malformedName(
    _ bytes: Span<UInt8>, _ opening: inout Opening, else error: XMLError
  ) throws(XMLError) -> Int? {
    var index = opening.nameEnd
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "="):
        guard index > opening.start else { throw error }
        opening.marks.insert(.isMalformedName)
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
        opening.nameEnd = index
      default:
        index += 1
        if byte != .space { opening.nameEnd = index }
      }
      guard index - opening.start <= options.nameLength else { throw error }
    }
    return nil
  }
}
