package import HealthBytes
package import HealthModel

/// Data without a column, as JSON text in one cell.
///
///     {"spelled":{"startDate":"20140601080000+0200"},"attributes":{"name":"value"},"content":[…],
///      "order":[["MetadataEntry",2]],"renamed":{"sourceName":"source"},"device":true}
///
/// The members are those of JSON Lines.
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
    var needsComma = false
    buffer.append(UInt8(ascii: "{"))
    if !spelled.isEmpty {
      buffer.append(key: "spelled", &needsComma)
      _ = buffer.append(pairs: spelled.map { ($0.field, $0.text) })
    }
    if let extras { _ = buffer.append(extras, &needsComma) }
    if hasDevice {
      buffer.append(key: "device", &needsComma)
      buffer.append("true")
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// The JSON text.
  package var text: String {
    var buffer = ByteBuffer(capacity: 1 << 8)
    buffer.most = Limits.databaseRow.value
    append(to: &buffer)
    return buffer.text
  }

  /// The JSON text of an element.
  package static func text(of element: Element) -> String {
    var buffer = ByteBuffer(capacity: 1 << 8)
    buffer.most = Limits.databaseRow.value
    append(element, to: &buffer)
    return buffer.text
  }

  /// Appends the JSON text of an element.
  package static func append(_ element: Element, to buffer: inout ByteBuffer) {
    _ = buffer.append(json: element)
  }
}

extension ByteBuffer {
  /// Its content, which is UTF-8. What is beyond the limit is refused by its length.
  fileprivate var text: String {
    if count > most { return String(repeating: " ", count: count) }
    return withBytes { bytes in
      guard let text = try? UTF8Span(validating: bytes) else { return "" }
      return String(copying: text)
    }
  }
}
