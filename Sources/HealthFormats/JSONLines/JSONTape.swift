import HealthBytes

/// One JSON text taken apart: a row of nodes in the order of the text, each knowing where its bytes are
/// and where the next one after its content stands.
///
/// The members of an object are pairs of nodes, name and value. The nodes are kept from one line to the
/// next, so that a line costs no allocation. The grammar is that of RFC 8259, without its leniencies:
/// no lone surrogates, at most ``depthLimit`` levels.
struct JSONTape {
  enum Kind: UInt8 {
    case object, array, string, number, boolean, null
  }

  struct Node {
    let kind: Kind
    /// Of a string: whether it has escapes.
    let isEscaped: Bool
    /// Of a member's name: whether somebody has taken the member.
    var isUsed = false
    /// The first byte; of a string, the first after the quote.
    let start: Int32
    /// The byte after the last; of a string, the closing quote.
    var end: Int32
    /// The node after this one and all that is in it.
    var next: Int32

    var range: Range<Int> { Int(start)..<Int(end) }
    /// Where the text begins, the quote included.
    var offset: Int { kind == .string ? Int(start) &- 1 : Int(start) }
  }

  /// How deep objects and arrays may stand in one another. An element kept whole takes two levels for each
  /// of its own, and XML is read to 256 levels.
  static let depthLimit = 640

  private(set) var nodes: [Node] = []

  init() {
    nodes.reserveCapacity(256)
  }

  /// Marks a member as taken.
  mutating func use(_ name: Int) {
    nodes[name].isUsed = true
  }

  /// Takes a text apart.
  ///
  /// - Parameters:
  ///   - bytes: Where the text is: valid UTF-8.
  ///   - range: Which of them; without line feeds.
  /// - Throws: If the text is not JSON.
  mutating func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(JSONFault) {
    nodes.removeAll(keepingCapacity: true)
    var at = range.lowerBound
    try value(bytes, &at, range.upperBound, depth: 1)
    Self.skipSpace(bytes, &at, range.upperBound)
    guard at == range.upperBound else {
      throw .malformed(
        at, found: Self.sight(bytes, at, range.upperBound), expected: "the end of the line")
    }
  }

  private mutating func value(
    _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int, depth: Int
  ) throws(JSONFault) {
    Self.skipSpace(bytes, &at, end)
    guard at < end else {
      throw .malformed(at, found: "the end of the line", expected: "a value")
    }
    switch bytes[at] {
    case UInt8(ascii: "\""): try string(bytes, &at, end)
    case UInt8(ascii: "{"): try object(bytes, &at, end, depth: depth)
    case UInt8(ascii: "["): try array(bytes, &at, end, depth: depth)
    case UInt8(ascii: "-"), 48...57: try number(bytes, &at, end)
    case UInt8(ascii: "t"): try word("true", .boolean, bytes, &at, end)
    case UInt8(ascii: "f"): try word("false", .boolean, bytes, &at, end)
    case UInt8(ascii: "n"): try word("null", .null, bytes, &at, end)
    default: throw .malformed(at, found: Self.sight(bytes, at, end), expected: "a value")
    }
  }

  private mutating func object(
    _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int, depth: Int
  ) throws(JSONFault) {
    let node = try open(.object, at, depth)
    at &+= 1
    Self.skipSpace(bytes, &at, end)
    if at < end, bytes[at] == UInt8(ascii: "}") {
      at &+= 1
      return close(node, at)
    }
    while true {
      guard at < end, bytes[at] == UInt8(ascii: "\"") else {
        throw .malformed(at, found: Self.sight(bytes, at, end), expected: "the name of a member")
      }
      try string(bytes, &at, end)
      Self.skipSpace(bytes, &at, end)
      guard at < end, bytes[at] == UInt8(ascii: ":") else {
        throw .malformed(at, found: Self.sight(bytes, at, end), expected: "':'")
      }
      at &+= 1
      try value(bytes, &at, end, depth: depth &+ 1)
      Self.skipSpace(bytes, &at, end)
      let byte = at < end ? bytes[at] : 0
      guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") else {
        throw .malformed(at, found: Self.sight(bytes, at, end), expected: "',' or '}'")
      }
      at &+= 1
      if byte == UInt8(ascii: "}") { return close(node, at) }
      Self.skipSpace(bytes, &at, end)
    }
  }

  private mutating func array(
    _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int, depth: Int
  ) throws(JSONFault) {
    let node = try open(.array, at, depth)
    at &+= 1
    Self.skipSpace(bytes, &at, end)
    if at < end, bytes[at] == UInt8(ascii: "]") {
      at &+= 1
      return close(node, at)
    }
    while true {
      try value(bytes, &at, end, depth: depth &+ 1)
      Self.skipSpace(bytes, &at, end)
      let byte = at < end ? bytes[at] : 0
      guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") else {
        throw .malformed(at, found: Self.sight(bytes, at, end), expected: "',' or ']'")
      }
      at &+= 1
      if byte == UInt8(ascii: "]") { return close(node, at) }
    }
  }

  private mutating func open(_ kind: Kind, _ at: Int, _ depth: Int) throws(JSONFault) -> Int {
    guard depth <= Self.depthLimit else {
      throw JSONFault(
        offset: at, rule: "nesting-too-deep",
        message: "found more than \(Self.depthLimit) levels of objects and arrays")
    }
    append(kind, at, at)
    return nodes.count &- 1
  }

  private mutating func close(_ node: Int, _ at: Int) {
    nodes[node].end = Int32(truncatingIfNeeded: at)
    nodes[node].next = Int32(truncatingIfNeeded: nodes.count)
  }

  /// A line is at most 16 MiB long, so its places fit.
  mutating func append(_ kind: Kind, _ start: Int, _ end: Int, isEscaped: Bool = false) {
    nodes.append(
      Node(
        kind: kind, isEscaped: isEscaped, start: Int32(truncatingIfNeeded: start),
        end: Int32(truncatingIfNeeded: end), next: Int32(truncatingIfNeeded: nodes.count &+ 1)))
  }
}
