import HealthBytes

/// Names of attributes that a tag has already, or that are none.
extension XMLScanner {
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
