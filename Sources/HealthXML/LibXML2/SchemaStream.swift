// `--schema` reads XML files in a second pass. Our tokenizer passes the tags to libxml2's validator (`SchemaStream`,
// by `xmlSchemaSAXPlug`). libxml2 never reads the document, so nothing in it can make libxml2 fetch or expand
// anything; locations are exact; and what the tokenizer skips or repairs (the document type of version 12) is not a
// violation. After an unexpected element libxml2 stops validating its parent, so it is restarted there with the
// elements around it, which is correct for schemas that require no children, as ours. Its messages quote values, so
// they are reworded by their number. `Schemas/*.xsd` are embedded. JSON Lines and CSV need no second pass: a test
// changes lines at random and requires that the reader rejects or reports what the schema rejects.

import CHealthLibXML2
import HealthBytes

/// A document that passes through libxml2's validator, tag by tag as a tokenizer finds them.
///
/// libxml2 does not see the document itself. So nothing in it can make libxml2 read or fetch anything, what the
/// tokenizer skips or repairs is no fault, and places are exact.
///
/// After an unexpected element libxml2 stops validating the content of its parent. Here that element is left out and
/// libxml2 is restarted with the parent as if it had just been opened: for schemas that require no children, as ours,
/// this validates what follows.
@safe
final class SchemaStream {
  /// The violations since the last call.
  var violations: [SchemaViolation] = []

  private let validator: SchemaValidator
  private let context: xmlSchemaValidCtxtPtr
  /// The callbacks that libxml2 requires, and their argument: libxml2 stores the addresses of both.
  private let handler: UnsafeMutablePointer<xmlSAXHandlerPtr?>
  private let data: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var plug: xmlSchemaSAXPlugPtr?
  private let faults = SchemaFaults(limit: 1_000)
  private var tag = SchemaTag()
  private var text: [UInt8] = []
  /// The elements of each depth, open down to `depth`.
  private var elements: [SchemaElement] = []
  private var depth = 0
  /// How deep the element is that is left out.
  private var skippedDepth: Int?

  /// Longer text than this is no value of any type that a schema of ours has.
  private static let textLimit = 1 << 16

  /// The beginning of a document; `nil` if there is no memory for it.
  init?(_ validator: SchemaValidator) {
    guard let context = unsafe xmlSchemaNewValidCtxt(validator.schema) else { return nil }
    self.validator = validator
    unsafe self.context = context
    unsafe handler = .allocate(capacity: 1)
    unsafe handler.initialize(to: nil)
    unsafe data = .allocate(capacity: 1)
    unsafe data.initialize(to: nil)
    unsafe xmlSchemaSetValidStructuredErrors(
      context, SchemaFaults.handler, Unmanaged.passUnretained(faults).toOpaque())
    unsafe plug = xmlSchemaSAXPlug(context, handler, data)
    // Without it nothing would be checked.
    if unsafe plug == nil { return nil }
  }

  deinit {
    _ = unsafe xmlSchemaSAXUnplug(plug)
    unsafe xmlSchemaFreeValidCtxt(context)
    unsafe handler.deallocate()
    unsafe data.deallocate()
  }

  /// libxml2 may store each child of a valid element: after so many children it is restarted.
  private static let childLimit = 1 << 16

  /// Takes the start tag that a tokenizer is at.
  func begin(_ tokenizer: XMLTokenizer, _ bytes: Span<UInt8>) {
    depth += 1
    guard skippedDepth == nil else { return }
    if elements.count < depth { elements.append(SchemaElement()) }
    let element = elements[depth - 1]
    tag.fill(tokenizer, bytes)
    element.fill(tag, at: tokenizer.place, in: elements[..<(depth - 1)])
    for prefix in element.unbound {
      violations.append(
        SchemaViolation(
          place: element.place, message: "the prefix \(prefix) has no namespace"))
    }
    let parent = depth > 1 ? elements[depth - 2] : nil
    if let parent {
      parent.childCount += 1
      if parent.childCount % Self.childLimit == 0 { beginAgain() }
    }
    begin(element)
    guard !faults.list.isEmpty else { return }
    let found = faults.take()
    add(found, about: element, inside: parent?.title)
    if parent != nil, found.contains(where: { $0.code == SchemaViolation.unexpectedElement }) {
      skippedDepth = depth
      beginAgain()
    }
  }

  /// Takes text: what of it is white space means nothing to any schema of ours.
  func add(textOf tokenizer: XMLTokenizer, _ bytes: Span<UInt8>) {
    guard skippedDepth == nil, depth > 0 else { return }
    let element = elements[depth - 1]
    text.removeAll(keepingCapacity: true)
    tokenizer.appendContent(in: bytes, to: &text)
    let count = min(text.count, Self.textLimit - element.textCount)
    guard count > 0, text.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
    element.textCount += count
    unsafe text.withUnsafeBufferPointer { text in
      unsafe handler.pointee?.pointee.characters?(data.pointee, text.baseAddress, Int32(count))
    }
    if !faults.list.isEmpty { add(faults.take(), about: element) }
  }

  /// Takes the end of the element that was begun last.
  func end() {
    defer { depth -= 1 }
    if let skipped = skippedDepth {
      if skipped == depth { skippedDepth = nil }
      return
    }
    let element = elements[depth - 1]
    unsafe handler.pointee?.pointee.endElementNs?(
      data.pointee, element.name, nil, element.namespace)
    guard !faults.list.isEmpty else { return }
    let found = faults.take()
    add(
      element.isIncomplete
        ? found.filter { $0.code != SchemaViolation.unexpectedElement } : found, about: element)
  }

  private func begin(_ element: SchemaElement) {
    let count = unsafe (
      bindings: Int32(element.bindings.count / 2), attributes: Int32(element.attributes.count / 5)
    )
    unsafe element.bindings.withUnsafeMutableBufferPointer { bindings in
      unsafe element.attributes.withUnsafeMutableBufferPointer { attributes in
        unsafe handler.pointee?.pointee.startElementNs?(
          data.pointee, element.name, nil, element.namespace, count.bindings,
          bindings.baseAddress, count.attributes, 0, attributes.baseAddress)
      }
    }
  }

  /// Resets libxml2 to the state after the open elements were opened. What it might miss in them at their ends is not
  /// known any more.
  private func beginAgain() {
    _ = unsafe xmlSchemaSAXUnplug(plug)
    unsafe plug = xmlSchemaSAXPlug(context, handler, data)
    for element in elements[..<(depth - 1)] {
      element.isIncomplete = true
      begin(element)
    }
    // They were reported when the elements began.
    _ = faults.take()
  }

  private func add(
    _ found: [SchemaValidator.Violation], about element: SchemaElement, inside parent: String? = nil
  ) {
    for fault in found {
      violations.append(
        SchemaViolation(fault, element: element.title, parent: parent, at: element.place))
    }
  }
}
