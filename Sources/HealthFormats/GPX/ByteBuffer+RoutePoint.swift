import HealthBytes
import HealthModel
import HealthXML

extension ByteBuffer {
  /// Appends a point as iOS writes it, in one line.
  ///
  /// - Returns: How much of it was left out: what XML does not allow, an order, other names of fields.
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
