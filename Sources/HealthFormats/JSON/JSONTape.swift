import HealthBytes

/// A parsed JSON text: an array of nodes in the order of the text, each with the range of its bytes and the index of
/// the node after its content.
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
    /// Of a list whose items have no nodes, their depth; otherwise 0.
    var itemDepth: UInt8 = 0
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

  /// The limit on the depth of objects and arrays. A preserved element takes two levels for each of its own, and XML is
  /// read to 256 levels.
  static let depthLimit = 640

  /// The largest number of nodes of a list, 1 MB of them. The items of a longer list are parsed one at a time, so that
  /// a line of a hundred thousand points takes only the memory of its bytes and its points.
  static let listLimit = 1 << 16
  private let listLimit: Int
  /// The limit on the nesting of such lists: each is read again for every list that contains it.
  private static let listDepthLimit = 8
  /// How many items all lists of a line may have: a point of a route takes 200 bytes, however short its text.
  static let itemLimit = Limits.lineItems.value
  /// How many nodes a line may have at a time, 16 MB of them.
  private static let nodeLimit = 1 << 20

  /// The items of a list that need no nodes, because the reader of the list takes them from their text.
  struct TextItems {
    /// The name of the member that the list is the value of.
    let list: StaticString
    /// Skips an item of the usual form, which must be well-formed.
    let skip: @Sendable (Span<UInt8>, inout Int, _ end: Int) -> Bool
  }

  private(set) var nodes: [Node] = []
  /// Items of lists, and named texts that their readers count.
  private var itemCount = 0
  private let textItems: TextItems?
  /// Whether `NaN`, which programs in Python and Java write though JSON has none, means `null`.
  private let takesNaN: Bool
  /// Whether the value that is parsed next is the list of such items.
  private var isTextList = false

  init(listLimit: Int = listLimit, textItems: TextItems? = nil, takesNaN: Bool = false) {
    self.listLimit = listLimit
    self.textItems = textItems
    self.takesNaN = takesNaN
    nodes.reserveCapacity(256)
  }

  /// Counts a text that has a name of the file's own: it takes as much memory as an item.
  mutating func countText(_ name: Int) throws(JSONFault) {
    itemCount &+= 1
    guard itemCount <= Self.itemLimit else {
      throw .tooMany(nodes[name].offset, "items", Self.itemLimit)
    }
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
  mutating func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(JSONFault) {
    nodes.removeAll(keepingCapacity: true)
    itemCount = 0
    var at = range.lowerBound
    try value(bytes, &at, range.upperBound, depth: 1)
    Self.skipSpace(bytes, &at, range.upperBound)
    guard at == range.upperBound else {
      throw .malformed(
        at, found: Self.foundText(bytes, at, range.upperBound), expected: "the end of the line")
    }
  }

  /// Moves on to the next item of a list in the text.
  ///
  /// - Parameter at: The offset after the preceding item or the list's bracket; set to the offset of the
  ///   item.
  /// - Returns: `false` at the end.
  func findItem(_ list: Int, _ bytes: Span<UInt8>, _ at: inout Int) -> Bool {
    let end = Int(nodes[list].end)
    Self.skipSpace(bytes, &at, end)
    if bytes[at] == UInt8(ascii: ",") {
      at &+= 1
      Self.skipSpace(bytes, &at, end)
    }
    return bytes[at] != UInt8(ascii: "]")
  }

  /// Takes apart an item that ``findItem(_:_:_:)`` found, whether or not it has nodes among the list's.
  ///
  /// - Returns: The item's node, to be let go of with ``release(_:)``.
  /// - Throws: Nothing that was not thrown when the list was read for the first time.
  mutating func parseItem(
    _ list: Int, _ bytes: Span<UInt8>, _ at: inout Int
  ) throws(JSONFault) -> Int {
    let (item, count) = (nodes.count, itemCount)
    try value(bytes, &at, Int(nodes[list].end), depth: Int(nodes[list].itemDepth))
    // Its own items were counted before.
    itemCount = count
    return item
  }

  /// Removes a node and all after it.
  mutating func release(_ node: Int) {
    nodes.removeLast(nodes.count &- node)
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
    case UInt8(ascii: "-"), 48...57:
      let start = at
      try Self.number(bytes, &at, end)
      append(.number, start, at)
    case UInt8(ascii: "t"): try word("true", .boolean, bytes, &at, end)
    case UInt8(ascii: "f"): try word("false", .boolean, bytes, &at, end)
    case UInt8(ascii: "n"): try word("null", .null, bytes, &at, end)
    case UInt8(ascii: "N") where takesNaN: try word("NaN", .null, bytes, &at, end)
    default: throw .malformed(at, found: Self.foundText(bytes, at, end), expected: "a value")
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
        throw .malformed(
          at, found: Self.foundText(bytes, at, end), expected: "the name of a member")
      }
      guard nodes.count < Self.nodeLimit else { throw .tooMany(at, "members", Self.nodeLimit / 2) }
      try string(bytes, &at, end)
      Self.skipSpace(bytes, &at, end)
      guard at < end, bytes[at] == UInt8(ascii: ":") else {
        throw .malformed(at, found: Self.foundText(bytes, at, end), expected: "':'")
      }
      at &+= 1
      if let textItems { isTextList = text(nodes.count &- 1, is: textItems.list, in: bytes) }
      try value(bytes, &at, end, depth: depth &+ 1)
      isTextList = false
      Self.skipSpace(bytes, &at, end)
      let byte = at < end ? bytes[at] : 0
      guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") else {
        throw .malformed(at, found: Self.foundText(bytes, at, end), expected: "',' or '}'")
      }
      at &+= 1
      if byte == UInt8(ascii: "}") { return close(node, at) }
      Self.skipSpace(bytes, &at, end)
    }
  }

  private mutating func array(
    _ bytes: Span<UInt8>, _ at: inout Int, _ end: Int, depth: Int
  ) throws(JSONFault) {
    let textItems = isTextList && depth <= Self.listDepthLimit ? textItems : nil
    isTextList = false
    let node = try open(.array, at, depth)
    at &+= 1
    Self.skipSpace(bytes, &at, end)
    if at < end, bytes[at] == UInt8(ascii: "]") {
      at &+= 1
      return close(node, at)
    }
    while true {
      itemCount &+= 1
      guard itemCount <= Self.itemLimit else { throw .tooMany(at, "items", Self.itemLimit) }
      if nodes[node].itemDepth > 0, at < end,
        bytes[at] &- 48 < 10 || bytes[at] == UInt8(ascii: "-")
      {
        try Self.number(bytes, &at, end)
      } else if let textItems, textItems.skip(bytes, &at, end) {
        omitItems(of: node, depth)
      } else {
        try value(bytes, &at, end, depth: depth &+ 1)
        if nodes[node].itemDepth > 0 || isLong(node, depth) { omitItems(of: node, depth) }
      }
      Self.skipSpace(bytes, &at, end)
      let byte = at < end ? bytes[at] : 0
      guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") else {
        throw .malformed(at, found: Self.foundText(bytes, at, end), expected: "',' or ']'")
      }
      at &+= 1
      if byte == UInt8(ascii: "]") { return close(node, at) }
    }
  }

  /// Removes the nodes of a list's items.
  private mutating func omitItems(of list: Int, _ depth: Int) {
    nodes[list].itemDepth = UInt8(truncatingIfNeeded: depth &+ 1)
    release(list &+ 1)
  }

  /// Whether a list is to go without nodes of its items: objects or numbers, as all lists that may become
  /// long have them.
  private func isLong(_ list: Int, _ depth: Int) -> Bool {
    guard nodes.count &- list > listLimit, depth <= Self.listDepthLimit else { return false }
    let first = nodes[list &+ 1].kind
    return first == .object || first == .number
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

  /// A chunk with a line of at most 12 MiB is shorter than 2 GiB, so offsets in it fit.
  mutating func append(_ kind: Kind, _ start: Int, _ end: Int, isEscaped: Bool = false) {
    nodes.append(
      Node(
        kind: kind, isEscaped: isEscaped, start: Int32(truncatingIfNeeded: start),
        end: Int32(truncatingIfNeeded: end), next: Int32(truncatingIfNeeded: nodes.count &+ 1)))
  }
}
