import HealthBytes

/// A start tag in one run of bytes: names and values one behind the other, each with a zero behind it, as C
/// wants them.
struct SchemaTag {
  /// Where a name is.
  struct Name {
    /// Where it begins, with its prefix if it has one.
    let start: Int
    /// Where the colon behind its prefix is.
    let colon: Int?
  }

  /// Where an attribute is.
  struct Attribute {
    let name: Name
    let value: Range<Int>
  }

  /// The bytes.
  private(set) var text: [UInt8] = []
  /// The name of the element.
  private(set) var name = Name(start: 0, colon: nil)
  private(set) var attributes: [Attribute] = []
  /// The prefixes that the element declares: where each is, `nil` for that of names without one, and its
  /// namespace.
  private(set) var bindings: [(prefix: Int?, namespace: Int)] = []

  /// Takes the tag that a tokenizer is at. What it had to repair about attributes is left out.
  mutating func fill(_ tokenizer: XMLTokenizer, _ bytes: Span<UInt8>) {
    text.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
    bindings.removeAll(keepingCapacity: true)
    name = append(tokenizer.name, bytes)
    for index in tokenizer.attributes.indices {
      let attribute = tokenizer.attributes[index]
      if attribute.isDuplicate || attribute.isMalformedName { continue }
      let name = append(attribute.name, bytes)
      let start = text.count
      tokenizer.appendValue(of: attribute, in: bytes, to: &text)
      let value = start..<text.count
      text.append(0)
      if attribute.name.count >= 5,
        ByteScan.equal(bytes, at: attribute.name.lowerBound, to: "xmlns"),
        name.colon == nil ? attribute.name.count == 5 : name.colon == name.start + 5
      {
        bindings.append((name.colon.map { $0 + 1 }, value.lowerBound))
      } else {
        attributes.append(Attribute(name: name, value: value))
      }
    }
  }

  private mutating func append(_ name: Range<Int>, _ bytes: Span<UInt8>) -> Name {
    let start = text.count
    var colon: Int?
    for index in name {
      if bytes[index] == UInt8(ascii: ":"), colon == nil { colon = text.count }
      text.append(bytes[index])
    }
    text.append(0)
    return Name(start: start, colon: colon)
  }
}
