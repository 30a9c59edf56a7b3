import HealthBytes
import HealthModel

/// Prints what was kept of a file so that the schema of GPX allows it where it stands.
struct GPXElementPrinter {
  let isApple: Bool

  /// Prints a way point, a route or a track that was kept whole.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - content: What it may hold.
  ///   - points: What its points or segments are called, which come behind everything else.
  ///   - buffer: Gets the text.
  /// - Returns: How much was moved or left out.
  func append(
    _ element: Element, _ content: GPXContent, points: String?, to buffer: inout ByteBuffer
  ) -> Int {
    var lost = 0
    buffer.append("  <")
    buffer.append(utf8: element.name)
    lost += append(attributesOf: element, to: &buffer)
    buffer.append(UInt8(ascii: ">"))
    var rest: [Element.Node] = []
    var inside: [Element] = []
    for node in element.children {
      if case .element(let child) = node, child.name == points {
        inside.append(child)
      } else {
        rest.append(node)
      }
    }
    let sorted = content.sorted(rest)
    lost += sorted.isChanged ? 1 : 0
    lost += buffer.append(sorted.children)
    lost += append(extensions: sorted.extensions, to: &buffer)
    for child in inside {
      buffer.append(UInt8(ascii: "\n"))
      lost +=
        child.name == GPXVocabulary.segment
        ? append(segment: child, to: &buffer)
        : append(child, .point, points: nil, to: &buffer)
    }
    buffer.append("</")
    buffer.append(utf8: element.name)
    buffer.append(">\n")
    return lost
  }

  private func append(segment: Element, to buffer: inout ByteBuffer) -> Int {
    var lost = 0
    var extensions: [Element.Node] = []
    buffer.append("<trkseg>\n")
    for node in segment.children {
      if case .element(let child) = node, child.name == "trkpt" {
        lost += append(child, .point, points: nil, to: &buffer)
      } else if case .element(let child) = node, child.name == GPXVocabulary.extensions {
        extensions += child.children
      } else {
        extensions.append(node)
      }
    }
    lost += append(extensions: extensions, to: &buffer)
    buffer.append("</trkseg>")
    return lost
  }

  /// Of a point its place, of others nothing.
  private func append(attributesOf element: Element, to buffer: inout ByteBuffer) -> Int {
    var lost = 0
    for attribute in element.attributes {
      let isPlace = attribute.name == "lat" || attribute.name == "lon"
      guard isPlace, Number(attribute.value)?.decimalText == attribute.value else {
        lost += 1
        continue
      }
      buffer.append(UInt8(ascii: " "))
      buffer.append(utf8: attribute.name)
      buffer.append("=\"")
      buffer.append(utf8: attribute.value)
      buffer.append(UInt8(ascii: "\""))
    }
    return lost
  }

  /// Prints the metadata, with the time where it belongs.
  func append(
    metadata kept: GPXContent.Sorted, time: Timestamp?, to buffer: inout ByteBuffer
  ) -> Int {
    var lost = 0
    var isTimeWritten = time == nil
    buffer.append("  <metadata>")
    for node in kept.children {
      if case .element(let element) = node {
        if element.name == GPXVocabulary.time, time != nil { continue }
        if !isTimeWritten, element.name == "keywords" || element.name == "bounds" {
          appendTime(time, to: &buffer)
          isTimeWritten = true
        }
      }
      lost += buffer.append([node])
    }
    if !isTimeWritten { appendTime(time, to: &buffer) }
    lost += append(extensions: kept.extensions, to: &buffer)
    buffer.append("</metadata>\n")
    return lost
  }

  private func appendTime(_ time: Timestamp?, to buffer: inout ByteBuffer) {
    guard let time else { return }
    buffer.append("<time>")
    buffer.append(gpx: time.universal)
    buffer.append("</time>")
  }

  private func append(extensions: [Element.Node], to buffer: inout ByteBuffer) -> Int {
    guard !extensions.isEmpty else { return 0 }
    var lost = 0
    buffer.append("<extensions>")
    for node in extensions {
      if case .element(let element) = node {
        lost += append(extension: element, to: &buffer)
      } else {
        lost += 1
      }
    }
    buffer.append("</extensions>")
    return lost
  }

  /// Prints an element that stands in extensions: in its own namespace, or in ours where it has none.
  ///
  /// - Returns: How much was left out.
  func append(extension element: Element, to buffer: inout ByteBuffer) -> Int {
    if isApple { return buffer.append(element) }
    let declared = element.attributes.lazy.filter { $0.name.hasPrefix("xmlns:") }
      .map { $0.name.dropFirst(6) }
    let known: Set<Substring> = ["gpxtpx", "gpxpx", "hc", "xml", "xmlns"]
    guard element.prefixes.subtracting(known).subtracting(declared).isEmpty else { return 1 }
    guard !element.name.utf8.contains(UInt8(ascii: ":")), element[attribute: "xmlns"] == nil else {
      return buffer.append(element)
    }
    var own = element
    own.attributes.append(
      Element.Attribute(name: "xmlns", value: "\(GPXVocabulary.ownNamespace)"))
    return buffer.append(own)
  }
}
