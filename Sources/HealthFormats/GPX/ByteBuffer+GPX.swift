import HealthBytes
import HealthModel
import HealthXML

extension ByteBuffer {
  /// Appends a date in its own text form, else as GPX prefers it: in UTC with `Z`, or with the offset that it has.
  mutating func append(gpx date: Timestamp) {
    if let spelling = date.spelling {
      append(utf8: spelling.text)
      return
    }
    if date.offsetMinutes != 0 { return append(date.text(.iso8601)) }
    date.text(.iso8601).withBytes { text in
      // Without the "+00:00" at its end.
      append(text, 0..<(text.count - 6))
    }
    append(UInt8(ascii: "Z"))
  }

  /// Appends a preserved element, in one line. Elements and attributes whose names XML does not allow,
  /// and repeated attributes, are left out.
  ///
  /// - Returns: How many characters, names and repeated attributes XML does not allow.
  mutating func append(_ element: Element) -> Int {
    guard XMLName.isName(element.name) else { return 1 }
    var illegal = 0
    append(UInt8(ascii: "<"))
    append(utf8: element.name)
    for (index, attribute) in element.attributes.enumerated() {
      guard XMLName.isName(attribute.name),
        !element.attributes[..<index].contains(where: { $0.name == attribute.name })
      else {
        illegal += 1
        continue
      }
      append(UInt8(ascii: " "))
      append(utf8: attribute.name)
      append("=\"")
      illegal += append(xml: attribute.value)
      append(UInt8(ascii: "\""))
    }
    guard !element.children.isEmpty else {
      append("/>")
      return illegal
    }
    append(UInt8(ascii: ">"))
    illegal += append(element.children)
    append("</")
    append(utf8: element.name)
    append(UInt8(ascii: ">"))
    return illegal
  }

  /// Appends preserved content.
  ///
  /// - Returns: How many characters XML does not allow.
  mutating func append(_ nodes: [Element.Node]) -> Int {
    nodes.reduce(into: 0) { illegal, node in
      switch node {
      case .element(let element): illegal += append(element)
      case .text(let text): illegal += append(xml: text, isContent: true)
      }
    }
  }
}

extension ByteBuffer {
  /// Appends a point as iOS writes it, in one line.
  ///
  /// - Returns: How much of it was lost: what XML does not allow, the order of children, other names of fields.
  mutating func append(apple location: RouteLocation, _ name: StaticString) -> Int {
    var lost = 0
    append("      <")
    append(name)
    attribute(" lon=\"", location.longitude)
    attribute(" lat=\"", location.latitude)
    let extras = location.extras
    if let extras { lost += extras.renamed.count + (extras.order.isEmpty ? 0 : 1) }
    for attribute in extras?.attributes ?? [] {
      guard XMLName.isName(attribute.name) else {
        lost += 1
        continue
      }
      append(UInt8(ascii: " "))
      append(utf8: attribute.name)
      append("=\"")
      lost += append(xml: attribute.value)
      append(UInt8(ascii: "\""))
    }
    append(UInt8(ascii: ">"))
    element("ele", location.altitude)
    if let date = location.date {
      append("<time>")
      append(gpx: date)
      append("</time>")
    }
    var extensions: [Element.Node] = []
    for node in extras?.content ?? [] {
      if case .element(let element) = node, element.name == GPXVocabulary.extensions,
        element.attributes.isEmpty
      {
        extensions += element.children
      } else {
        lost += append([node])
      }
    }
    let hasOwn =
      location.speed != nil || location.course != nil || location.horizontalAccuracy != nil
      || location.verticalAccuracy != nil
    if hasOwn || !extensions.isEmpty {
      append("<extensions>")
      element("speed", location.speed)
      element("course", location.course)
      element("hAcc", location.horizontalAccuracy)
      element("vAcc", location.verticalAccuracy)
      lost += append(extensions)
      append("</extensions>")
    }
    append("</")
    append(name)
    append(">\n")
    return lost
  }

  private mutating func attribute(_ start: StaticString, _ number: Number?) {
    guard let number else { return }
    append(start)
    append(number)
    append(UInt8(ascii: "\""))
  }

  private mutating func element(_ name: StaticString, _ number: Number?) {
    guard let number else { return }
    append(UInt8(ascii: "<"))
    append(name)
    append(UInt8(ascii: ">"))
    append(number)
    append("</")
    append(name)
    append(UInt8(ascii: ">"))
  }
}
