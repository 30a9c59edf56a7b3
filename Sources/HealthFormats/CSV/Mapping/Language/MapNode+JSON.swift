import HealthBytes
import HealthModel

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
