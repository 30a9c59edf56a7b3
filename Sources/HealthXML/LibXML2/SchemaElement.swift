import CHealthLibXML2
import HealthBytes

/// An open element, with all that libxml2 looks at until it ends. Used again for the next one at its depth.
@safe
final class SchemaElement {
  typealias Text = UnsafePointer<xmlChar>

  /// Where it begins.
  private(set) var place = XMLPlace(offset: 0, line: 0, column: 0)
  /// The name without its prefix; the full name if the prefix is undeclared.
  private(set) var name: Text?
  /// The namespace of its prefix, or the default namespace.
  private(set) var namespace: Text?
  /// Of each attribute: name, prefix, namespace, where its value begins and ends.
  var attributes: [Text?] = unsafe []
  /// Of each prefix that is declared: the prefix and its namespace.
  var bindings: [Text?] = unsafe []
  /// The names with an undeclared prefix.
  private(set) var unbound: [String] = []
  /// How much of its text libxml2 has.
  var textCount = 0
  /// How many elements it has inside so far.
  var childCount = 0
  /// Whether something was left out of it, so that it may look as if something were missing.
  var isIncomplete = false

  private var memory: UnsafeMutableBufferPointer<xmlChar>

  private static let instance: StaticString = "http://www.w3.org/2001/XMLSchema-instance"
  private static let xml: StaticString = "http://www.w3.org/XML/1998/namespace"

  init() { unsafe memory = .allocate(capacity: 1 << 10) }

  deinit { unsafe memory.deallocate() }

  var title: String { unsafe name.map { unsafe String(cString: $0) } ?? "" }

  /// Becomes the element of a start tag.
  func fill(_ tag: SchemaTag, at place: XMLPlace, in enclosing: ArraySlice<SchemaElement>) {
    self.place = place
    textCount = 0
    childCount = 0
    isIncomplete = false
    unbound.removeAll()
    copy(tag.text)
    unsafe bindings.removeAll(keepingCapacity: true)
    for (prefix, namespace) in tag.bindings {
      unsafe bindings.append(prefix.flatMap { unsafe text($0) })
      unsafe bindings.append(text(namespace))
    }
    let element = unsafe resolve(tag.name, in: enclosing, isAttribute: false)
    unsafe (name, namespace) = (element.name, element.namespace)
    unsafe attributes.removeAll(keepingCapacity: true)
    for attribute in tag.attributes {
      let found = unsafe resolve(attribute.name, in: enclosing, isAttribute: true)
      // Which schema a document is held to is not for the document to say.
      if unsafe isEqual(found.namespace, Self.instance),
        unsafe isEqual(found.name, "schemaLocation")
          || isEqual(found.name, "noNamespaceSchemaLocation")
      {
        continue
      }
      unsafe attributes.append(found.name)
      unsafe attributes.append(found.prefix)
      unsafe attributes.append(found.namespace)
      unsafe attributes.append(text(attribute.value.lowerBound))
      unsafe attributes.append(text(attribute.value.upperBound))
    }
  }

  private func copy(_ bytes: [UInt8]) {
    if unsafe bytes.count > memory.count {
      unsafe memory.deallocate()
      unsafe memory = .allocate(capacity: bytes.count * 2)
    }
    _ = unsafe memory.update(fromContentsOf: bytes)
  }

  @unsafe
  private func text(_ offset: Int) -> Text? {
    unsafe memory.baseAddress.map { unsafe Text($0 + offset) }
  }

  /// The namespace and local name of a name.
  @unsafe
  private func resolve(
    _ name: SchemaTag.Name, in enclosing: ArraySlice<SchemaElement>, isAttribute: Bool
  ) -> (name: Text?, prefix: Text?, namespace: Text?) {
    guard let colon = name.colon else {
      let namespace = unsafe isAttribute ? nil : self.namespace(of: nil, in: enclosing)
      return unsafe (text(name.start), nil, namespace)
    }
    unsafe memory[colon] = 0
    let prefix = unsafe text(name.start)
    if let namespace = unsafe namespace(of: prefix, in: enclosing) {
      return unsafe (text(colon + 1), prefix, namespace)
    }
    unbound.append(unsafe prefix.map { unsafe String(cString: $0) } ?? "")
    unsafe memory[colon] = UInt8(ascii: ":")
    return unsafe (prefix, nil, nil)
  }

  @unsafe
  private func namespace(of prefix: Text?, in enclosing: ArraySlice<SchemaElement>) -> Text? {
    if let own = unsafe binding(of: prefix) { return unsafe own.pointee == 0 ? nil : own }
    for element in enclosing.reversed() {
      guard let found = unsafe element.binding(of: prefix) else { continue }
      return unsafe found.pointee == 0 ? nil : found
    }
    return unsafe isEqual(prefix, "xml") ? Text(Self.xml.utf8Start) : nil
  }

  @unsafe
  private func binding(of prefix: Text?) -> Text? {
    for index in unsafe stride(from: 0, to: bindings.count, by: 2)
    where unsafe xmlStrEqual(bindings[index], prefix) != 0 {
      return unsafe bindings[index + 1]
    }
    return nil
  }

  @unsafe
  private func isEqual(_ text: Text?, _ other: StaticString) -> Bool {
    unsafe xmlStrEqual(text, other.utf8Start) != 0
  }
}

/// A start tag in one run of bytes: names and values one after the other, each with a zero after it, as C
/// wants them.
struct SchemaTag {
  /// Where a name is.
  struct Name {
    /// Where it begins, with its prefix if it has one.
    let start: Int
    /// Where the colon after its prefix is.
    let colon: Int?
  }

  /// Where an attribute is.
  struct Attribute {
    let name: Name
    let value: Range<Int>
  }

  /// The bytes.
  private(set) var text: [UInt8] = []
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
