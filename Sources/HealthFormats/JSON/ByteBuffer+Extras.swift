package import HealthBytes
package import HealthModel

/// Prints data without a field as JSON: in JSON Lines, and in the cells of tables and databases.
///
/// Functions return how many items their lists have, which readers limit.
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
    if pairs.count == 1 {
      append(UInt8(ascii: "{"))
      append(json: pairs[0].0)
      append(UInt8(ascii: ":"))
      append(json: pairs[0].1)
      append(UInt8(ascii: "}"))
    } else if let groups = Self.rounds(pairs) {
      append(UInt8(ascii: "{"))
      for (index, group) in groups.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        append(json: group.key)
        append(UInt8(ascii: ":"))
        if group.values.count == 1 {
          append(json: group.values[0])
        } else {
          append(list: group.values) { $1.append(json: $0) }
        }
      }
      append(UInt8(ascii: "}"))
    } else {
      append(list: pairs) { pair, buffer in
        buffer.append(list: [pair.0, pair.1]) { $1.append(json: $0) }
      }
    }
    // As pairs, each is a list of two.
    return 3 * pairs.count
  }

  private mutating func append<Item>(list: [Item], _ item: (Item, inout ByteBuffer) -> Void) {
    append(UInt8(ascii: "["))
    for index in list.indices {
      if index > 0 { append(UInt8(ascii: ",")) }
      item(list[index], &self)
    }
    append(UInt8(ascii: "]"))
  }

  /// The values by key, if taking them in rounds gives the pairs back in order.
  private static func rounds(
    _ pairs: [(String, String)]
  ) -> [(key: String, values: [String])]? {
    var groups: [(key: String, values: [String])] = []
    // By bytes: strings that are equal in Swift may consist of different scalars.
    var places: [[UInt8]: Int] = [:]
    var order: [Int] = []
    for (key, value) in pairs {
      let place = places[Array(key.utf8)] ?? groups.count
      if place == groups.count {
        places[Array(key.utf8)] = place
        groups.append((key, []))
      }
      groups[place].values.append(value)
      order.append(place)
    }
    // The groups that have a value left for the round, in order: the sum over all rounds is the pairs.
    var round = 0
    var next = 0
    var active = Array(groups.indices)
    while next < order.count {
      for place in active {
        guard order[next] == place else { return nil }
        next += 1
      }
      round += 1
      active.removeAll { groups[$0].values.count <= round }
    }
    return groups
  }
}
