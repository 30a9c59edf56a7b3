import HealthBytes
import HealthModel

/// A part of a map's YAML, with its location.
package struct MapNode {
  enum Content {
    case text(String)
    case list([MapNode])
    case mapping([(key: MapNode, value: MapNode)])
  }

  let content: Content
  /// Where it begins.
  package let place: Place
  /// How many nodes it has, including itself. The nodes of an alias count each time.
  let count: Int

  /// An error at its location.
  package func fault(_ message: String) -> HealthError { .malformedMap(place, message) }

  /// Whether it is plain text and no list or mapping.
  var isText: Bool { if case .text = content { true } else { false } }
  var isMapping: Bool { if case .mapping = content { true } else { false } }

  package var text: String {
    get throws(HealthError) {
      guard case .text(let text) = content else { throw fault("expected a text") }
      return text
    }
  }

  /// Its text as a truth value.
  package var flag: Bool {
    get throws(HealthError) {
      switch try text {
      case "true": return true
      case "false": return false
      default: throw fault("expected true or false")
      }
    }
  }

  /// Its text as a case of an enumeration.
  package func choice<Choice: RawRepresentable<String>>(
    of choices: [Choice]
  ) throws(HealthError) -> Choice {
    guard let choice = Choice(rawValue: try text) else {
      let names = choices.map(\.rawValue).joined(separator: ", ")
      throw fault("found '\(try text)', expected one of \(names)")
    }
    return choice
  }

  /// The texts of a list; for a single text, that text.
  package var texts: [String] {
    get throws(HealthError) {
      try list.map { (node) throws(HealthError) in try node.text }
    }
  }

  /// Two numbers, the least and the most.
  var range: ClosedRange<Double> {
    get throws(HealthError) {
      let numbers = try texts.compactMap { Number($0)?.doubleValue }
      guard numbers.count == 2, numbers.count == list.count, numbers[0] <= numbers[1] else {
        throw fault("expected the least and the most number, such as [30, 600]")
      }
      return numbers[0]...numbers[1]
    }
  }

  /// The items of a list; for any other node, the node itself.
  package var list: [MapNode] {
    if case .list(let list) = content { list } else { [self] }
  }

  /// The keys and values of a mapping, in the order written.
  package var entries: [(key: MapNode, value: MapNode)] {
    get throws(HealthError) {
      guard case .mapping(let entries) = content else { throw fault("expected keys with values") }
      return entries
    }
  }

  /// A sample's node; with `each`, a node for each item of a list that can be named.
  ///
  /// - Parameter isOfItems: Whether it is of the items of JSON files.
  func instances(isOfItems: Bool) throws(HealthError) -> [MapNode] {
    guard case .mapping(var entries) = content,
      let index = entries.firstIndex(where: { (try? $0.key.text) == "each" })
    else { return [self] }
    let node = entries.remove(at: index).value
    guard isOfItems else { throw node.fault("'each' is for the items of JSON files") }
    let list = try node.text
    let rest = MapNode(content: .mapping(entries), place: place, count: count)
    return (0..<MappedItems.listLimit).map { rest.replacing("\(list)[]", "\(list)[\($0)]") }
  }

  /// The same node with another text in place of each occurrence of one.
  private func replacing(_ text: String, _ other: String) -> MapNode {
    let content: Content =
      switch self.content {
      case .text(let own): .text(own.replacing(text, with: other))
      case .list(let list): .list(list.map { $0.replacing(text, other) })
      case .mapping(let entries):
        .mapping(
          entries.map { ($0.key.replacing(text, other), $0.value.replacing(text, other)) })
      }
    return MapNode(content: content, place: place, count: count)
  }

  /// The keys and values of a mapping, to be taken one by one.
  ///
  /// - Parameter subject: The name of the mapping in errors, such as `a sample`.
  package func fields(of subject: String) throws(HealthError) -> MapFields {
    MapFields(try entries, subject, self)
  }
}

/// The keys of a mapping, each of which must be taken: the remaining ones are errors.
package struct MapFields {
  private var entries: [(key: MapNode, value: MapNode)]
  private let subject: String
  let node: MapNode
  /// The keys that were queried; these are the allowed ones.
  private var known: [String] = []

  fileprivate init(
    _ entries: [(key: MapNode, value: MapNode)], _ subject: String, _ node: MapNode
  ) {
    self.entries = entries
    self.subject = subject
    self.node = node
  }

  /// Takes the value of a key; `nil` if the key is absent.
  package mutating func take(_ key: String) -> MapNode? {
    known.append(key)
    guard let index = entries.firstIndex(where: { (try? $0.key.text) == key }) else { return nil }
    return entries.remove(at: index).value
  }

  /// Takes the value of a required key.
  mutating func require(_ key: String) throws(HealthError) -> MapNode {
    if let value = take(key) { return value }
    // Another key may be a misspelling of it.
    for (other, _) in entries {
      let name = try other.text
      guard NearMiss.nearest(to: name, among: [key]) != nil else { continue }
      throw other.fault("\(subject) has no key '\(name.printableName)'. Did you mean '\(key)'?")
    }
    throw node.fault("\(subject) has no '\(key)'")
  }

  /// Takes a text; `nil` if the key is absent.
  mutating func takeText(_ key: String) throws(HealthError) -> String? {
    try take(key)?.text
  }

  /// Reads a truth value; `false` if the key is absent.
  mutating func takeFlag(_ key: String) throws(HealthError) -> Bool {
    try take(key)?.flag ?? false
  }

  /// Throws for the first key that was not queried.
  package func finish() throws(HealthError) {
    guard let (key, _) = entries.first else { return }
    let name = try key.text
    throw key.fault(
      "\(subject) has no key '\(name.printableName)'.\(NearMiss.question(name, known))"
        + " It may have: \(known.joined(separator: ", "))")
  }
}

extension HealthError {
  /// An error of a map.
  static func malformedMap(
    _ place: Place, _ message: String, remedy: Remedy? = nil
  ) -> HealthError {
    HealthError(.malformed, rule: "malformed-map", place: place, message, remedy: remedy)
  }
}

// The maps that ship are written in YAML and embedded as JSON, too, so that they work in a library that is built without
// libyaml. A test compares both.

extension MapNode {
  /// The node as a value of JSON: texts, lists, mappings. Places are not kept.
  package var json: JSONText {
    switch content {
    case .text(let text): .string(text)
    case .list(let list): .array(list.map(\.json))
    case .mapping(let entries):
      .object(entries.compactMap { key, value in (try? key.text).map { ($0, value.json) } })
    }
  }

  /// The node of a value that ``json`` has made.
  ///
  /// - Parameter place: The place of all nodes.
  package init(_ json: JSONText, _ place: Place) {
    let content: Content =
      switch json {
      case .array(let list): .list(list.map { MapNode($0, place) })
      case .object(let members):
        .mapping(members.map { (MapNode(.string($0), place), MapNode($1, place)) })
      case .string(let text), .literal(let text): .text(text)
      case .number(let number): .text("\(number)")
      case .boolean(let isTrue): .text("\(isTrue)")
      }
    self.init(content: content, place: place, count: 1)
  }
}
