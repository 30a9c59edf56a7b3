import HealthBytes
import HealthModel

/// Preserves and reports data without a field.
extension JSONLineDecoder {
  /// The members that no field has taken; `nil` if none remain.
  ///
  /// A member that the format does not know becomes an attribute: an unescaped string, anything else
  /// as its JSON text.
  mutating func extras(_ bytes: Span<UInt8>) throws(JSONFault) -> Extras? {
    guard scope.unused > 0 else { return nil }
    var attributes: [Element.Attribute] = []
    var unknown: [Element.Attribute] = []
    var content: [Element.Node] = []
    var order: [Extras.ChildRun] = []
    var renamed: [Extras.Renaming] = []
    var taken = takenNames()
    var name = scope.object &+ 1
    while name < tape.nodes[scope.object].next {
      let value = name &+ 1
      if !tape.nodes[name].isUsed {
        try refuseDuplicate(of: taken, name, bytes)
        switch tape.text(name, in: bytes) {
        case "attributes":
          taken.append(name)
          attributes = try self.attributes(value, bytes)
        case "content":
          taken.append(name)
          content = try nodes(value, bytes)
        case "order":
          taken.append(name)
          order = try runs(value, bytes)
        case "renamed":
          taken.append(name)
          renamed = try texts(value, bytes).map { Extras.Renaming(field: $0.0, writtenAs: $0.1) }
        case let member:
          try tape.countText(name)
          let isText = tape.nodes[value].kind == .string
          unknown.append(
            Element.Attribute(
              name: member,
              value: isText
                ? tape.text(value, in: bytes) : JSONTape.text(bytes, tape.nodes[value].range)))
          try note(
            "unknown-member", tape.nodes[name].offset,
            "\"\(member.printableName)\" is not a known member here; preserved among the attributes"
          )
        }
      }
      name = Int(tape.nodes[value].next)
    }
    scope.unused = 0
    let extras = Extras(
      attributes: attributes + unknown, content: content, order: order, renamed: renamed)
    return extras.isEmpty ? nil : extras
  }

  /// The UUID that a sample states; `nil` if it states none.
  mutating func uuid(_ bytes: Span<UInt8>) throws(JSONFault) -> SampleUUID? {
    guard scope.unused > 0, let node = take("uuid", bytes) else { return nil }
    guard let uuid = SampleUUID(try text(node, bytes)) else {
      throw .value(
        tape.nodes[node].offset, found: "other text",
        expected: "a UUID, such as \"7B1C2F7E-6B0D-4B61-9A53-0C7C8C5B8A11\"")
    }
    return uuid
  }

  /// The members that fields have taken: few, whatever the object holds.
  private func takenNames() -> [Int] {
    var names: [Int] = []
    var name = scope.object &+ 1
    while name < tape.nodes[scope.object].next {
      if tape.nodes[name].isUsed { names.append(name) }
      name = Int(tape.nodes[name &+ 1].next)
    }
    return names
  }

  private func refuseDuplicate(
    of taken: [Int], _ name: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) {
    let text = tape.text(name, in: bytes)
    for other in taken where tape.text(other, is: text, in: bytes) {
      throw JSONFault(
        offset: tape.nodes[name].offset, rule: "duplicate-member",
        message: "found \"\(text.printableName)\" a second time in one object")
    }
  }

  /// Refuses what a closed object has no place for.
  mutating func refuseRest(_ what: String, _ bytes: Span<UInt8>) throws(JSONFault) {
    guard scope.unused > 0 else { return }
    var name = scope.object &+ 1
    while name < tape.nodes[scope.object].next {
      if !tape.nodes[name].isUsed {
        throw JSONFault(
          offset: tape.nodes[name].offset, rule: "unknown-member",
          message:
            "found \"\(tape.text(name, in: bytes).printableName)\", which \(what) does not have")
      }
      name = Int(tape.nodes[name &+ 1].next)
    }
  }

  // MARK: Pairs

