package import HealthBytes
package import HealthModel

/// Data without a column, as JSON text in one cell.
///
///     {"spelled":[["startDate","20140601080000+0200"]],"attributes":[["name","value"]],"content":[…],
///      "order":[["MetadataEntry",2]],"renamed":[["sourceName","source"]],"device":true}
///
/// An element is a list of its name, its attributes as pairs, and its content, in which texts are strings.
package struct ExtrasText {
  /// Content of the sample without a field.
  package var extras: Extras?
  /// Dates as they were written, by field, where the export's form is another.
  package var spelled: [(field: String, text: String)] = []
  /// Whether there is a device of which nothing is known.
  package var hasDevice = false

  /// The data without a column; empty by default.
  package init(_ extras: Extras? = nil) { self.extras = extras }

  /// The spelling of a date.
  func spelling(of field: String) -> String? {
    spelled.first { $0.field == field }?.text
  }

  // MARK: Writing

  /// Whether there is nothing to write.
  var isEmpty: Bool { extras == nil && spelled.isEmpty && !hasDevice }

  /// Appends the JSON text.
  package func append(to buffer: inout ByteBuffer) {
    var opening = UInt8(ascii: "{")
    func key(_ name: StaticString) {
      buffer.append(opening)
      buffer.append(name)
      opening = UInt8(ascii: ",")
    }
    if !spelled.isEmpty {
      key("\"spelled\":")
      Self.append(spelled.map { ($0.field, $0.text) }, to: &buffer)
    }
    if let extras {
      if !extras.attributes.isEmpty {
        key("\"attributes\":")
        Self.append(extras.attributes.map { ($0.name, $0.value) }, to: &buffer)
      }
      if !extras.content.isEmpty {
        key("\"content\":")
        Self.append(extras.content, to: &buffer)
      }
      if !extras.order.isEmpty {
        key("\"order\":")
        buffer.append(list: extras.order) { run, buffer in
          buffer.append(UInt8(ascii: "["))
          buffer.append(json: run.name)
          buffer.append(UInt8(ascii: ","))
          buffer.append(decimal: Int64(run.count))
          buffer.append(UInt8(ascii: "]"))
        }
      }
      if !extras.renamed.isEmpty {
        key("\"renamed\":")
        Self.append(extras.renamed.map { ($0.field, $0.writtenAs) }, to: &buffer)
      }
    }
    if hasDevice { key("\"device\":true") }
    if opening == UInt8(ascii: "{") { buffer.append(opening) }
    buffer.append(UInt8(ascii: "}"))
  }

  /// The JSON text.
  package var text: String {
    var buffer = ByteBuffer(capacity: 1 << 8)
    append(to: &buffer)
    return buffer.text
  }

  /// The JSON text of an element.
  package static func text(of element: Element) -> String {
    var buffer = ByteBuffer(capacity: 1 << 8)
    append(element, to: &buffer)
    return buffer.text
  }

  private static func append(_ pairs: [(String, String)], to buffer: inout ByteBuffer) {
    buffer.append(list: pairs) { pair, buffer in
      buffer.append(UInt8(ascii: "["))
      buffer.append(json: pair.0)
      buffer.append(UInt8(ascii: ","))
      buffer.append(json: pair.1)
      buffer.append(UInt8(ascii: "]"))
    }
  }

  private static func append(_ content: [Element.Node], to buffer: inout ByteBuffer) {
    buffer.append(list: content) { node, buffer in
      switch node {
      case .text(let text): buffer.append(json: text)
      case .element(let element): append(element, to: &buffer)
      }
    }
  }

  /// Appends the JSON text of an element.
  package static func append(_ element: Element, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "["))
    buffer.append(json: element.name)
    buffer.append(UInt8(ascii: ","))
    append(element.attributes.map { ($0.name, $0.value) }, to: &buffer)
    buffer.append(UInt8(ascii: ","))
    append(element.children, to: &buffer)
    buffer.append(UInt8(ascii: "]"))
  }
}

extension ByteBuffer {
  /// Its content, which is UTF-8.
  fileprivate var text: String {
    withBytes { bytes in
      guard let text = try? UTF8Span(validating: bytes) else { return "" }
      return String(copying: text)
    }
  }

  /// Appends a JSON list.
  fileprivate mutating func append<Item>(
    list: [Item], _ item: (Item, inout ByteBuffer) -> Void
  ) {
    append(UInt8(ascii: "["))
    for index in list.indices {
      if index > 0 { append(UInt8(ascii: ",")) }
      item(list[index], &self)
    }
    append(UInt8(ascii: "]"))
  }
}
