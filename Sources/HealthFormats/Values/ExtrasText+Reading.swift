import HealthBytes
package import HealthModel

/// Reads the JSON texts of cells.
package struct ExtrasReader {
  private var tape = JSONTape()

  package init() {}

  /// Parses a cell with extras.
  ///
  /// - Parameter text: The cell's text, which is UTF-8.
  /// - Throws: If it is not of the shape that ``ExtrasText`` writes.
  package mutating func extras(_ text: Span<UInt8>) throws(JSONFault) -> ExtrasText {
    try tape.parse(text, 0..<text.count)
    try expect(0, .object, "an object")
    var found = ExtrasText()
    var attributes: [Element.Attribute] = []
    var content: [Element.Node] = []
    var order: [Extras.ChildRun] = []
    var renamed: [Extras.Renaming] = []
    var name = 1
    while name < tape.nodes[0].next {
      let value = name + 1
      switch tape.text(name, in: text) {
      case "spelled": found.spelled = try pairs(value, text).map { ($0.0, $0.1) }
      case "attributes":
        attributes = try pairs(value, text).map { Element.Attribute(name: $0.0, value: $0.1) }
      case "content": content = try nodes(value, text)
      case "order": order = try runs(value, text)
      case "renamed":
        renamed = try pairs(value, text).map { Extras.Renaming(field: $0.0, writtenAs: $0.1) }
      case "device":
        try expect(value, .boolean, "a truth value")
        found.hasDevice = true
      default:
        throw JSONFault(
          offset: 0, rule: "malformed-value",
          message: "found an unknown member in the JSON text of the cell")
      }
      name = Int(tape.nodes[value].next)
    }
    let extras = Extras(attributes: attributes, content: content, order: order, renamed: renamed)
    found.extras = extras.isEmpty ? nil : extras
    return found
  }

  /// The element that a cell holds.
  ///
  /// - Parameter text: The cell's text, which is UTF-8.
  /// - Throws: If it is not of the shape that ``ExtrasText`` writes.
  package mutating func element(_ text: Span<UInt8>) throws(JSONFault) -> Element {
    try tape.parse(text, 0..<text.count)
    return try element(0, text)
  }

  /// The members of an object, or the pairs of a list of pairs, in order.
  ///
  /// - Parameter text: The cell's text, which is UTF-8.
  package mutating func entries(_ text: Span<UInt8>) throws(JSONFault) -> [(String, String)] {
    try tape.parse(text, 0..<text.count)
    guard tape.nodes[0].kind == .object else { return try pairs(0, text) }
    var entries: [(String, String)] = []
    var name = 1
    while name < tape.nodes[0].next {
      try expect(name + 1, .string, "a string")
      entries.append((tape.text(name, in: text), tape.text(name + 1, in: text)))
      name = Int(tape.nodes[name + 1].next)
    }
    return entries
  }

  private func element(_ node: Int, _ text: Span<UInt8>) throws(JSONFault) -> Element {
    let items = try items(node, "a list of name, attributes and content")
    guard items.count == 3 else { throw shapeFault("a list of name, attributes and content") }
    try expect(items[0], .string, "a name")
    return Element(
      name: tape.text(items[0], in: text),
      attributes: try pairs(items[1], text).map { Element.Attribute(name: $0.0, value: $0.1) },
      children: try nodes(items[2], text))
  }

  private func nodes(_ node: Int, _ text: Span<UInt8>) throws(JSONFault) -> [Element.Node] {
    var nodes: [Element.Node] = []
    for item in try items(node, "a list of elements and texts") {
      if tape.nodes[item].kind == .string {
        nodes.append(.text(tape.text(item, in: text)))
      } else {
        nodes.append(.element(try element(item, text)))
      }
    }
    return nodes
  }

  private func runs(_ node: Int, _ text: Span<UInt8>) throws(JSONFault) -> [Extras.ChildRun] {
    var runs: [Extras.ChildRun] = []
    for item in try items(node, "a list of names and counts") {
      let run = try items(item, "a name and a count")
      guard run.count == 2, tape.nodes[run[0]].kind == .string,
        let count = UInt32(JSONTape.text(text, tape.nodes[run[1]].range))
      else { throw shapeFault("a name and a count") }
      runs.append(Extras.ChildRun(name: tape.text(run[0], in: text), count: Int(count)))
    }
    return runs
  }

  private func pairs(_ node: Int, _ text: Span<UInt8>) throws(JSONFault) -> [(String, String)] {
    var pairs: [(String, String)] = []
    for item in try items(node, "a list of pairs of strings") {
      let pair = try items(item, "a pair of strings")
      guard pair.count == 2 else { throw shapeFault("a pair of strings") }
      try expect(pair[0], .string, "a string")
      try expect(pair[1], .string, "a string")
      pairs.append((tape.text(pair[0], in: text), tape.text(pair[1], in: text)))
    }
    return pairs
  }

  private func items(_ node: Int, _ expected: String) throws(JSONFault) -> [Int] {
    try expect(node, .array, expected)
    var items: [Int] = []
    var item = node + 1
    while item < tape.nodes[node].next {
      items.append(item)
      item = Int(tape.nodes[item].next)
    }
    return items
  }

  private func expect(_ node: Int, _ kind: JSONTape.Kind, _ expected: String) throws(JSONFault) {
    guard tape.nodes[node].kind == kind else { throw shapeFault(expected) }
  }

  private func shapeFault(_ expected: String) -> JSONFault {
    JSONFault(
      offset: 0, rule: "malformed-value",
      message: "found another shape of JSON text in the cell, expected \(expected)")
  }
}
