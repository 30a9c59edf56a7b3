import HealthModel
import HealthXML

/// What GPX 1.1 allows inside an element, and in which order.
struct GPXContent {
  /// What a child may be.
  enum Kind {
    /// Any text.
    case text
    /// A decimal number.
    case decimal
    /// A whole number from 0 to a limit.
    case whole(Int)
    /// A date.
    case date
    /// A link or another structure; taken as it stands.
    case structure(repeats: Bool)
    /// One of a few words.
    case words([String])
  }

  let children: [(name: String, kind: Kind)]

  /// Of a point: way point, point of a route or of a track.
  static let point = GPXContent(children: [
    ("ele", .decimal), ("time", .date), ("magvar", .decimal), ("geoidheight", .decimal),
    ("name", .text), ("cmt", .text), ("desc", .text), ("src", .text),
    ("link", .structure(repeats: true)), ("sym", .text), ("type", .text),
    ("fix", .words(["none", "2d", "3d", "dgps", "pps"])), ("sat", .whole(.max)),
    ("hdop", .decimal), ("vdop", .decimal), ("pdop", .decimal), ("ageofdgpsdata", .decimal),
    ("dgpsid", .whole(1_023)),
  ])

  /// Of a track or a route, up to its segments or points.
  static let track = GPXContent(children: [
    ("name", .text), ("cmt", .text), ("desc", .text), ("src", .text),
    ("link", .structure(repeats: true)), ("number", .whole(.max)), ("type", .text),
  ])

  /// Of the metadata.
  static let metadata = GPXContent(children: [
    ("name", .text), ("desc", .text), ("author", .structure(repeats: false)),
    ("copyright", .structure(repeats: false)), ("link", .structure(repeats: true)),
    ("time", .date), ("keywords", .text), ("bounds", .structure(repeats: false)),
  ])

  /// Content put in order: what is allowed where it stands, and what has to go into extensions.
  struct Sorted {
    var children: [Element.Node] = []
    var extensions: [Element.Node] = []
    /// Whether something was moved.
    var isChanged = false
  }

  /// Puts content in the order of the schema.
  ///
  /// - Parameter nodes: The content.
  /// - Returns: The content in order.
  func sorted(_ nodes: [Element.Node]) -> Sorted {
    var sorted = Sorted()
    var found: [(rank: Int, node: Element.Node)] = []
    for node in nodes {
      guard case .element(let element) = node else {
        sorted.isChanged = true
        continue
      }
      if element.name == GPXVocabulary.extensions, element.attributes.isEmpty {
        if !sorted.extensions.isEmpty { sorted.isChanged = true }
        sorted.extensions += element.children
      } else if let rank = rank(of: element),
        repeats(rank) || !found.contains(where: { $0.rank == rank })
      {
        if !sorted.extensions.isEmpty || (found.last.map { $0.rank > rank } ?? false) {
          sorted.isChanged = true
        }
        found.append((rank, node))
      } else {
        sorted.isChanged = true
        sorted.extensions.append(node)
      }
    }
    sorted.children = found.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.node)
    return sorted
  }

  private func repeats(_ rank: Int) -> Bool {
    if case .structure(let repeats) = children[rank].kind { repeats } else { false }
  }

  /// The place of an element in the order; `nil` if it may not stand here.
  private func rank(of element: Element) -> Int? {
    guard let rank = children.firstIndex(where: { $0.name == element.name }) else { return nil }
    let node = Element.Node.element(element)
    let text = node.plainText(of: element.name)
    let isAllowed =
      switch children[rank].kind {
      case .text: text != nil
      case .decimal: text.flatMap { Number($0) }.map { $0.decimalText == text } ?? false
      case .whole(let limit): text.flatMap { Int($0) }.map { $0 >= 0 && $0 <= limit } ?? false
      case .date: text.flatMap { Timestamp(gpx: $0) } != nil
      case .words(let words): text.map { words.contains($0) } ?? false
      case .structure: isStructure(element)
      }
    return isAllowed ? rank : nil
  }

  private func isStructure(_ element: Element) -> Bool {
    switch element.name {
    case "link":
      element.attributes.map(\.name) == ["href"] && element.attributes[0].value.isAddress
        && Self.names(in: element).isOrdered(within: ["text", "type"])
    case "author":
      element.attributes.isEmpty
        && Self.names(in: element).isOrdered(within: ["name", "email", "link"])
    case "copyright":
      element.attributes.map(\.name) == ["author"]
        && Self.names(in: element).isOrdered(within: ["year", "license"])
    default:
      Set(element.attributes.map(\.name)) == ["minlat", "minlon", "maxlat", "maxlon"]
        && element.children.isEmpty
    }
  }

  private static func names(in element: Element) -> [String] {
    element.children.map { node in
      if case .element(let child) = node { child.name } else { "#text" }
    }
  }
}

extension [String] {
  /// Whether these are some of a list, each once at the most and in its order.
  fileprivate func isOrdered(within list: [String]) -> Bool {
    let ranks = map { list.firstIndex(of: $0) ?? -1 }
    return !ranks.contains(-1) && zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 }
  }
}
