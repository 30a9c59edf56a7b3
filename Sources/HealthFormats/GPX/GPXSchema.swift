import HealthBytes
import HealthModel
import HealthXML

/// The content model of GPX 1.1: the allowed children of an element, and their order.
struct GPXContent {
  enum Kind {
    /// Any text.
    case text
    /// A decimal number.
    case decimal
    /// A decimal number from 0 to less than 360.
    case angle
    /// A whole number from 0 to a limit.
    case whole(Int)
    /// A date, with or without a zone (`xsd:dateTime`).
    case date
    /// A year (`xsd:gYear`).
    case year
    /// An address (`xsd:anyURI`).
    case address
    /// One of a few words.
    case words([String])
    /// A page with its address; there may be several.
    case link
    /// A person.
    case author
    /// The holder of the copyright, and a license.
    case copyright
    /// The two parts of an address of mail.
    case email
    /// The area that all points are in.
    case bounds
  }

  let children: [(name: String, kind: Kind)]

  /// Of a point: way point, point of a route or of a track.
  static let point = GPXContent(children: [
    ("ele", .decimal), ("time", .date), ("magvar", .angle), ("geoidheight", .decimal),
    ("name", .text), ("cmt", .text), ("desc", .text), ("src", .text),
    ("link", .link), ("sym", .text), ("type", .text),
    ("fix", .words(["none", "2d", "3d", "dgps", "pps"])), ("sat", .whole(.max)),
    ("hdop", .decimal), ("vdop", .decimal), ("pdop", .decimal), ("ageofdgpsdata", .decimal),
    ("dgpsid", .whole(1_023)),
  ])

  /// Of a track or a route, up to its segments or points.
  static let track = GPXContent(children: [
    ("name", .text), ("cmt", .text), ("desc", .text), ("src", .text),
    ("link", .link), ("number", .whole(.max)), ("type", .text),
  ])

  /// Of the metadata.
  static let metadata = GPXContent(children: [
    ("name", .text), ("desc", .text), ("author", .author),
    ("copyright", .copyright), ("link", .link),
    ("time", .date), ("keywords", .text), ("bounds", .bounds),
  ])

  /// Content, separated into what is allowed at its location and what must be moved to extensions.
  struct Sorted {
    var children: [Element.Node] = []
    var extensions: [Element.Node] = []
    /// Whether something was moved.
    var isChanged = false
  }

  /// Puts content in the order of the schema.
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
    if case .link = children[rank].kind { true } else { false }
  }

  /// The place of an element in the order; `nil` if it may not be here.
  private func rank(of element: Element) -> Int? {
    children.firstIndex { $0.name == element.name && element.isValid($0.kind) }
  }

  // The content of the structures.

  private static let link = GPXContent(children: [("text", .text), ("type", .text)])
  private static let author = GPXContent(children: [
    ("name", .text), ("email", .email), ("link", .link),
  ])
  private static let copyright = GPXContent(children: [("year", .year), ("license", .address)])

  /// Whether the children of a structure are valid, each at most once and in order.
  fileprivate static func areValid(_ nodes: [Element.Node], of kind: Kind) -> Bool {
    let content =
      switch kind {
      case .link: link
      case .author: author
      case .copyright: copyright
      default: GPXContent(children: [])
      }
    var next = 0
    for node in nodes {
      guard case .element(let child) = node, let rank = content.rank(of: child), rank >= next else {
        return false
      }
      next = rank + 1
    }
    return true
  }
}

extension Element {
  /// Whether the schema allows it as an element of a kind.
  fileprivate func isValid(_ kind: GPXContent.Kind) -> Bool {
    let text = Node.element(self).plainText(of: name)
    // White space around numbers and addresses is allowed.
    let value = text?.trimmedXMLSpace
    let number = value.flatMap { Number($0) }.flatMap { $0.decimalText == value ? $0 : nil }
    switch kind {
    case .text: return text != nil
    case .decimal: return number != nil
    case .angle: return number.map { $0.doubleValue >= 0 && $0.doubleValue < 360 } ?? false
    case .whole(let limit): return value.flatMap { Int($0) }.map { 0...limit ~= $0 } ?? false
    case .date: return text.map { GPXDate.isValid($0) } ?? false
    case .year: return text.map { GPXDate.isYear($0) } ?? false
    case .address: return value.map { $0.isEmpty || $0.isAddress } ?? false
    case .words(let words): return text.map { words.contains($0) } ?? false
    case .link:
      return attributes.map(\.name) == ["href"] && attributes[0].value.isAddress
        && GPXContent.areValid(children, of: kind)
    case .author: return attributes.isEmpty && GPXContent.areValid(children, of: kind)
    case .copyright:
      return attributes.map(\.name) == ["author"] && GPXContent.areValid(children, of: kind)
    case .email: return children.isEmpty && attributes.map(\.name).sorted() == ["domain", "id"]
    case .bounds:
      return children.isEmpty && attributes.count == 4
        && ["minlat", "minlon", "maxlat", "maxlon"].allSatisfy { name in
          self[attribute: name].flatMap { GPXDegrees.text($0, isLatitude: name.hasSuffix("lat")) }
            != nil
        }
    }
  }
}

extension Format.Schema {
  /// GPX 1.1 with the extensions of the program and of Garmin.
  static let gpx = Format.Schema("gpx11-all.xsd", files: gpxFiles) { input, _ in
    input.gpxEntries
  }

  /// The routes of the workouts in an export: GPX as the Health app writes it.
  static let routes = Format.Schema("gpx11-route.xsd", files: gpxFiles) { input, main in
    guard input.container.kind != .file, let layout = main.map(ExportLayout.init(main:)) else {
      return []
    }
    let isWhole = layout.isWhole(in: input.container)
    return input.gpxEntries.filter { layout.isContent($0.path, isWhole: isWhole) }
  }

  @Sendable
  private static func gpxFiles() -> [String: [UInt8]] {
    [
      "gpx11.xsd": PackageResources.gpx11_xsd,
      "gpx11-all.xsd": PackageResources.gpx11_all_xsd,
      "gpx11-route.xsd": PackageResources.gpx11_route_xsd,
      "gpx11-healthconv.xsd": PackageResources.gpx11_healthconv_xsd,
      "gpx11-power1.xsd": PackageResources.gpx11_power1_xsd,
      "gpx11-trackpoint2.xsd": PackageResources.gpx11_trackpoint2_xsd,
    ]
  }
}

extension Input {
  /// The GPX files of an archive or a folder, by their paths; a single file, whatever its name.
  var gpxEntries: [InputContainer.Entry] {
    entries { $0.isGPX }
  }
}

extension InputContainer.Entry {
  /// Whether its name is one of GPX.
  var isGPX: Bool {
    let path = path.lowercased()
    return path.hasSuffix(".gpx") || path.hasSuffix(".gpx.gz")
  }
}
