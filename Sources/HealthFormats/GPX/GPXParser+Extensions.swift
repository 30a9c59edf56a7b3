import HealthBytes
import HealthModel
import HealthXML

/// Reading the extensions of points.
extension GPXParser {
  mutating func startExtension(_ bytes: Span<UInt8>) throws(HealthError) {
    let isPlain = tokenizer.attributes.isEmpty
    // All programs but Apple's may declare the namespace at the element itself.
    guard isPlain || extensions == .all && declaresOnly(bytes) else { return try openTree(bytes) }
    switch extensions {
    case .apple:
      guard let field = GPXField(appleExtension: tokenizer.name, in: bytes) else { break }
      return startField(field, bytes)
    case .all:
      let name = localName(bytes)
      if isNamed("TrackPointExtension", name, bytes) || isNamed("PowerExtension", name, bytes) {
        level = .trackPointExtension
        localNamespaces = declarations(bytes) + localNamespaces
        return
      }
      guard let field = GPXField(anyExtension: name, in: bytes) else { break }
      if name == tokenizer.name, isPlain {
        if unqualified.count == 0 { unqualified.place = tokenizer.place.place(in: file) }
        unqualified.count += 1
      }
      return startField(field, bytes)
    }
    try openTree(bytes)
  }

  /// Whether the attributes of the current element only declare namespaces.
  func declaresOnly(_ bytes: Span<UInt8>) -> Bool {
    for index in tokenizer.attributes.indices {
      let name = tokenizer.attributes[index].name
      let isDeclaration =
        name.count >= 5 && ByteScan.equal(bytes, at: name.lowerBound, to: "xmlns")
        && (name.count == 5 || bytes[name.lowerBound + 5] == UInt8(ascii: ":"))
      if !isDeclaration { return false }
    }
    return true
  }

  /// The prefixes that the current element declares.
  func declarations(_ bytes: Span<UInt8>) -> [Element.Attribute] {
    tokenizer.attributes.isEmpty
      ? [] : tokenizer.elementAttributes(in: bytes).filter { $0.name.hasPrefix("xmlns:") }
  }
}
