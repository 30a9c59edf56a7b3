package import HealthBytes
package import HealthModel

extension ByteBuffer {
  /// Appends a string in quotes, with only the escapes that JSON requires.
  package mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    append(jsonContent: text)
    append(UInt8(ascii: "\""))
  }

  /// A string in quotes, as ``append(json:)`` writes it.
  static func json(_ text: String) -> String {
    var buffer = ByteBuffer(capacity: text.utf8.count + 16)
    buffer.append(json: text)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  private mutating func append(jsonContent text: String) {
    let bytes = text.utf8Span.span
    let end = room(for: bytes.count)
    var from = 0
    while true {
      let stop = ByteScan.firstJSONEscape(in: bytes, from: from, to: end)
      append(bytes, from..<stop)
      guard stop < end, count <= most else { return }
      append(jsonEscapeOf: bytes[stop])
      from = stop + 1
    }
  }

  private mutating func append(jsonEscapeOf byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 8: append(UInt8(ascii: "b"))
    case 9: append(UInt8(ascii: "t"))
    case 10: append(UInt8(ascii: "n"))
    case 12: append(UInt8(ascii: "f"))
    case 13: append(UInt8(ascii: "r"))
    default:
      append("u00")
      append(byte < 16 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let nibble = byte & 15
      append(nibble < 10 ? 48 + nibble : 87 + nibble)
    }
  }

  /// Appends a number in its own text form if JSON can represent that; else as it prints.
  package mutating func append(json number: Number) {
    if number.isSpelledAsJSON {
      append(number)
    } else {
      append(PlainNumber(digits: number.digits, exponent: number.exponent))
    }
  }
}

extension Number {
  /// Whether the number's own spelling is a JSON number: always, but for a few (`+3`, `.5`, `007`).
  package var isSpelledAsJSON: Bool {
    guard let text = spelling?.text else { return true }
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    let whole = digits.prefix { $0 &- 48 < 10 }
    guard !whole.isEmpty, whole.count == 1 || whole.first != 48 else { return false }
    let rest = digits.dropFirst(whole.count)
    guard rest.first == UInt8(ascii: ".") else { return true }
    return rest.dropFirst().first.map { $0 &- 48 < 10 } ?? false
  }
}

/// Prints data without a field as JSON: in JSON Lines, and in the cells of tables and databases.
///
/// Functions return how many items and named texts there are, which readers limit.
extension ByteBuffer {
  /// Appends the name of a member.
  mutating func append(key name: String, _ needsComma: inout Bool) {
    if needsComma { append(UInt8(ascii: ",")) }
    needsComma = true
    append(json: name)
    append(UInt8(ascii: ":"))
  }

  /// Appends extras as members of an object.
  mutating func append(_ extras: Extras, _ needsComma: inout Bool) -> Int {
    var items = 0
    if !extras.attributes.isEmpty {
      append(key: "attributes", &needsComma)
      items += append(pairs: extras.attributes.map { ($0.name, $0.value) })
    }
    if !extras.content.isEmpty {
      append(key: "content", &needsComma)
      items += append(json: extras.content)
    }
    if !extras.order.isEmpty {
      append(key: "order", &needsComma)
      items += 3 * extras.order.count
      append(list: extras.order) { run, buffer in
        buffer.append(UInt8(ascii: "["))
        buffer.append(json: run.name)
        buffer.append(UInt8(ascii: ","))
        buffer.append(decimal: Int64(run.count))
        buffer.append(UInt8(ascii: "]"))
      }
    }
    if !extras.renamed.isEmpty {
      append(key: "renamed", &needsComma)
      items += append(pairs: extras.renamed.map { ($0.field, $0.writtenAs) })
    }
    return items
  }

  /// Appends an element as an object.
  @discardableResult
  package mutating func append(json element: Element) -> Int {
    var items = 0
    append("{\"name\":")
    append(json: element.name)
    if !element.attributes.isEmpty {
      append(",\"attributes\":")
      items += append(pairs: element.attributes.map { ($0.name, $0.value) })
    }
    if !element.children.isEmpty {
      append(",\"content\":")
      items += append(json: element.children)
    }
    append(UInt8(ascii: "}"))
    return items
  }

