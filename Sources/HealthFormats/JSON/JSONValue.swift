import HealthBytes

/// A value in a JSON text, found by the tape of the text: no string is made before it is read.
struct JSONValue {
  private final class Document: Sendable {
    let bytes: [UInt8]
    let tape: JSONTape

    init(_ bytes: [UInt8], _ tape: JSONTape) { (self.bytes, self.tape) = (bytes, tape) }
  }

  private let document: Document
  private let node: Int

  private init(_ document: Document, _ node: Int) { (self.document, self.node) = (document, node) }

  /// The value that a text states, which has no line feed.
  init(parsing bytes: [UInt8]) throws(JSONFault) {
    guard (try? UTF8Span(validating: bytes.span)) != nil else {
      throw .malformed(0, found: "bytes that are not UTF-8", expected: "UTF-8")
    }
    var tape = JSONTape(listLimit: .max)
    try tape.parse(bytes.span, 0..<bytes.count)
    self.init(Document(bytes, tape), 0)
  }

  private var kind: JSONTape.Kind { document.tape.nodes[node].kind }

  /// The first member of a name; `nil` without one, and for a value that is not an object.
  subscript(name: StaticString) -> JSONValue? {
    guard kind == .object else { return nil }
    let (tape, bytes) = (document.tape, document.bytes)
    var at = node + 1
    while at < Int(tape.nodes[node].next) {
      let member = Int(tape.nodes[at].next)
      if tape.text(at, is: name, in: bytes.span) { return JSONValue(document, member) }
      at = Int(tape.nodes[member].next)
    }
    return nil
  }

  /// The names of the members of an object with their values, in order.
  var members: [(name: String, value: JSONValue)] {
    guard kind == .object else { return [] }
    let (tape, bytes) = (document.tape, document.bytes)
    var members: [(String, JSONValue)] = []
    var at = node + 1
    while at < Int(tape.nodes[node].next) {
      let member = Int(tape.nodes[at].next)
      members.append((tape.text(at, in: bytes.span), JSONValue(document, member)))
      at = Int(tape.nodes[member].next)
    }
    return members
  }

  /// The items of a list; of any other value, none.
  var items: [JSONValue] {
    guard kind == .array else { return [] }
    let tape = document.tape
    var items: [JSONValue] = []
    var at = node + 1
    while at < Int(tape.nodes[node].next) {
      items.append(JSONValue(document, at))
      at = Int(tape.nodes[at].next)
    }
    return items
  }

  var string: String? {
    guard kind == .string else { return nil }
    let bytes = document.bytes
    return document.tape.text(node, in: bytes.span)
  }

  /// Whether the value is a string of this text.
  func isText(_ text: String) -> Bool {
    guard kind == .string else { return false }
    let bytes = document.bytes
    return document.tape.text(node, is: text, in: bytes.span)
  }

  /// The rest of a string that begins with a text; `nil` for any other value.
  func text(after prefix: String) -> String? {
    guard kind == .string else { return nil }
    let bytes = document.bytes
    return document.tape.withText(node, in: bytes.span) { text in
      let count = prefix.utf8.count
      guard text.count >= count, ByteScan.equal(text, at: 0, to: prefix.utf8Span.span) else {
        return nil
      }
      return JSONTape.text(text, count..<text.count)
    }
  }

  /// The part of a string after the last byte of this value, or all of it; `nil` for any other value.
  func text(afterLast byte: UInt8) -> String? {
    guard kind == .string else { return nil }
    let bytes = document.bytes
    return document.tape.withText(node, in: bytes.span) { text in
      var start = text.count
      while start > 0, text[start - 1] != byte { start -= 1 }
      return JSONTape.text(text, start..<text.count)
    }
  }

  /// The digits of a number as written; `nil` for any other value.
  var numberText: String? {
    guard kind == .number else { return nil }
    let bytes = document.bytes
    return JSONTape.text(bytes.span, document.tape.nodes[node].range)
  }

  var isTrue: Bool { kind == .boolean && document.tape.nodes[node].range.count == 4 }
}