  mutating func attributes(
    _ node: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> [Element.Attribute] {
    try texts(node, bytes).map { Element.Attribute(name: $0.0, value: $0.1) }
  }

  /// Finds keys and values in their order: see ``ByteBuffer/append(pairs:)``.
  mutating func findPairs(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) {
    pairs.removeAll(keepingCapacity: true)
    if tape.nodes[node].kind == .array { return try findPairsOfList(node, bytes) }
    guard tape.nodes[node].kind == .object else {
      throw .value(
        tape.nodes[node].offset, found: tape.foundText(node),
        expected: "an object or a list of pairs")
    }
    // Lists of values whose key comes again in the next round: its name, the next value, the end.
    var rounds: [(name: Int, value: Int, end: Int)] = []
    var name = node &+ 1
    while name < tape.nodes[node].next {
      let value = name &+ 1
      if tape.nodes[value].kind == .array, tape.nodes[value].next > value &+ 1 {
        let first = value &+ 1
        try expect(first, .string, "a string")
        pairs.append((name, first))
        let end = Int(tape.nodes[value].next)
        if Int(tape.nodes[first].next) < end {
          rounds.append((name, Int(tape.nodes[first].next), end))
        }
      } else {
        try expect(value, .string, "a string or a list of strings")
        try tape.countText(name)
        pairs.append((name, value))
      }
      name = Int(tape.nodes[value].next)
    }
    while !rounds.isEmpty {
      for index in rounds.indices {
        try expect(rounds[index].value, .string, "a string")
        pairs.append((rounds[index].name, rounds[index].value))
        rounds[index].value &+= 1
      }
      rounds.removeAll { $0.value >= $0.end }
    }
  }

  private mutating func findPairsOfList(
    _ node: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) {
    try forEachItem(of: node, "a list of pairs", bytes) { (decoder, pair) throws(JSONFault) in
      try decoder.expectPair(pair, .string, "a pair of strings")
      // Good beyond the list: the items of a list of lists have nodes.
      decoder.pairs.append((pair &+ 1, pair &+ 2))
    }
  }

  /// Expects a list of a string and one thing more.
  private func expectPair(
    _ pair: Int, _ second: JSONTape.Kind, _ expected: String
  ) throws(JSONFault) {
    try expect(pair, .array, expected)
    guard tape.nodes[pair].next == pair &+ 3 else {
      throw .value(tape.nodes[pair].offset, found: "another list", expected: expected)
    }
    try expect(pair &+ 1, .string, "a string")
    try expect(pair &+ 2, second, second == .string ? "a string" : "a whole number")
  }

  // MARK: Elements

  mutating func element(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> Element {
    let outer = scope
    defer { scope = outer }
    scope = try makeScope(node, bytes)
    guard let name = take("name", bytes) else {
      throw .missing(tape.nodes[node].offset, "name")
    }
    var element = Element(name: try text(name, bytes))
    if let list = take("attributes", bytes) { element.attributes = try attributes(list, bytes) }
    if let list = take("content", bytes) { element.children = try nodes(list, bytes) }
    try refuseRest("an element", bytes)
    return element
  }

  private mutating func nodes(
    _ list: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> [Element.Node] {
    var nodes: [Element.Node] = []
    try forEachItem(of: list, "a list of elements and texts", bytes) {
      (decoder, node) throws(JSONFault) in
      if decoder.tape.nodes[node].kind == .string {
        nodes.append(.text(decoder.tape.text(node, in: bytes)))
      } else {
        nodes.append(.element(try decoder.element(node, bytes)))
      }
    }
    return nodes
  }

  private mutating func runs(
    _ list: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> [Extras.ChildRun] {
    var runs: [Extras.ChildRun] = []
    try forEachItem(of: list, "a list of names and counts", bytes) {
      (decoder, run) throws(JSONFault) in
      try decoder.expectPair(run, .number, "a name and a count")
      runs.append(
        Extras.ChildRun(
          name: decoder.tape.text(run &+ 1, in: bytes),
          count: Int(try decoder.count(run &+ 2, bytes))))
    }
    return runs
  }

  // MARK: Whole lines

  /// A sample of an unknown kind: its JSON text, preserved.
  mutating func unknown(
    _ members: LineMembers, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> Sample {
    let kind = tape.text(members.kind, in: bytes)
    let offset = tape.nodes[members.kind].offset
    if kind == "dataset" {
      try note(
        "second-dataset", offset,
        "a dataset begins in the middle of the file; its line is preserved")
    } else {
      try note(
        "unknown-kind", offset,
        "\"\(kind.printableName)\" is not a known kind of sample; its line is preserved")
    }
    let text = JSONTape.text(bytes, tape.nodes[scope.object].range)
    return .unknown(Element(name: kind, children: [.text(text)]))
  }
}