  /// Appends elements and texts as a list.
  @discardableResult
  package mutating func append(json nodes: [Element.Node]) -> Int {
    var items = nodes.count
    append(list: nodes) { node, buffer in
      switch node {
      case .element(let element): items += buffer.append(json: element)
      case .text(let text): buffer.append(json: text)
      }
    }
    return items
  }

  // MARK: Pairs

  /// Appends ordered, repeatable keys with their values.
  ///
  /// Keys that come once are an object. A key that comes again has its values in an array, if writing
  /// the first value of every key, then the second of every key that has one, and so on, gives the
  /// entries back in their order: so it is with the block that a workout repeats. Else the entries are an
  /// array of pairs, `[["key","value"],…]`.
  mutating func append(pairs: [(String, String)]) -> Int {
    guard let groups = PairGroups(pairs) else {
      append(list: pairs) { pair, buffer in
        buffer.append(list: [pair.0, pair.1]) { $1.append(json: $0) }
      }
      // Each is a list of two.
      return 3 * pairs.count
    }
    append(UInt8(ascii: "{"))
    for (index, first) in groups.first.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      let first = Int(first)
      append(json: pairs[first].0)
      append(UInt8(ascii: ":"))
      guard var next = groups.next(after: first) else {
        append(json: pairs[first].1)
        continue
      }
      append(UInt8(ascii: "["))
      append(json: pairs[first].1)
      while true {
        append(UInt8(ascii: ","))
        append(json: pairs[next].1)
        guard let other = groups.next(after: next) else { break }
        next = other
      }
      append(UInt8(ascii: "]"))
    }
    append(UInt8(ascii: "}"))
    return pairs.count
  }

  private mutating func append<Item>(list: [Item], _ item: (Item, inout ByteBuffer) -> Void) {
    append(UInt8(ascii: "["))
    for index in list.indices {
      if index > 0 { append(UInt8(ascii: ",")) }
      item(list[index], &self)
    }
    append(UInt8(ascii: "]"))
  }
}

/// Pairs by their keys, if the first pair of every key, then the second of every key that has one, and so on, are the pairs in
/// their order. Takes some 70 bytes for each pair.
struct PairGroups {
  /// The first pair of each key, in the order of these.
  private(set) var first: [Int32] = []
  /// The next pair of the same key; -1 after the last one.
  private var next: [Int32]

  init?(_ pairs: [(String, String)]) {
    next = [Int32](repeating: -1, count: pairs.count)
    var last: [Key: Int32] = [:]
    last.reserveCapacity(pairs.count)
    for index in pairs.indices {
      let place = Int32(truncatingIfNeeded: index)
      if let before = last.updateValue(place, forKey: Key(text: pairs[index].0)) {
        next[Int(before)] = place
      } else {
        first.append(place)
      }
    }
    if first.count == pairs.count { return }
    // Of the keys that have a pair left, the next one.
    var round = first
    var expected: Int32 = 0
    while !round.isEmpty {
      for pair in round {
        guard pair == expected else { return nil }
        expected += 1
      }
      round = round.compactMap { next[Int($0)] >= 0 ? next[Int($0)] : nil }
    }
  }

  /// The pair of the same key that follows one; `nil` after the last.
  func next(after pair: Int) -> Int? { next[pair] >= 0 ? Int(next[pair]) : nil }

  /// A key, compared by bytes: strings that are equal in Swift may consist of different scalars.
  private struct Key: Hashable {
    let text: String

    static func == (a: Key, b: Key) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    func hash(into hasher: inout Hasher) {
      let bytes = text.utf8Span.span
      var at = 0
      while let word = ByteScan.word(bytes, at: at) {
        hasher.combine(word)
        at += 8
      }
      while at < bytes.count {
        hasher.combine(bytes[at])
        at += 1
      }
    }
  }
}
