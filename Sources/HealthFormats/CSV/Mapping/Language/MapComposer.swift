// `CSV/Mapping` reads files of other programs by maps. libyaml parses YAML (`HealthYAML`), one event after another.
// `MapComposer` builds the tree and checks the limits while it grows. `Language/` has one type or function for each
// construct, which works in three steps: it parses the nodes, with an error and a location for each unknown key, into
// values that are independent of files; it finds its columns in the header of a file (`MapHeader`); it reads a row by
// the numbers of the columns (`MapRow`). A construct that is not a cell is a closure for each of the steps (`MapPart`),
// so that nothing has to be declared twice, for a map and for a file. JSON and SQLite are read by the same two types as CSV.
// The built-in maps are embedded in the binary. Time zones are never guessed.

import HealthBytes
import HealthModel
import HealthYAML

/// Builds the tree of a document from the events of its parser. All limits are checked while it grows, so that neither
/// memory nor time depends on what the text would expand to.
private struct MapComposer: ~Copyable {
  private let parser: YAMLParser
  private let file: String
  private var anchors: [String: MapNode] = [:]
  /// The number of nodes so far; an alias counts all nodes that it repeats.
  private var count = 0

  /// The most nodes of a map.
  private static let nodeLimit = 20_000
  /// The greatest depth of nested lists and mappings.
  private static let depthLimit = 100

  init(_ yaml: String, _ file: String) throws(HealthError) {
    self.file = file
    do throws(YAMLError) { parser = try YAMLParser(yaml) } catch { throw Self.fault(error, file) }
  }

  /// Reads the only document of the text.
  mutating func document() throws(HealthError) -> MapNode {
    let start = try next()
    guard start.kind == .document else {
      throw fault("found nothing, expected keys with values", start.place)
    }
    let node = try node(try next(), depth: 0)
    _ = try next()
    let end = try next()
    guard end.kind == .end else { throw fault("found another document, expected one", end.place) }
    return node
  }

  private mutating func node(_ event: YAMLEvent, depth: Int) throws(HealthError) -> MapNode {
    guard depth <= Self.depthLimit else {
      throw fault(
        "found more than \(Self.depthLimit) levels in a map, the limit", event.place)
    }
    let before = count
    try add(1, event.place)
    let content: MapNode.Content
    switch event.kind {
    case .text(let text): content = .text(text)
    case .list:
      var list: [MapNode] = []
      while let item = try nextInside() { list.append(try node(item, depth: depth + 1)) }
      content = .list(list)
    case .mapping: content = .mapping(try entries(depth: depth + 1))
    case .alias:
      guard let node = event.anchor.flatMap({ anchors[$0] }) else {
        throw fault("not YAML: found undefined alias", event.place)
      }
      try add(node.count - 1, event.place)
      return node
    case .document, .end: throw fault("not YAML: found no node", event.place)
    }
    let node = MapNode(
      content: content, place: Self.place(event.place, file), count: count - before)
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  private mutating func entries(
    depth: Int
  ) throws(HealthError) -> [(key: MapNode, value: MapNode)] {
    var entries: [(key: MapNode, value: MapNode)] = []
    var names: Set<String> = []
    while let event = try nextInside() {
      let key = try node(event, depth: depth)
      let name = try key.text
      guard names.insert(name).inserted else {
        throw fault("not YAML: found the key '\(name.printableName)' twice", event.place)
      }
      entries.append((key, try node(try next(), depth: depth)))
    }
    return entries
  }

  private mutating func add(_ nodes: Int, _ place: YAMLPlace) throws(HealthError) {
    count += nodes
    guard count <= Self.nodeLimit else {
      throw fault("found more than \(Self.nodeLimit) parts in a map, the limit", place)
    }
  }

  private func next() throws(HealthError) -> YAMLEvent {
    do throws(YAMLError) { return try parser.next() } catch { throw Self.fault(error, file) }
  }

  /// The next event of a list or a mapping; `nil` at its end.
  private func nextInside() throws(HealthError) -> YAMLEvent? {
    let event = try next()
    return event.kind == .end ? nil : event
  }

  private func fault(_ message: String, _ place: YAMLPlace) -> HealthError {
    .malformedMap(Self.place(place, file), message)
  }

  private static func fault(_ error: YAMLError, _ file: String) -> HealthError {
    .malformedMap(place(error.place, file), "not YAML: \(error.message)")
  }

  private static func place(_ place: YAMLPlace, _ file: String) -> Place {
    Place(file: file, line: place.line, column: place.column)
  }
}

extension MapNode {
  /// The most bytes of a map.
  static let limit = 1 << 20
  /// The most lines that begin with a percent sign.
  static let directiveLimit = 16

  /// The only document of a text.
  package init(yaml: String, file: String) throws(HealthError) {
    guard yaml.utf8.count <= Self.limit else {
      throw HealthError.malformedMap(
        Place(file: file), "found more than \(Self.limit) bytes, the most that is read")
    }
    // libyaml compares each tag directive with all before it.
    let directives = yaml.split(whereSeparator: \.isNewline).count {
      $0.utf8.first == UInt8(ascii: "%")
    }
    guard directives <= Self.directiveLimit else {
      throw HealthError.malformedMap(
        Place(file: file),
        "found more than \(Self.directiveLimit) directives, the most that are read")
    }
    var composer = try MapComposer(yaml, file)
    self = try composer.document()
  }
}
