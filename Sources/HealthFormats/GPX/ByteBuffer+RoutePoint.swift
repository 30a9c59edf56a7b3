import HealthBytes
import HealthModel

extension ByteBuffer {
  /// Appends a point as iOS writes it, in one line.
  ///
  /// - Parameters:
  ///   - location: The point.
  ///   - name: The name of its element.
  mutating func append(apple location: RouteLocation, _ name: StaticString) {
    append("      <")
    append(name)
    attribute(" lon=\"", location.longitude)
    attribute(" lat=\"", location.latitude)
    let extras = location.extras
    for attribute in extras?.attributes ?? [] {
      append(UInt8(ascii: " "))
      append(utf8: attribute.name)
      append("=\"")
      _ = append(xml: attribute.value)
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
        _ = append([node])
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
      _ = append(extensions)
      append("</extensions>")
    }
    append("</")
    append(name)
    append(">\n")
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
