import HealthBytes
import HealthModel

/// Prints preserved elements only where the schema of GPX allows them.
struct GPXElementPrinter {
  let isApple: Bool

  /// Prints a preserved way point, route or track.
  ///
  /// - Parameters:
  ///   - content: What it may hold.
  ///   - points: The name of its points or segments, which follow everything else.
  /// - Returns: How much was moved or left out.
  func append(
    _ element: Element, _ content: GPXContent, points: String?, to buffer: inout ByteBuffer
  ) -> Int {
    let isPoint = points == nil
    let lat = element[attribute: "lat"].flatMap { GPXDegrees.text($0, isLatitude: true) }
    let lon = element[attribute: "lon"].flatMap { GPXDegrees.text($0, isLatitude: false) }
    // A point requires coordinates.
    guard !isPoint || lat != nil && lon != nil else { return 1 }
    var lost = element.attributes.count == (isPoint ? 2 : 0) ? 0 : 1
    buffer.append("  <")
    buffer.append(utf8: element.name)
    if let lat, let lon, isPoint { buffer.append(latitude: lat, longitude: lon) }
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
    buffer.append("</trkseg>\n")
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
        if element.name == GPXVocabulary.time, time != nil {
          lost += 1
          continue
        }
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

  /// Prints extensions; nothing if none of their content can be printed.
  ///
  /// - Returns: How much was left out.
  func append(extensions: [Element.Node], to buffer: inout ByteBuffer) -> Int {
    guard !extensions.isEmpty else { return 0 }
    var lost = 0
    let start = buffer.count
    buffer.append("<extensions>")
    let empty = buffer.count
    for node in extensions {
      if case .element(let element) = node {
        lost += append(extension: element, to: &buffer)
      } else {
        lost += 1
      }
    }
    if buffer.count == empty { buffer.truncate(to: start) } else { buffer.append("</extensions>") }
    return lost
  }

  /// Prints an element of extensions: in its own namespace, or in ours if it has none.
  ///
  /// - Returns: How much was left out.
  func append(extension element: Element, to buffer: inout ByteBuffer) -> Int {
    if isApple { return buffer.append(element) }
    let declared = element.attributes.lazy.filter { $0.name.hasPrefix("xmlns:") }
      .map { $0.name.dropFirst(6) }
    let known: Set<Substring> = ["gpxtpx", "gpxpx", "hc", "xml", "xmlns"]
    guard element.prefixes.subtracting(known).subtracting(declared).isEmpty,
      element.attributes.allSatisfy({ !$0.name.hasPrefix("xmlns") || $0.value.isAddress })
    else { return 1 }
    guard !element.name.utf8.contains(UInt8(ascii: ":")), element[attribute: "xmlns"] == nil else {
      return buffer.append(element)
    }
    var own = element
    own.attributes.append(
      Element.Attribute(name: "xmlns", value: "\(GPXVocabulary.ownNamespace)"))
    return buffer.append(own)
  }
}

extension String {
  /// Whether it has only characters that an address may have (RFC 3986, section 2).
  var isAddress: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "\\"),
          UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "]"),
          UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
          false
        default: byte > 32 && byte < 127
        }
      }
  }
}

extension Number {
  /// Whether a point of the earth may have it: 90 degrees to either side, or from -180 to less than 180.
  func isDegrees(isLatitude: Bool) -> Bool {
    let value = doubleValue
    return isLatitude ? value.magnitude <= 90 : value >= -180 && value < 180
  }
}

extension ByteBuffer {
  /// Appends the place of a point as attributes.
  mutating func append(latitude: String, longitude: String) {
    append(" lat=\"")
    append(utf8: latitude)
    append("\" lon=\"")
    append(utf8: longitude)
    append(UInt8(ascii: "\""))
  }
}
