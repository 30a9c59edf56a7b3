package import HealthBytes
package import HealthModel

/// The data of a sample that have no column, as JSON text in one cell.
///
///     {"spelled":{"startDate":"20140601080000+0200"},"attributes":{"name":"value"},"content":[…],
///      "order":[["MetadataEntry",2]],"renamed":{"sourceName":"source"},"device":true,
///      "uuid":"7B1C2F7E-6B0D-4B61-9A53-0C7C8C5B8A11"}
///
/// The members are those of JSON Lines.
package struct ExtrasText {
  /// Content of the sample for which the model has no field.
  package var extras: Extras?
  /// Text forms of dates that differ from the form of exports, by field.
  package var spelled: [(field: String, text: String)] = []
  /// Whether the sample has a device without any property.
  package var hasDevice = false
  /// The UUID that a sample states.
  package var uuid: SampleUUID?

  /// The data without a column; empty by default.
  package init(_ extras: Extras? = nil) { self.extras = extras }

  func spelling(of field: String) -> String? {
    spelled.first { $0.field == field }?.text
  }

  // MARK: Writing

  var isEmpty: Bool { extras == nil && spelled.isEmpty && !hasDevice && uuid == nil }

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
    if let uuid {
      buffer.append(key: "uuid", &needsComma)
      buffer.append(json: uuid.description)
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
  /// The content as text; empty if it is not UTF-8. Content beyond the limit becomes spaces of the
  /// same length, so that it is rejected by its length.
  fileprivate var text: String {
    if count > most { return String(repeating: " ", count: count) }
    return withBytes { bytes in
      guard let text = try? UTF8Span(validating: bytes) else { return "" }
      return String(copying: text)
    }
  }
}

/// Reads the JSON texts of cells with the decoder of JSON Lines, which has the same members.
package final class ExtrasReader {
  private var decoder = JSONLineDecoder(
    file: "", isStrict: true, listLimit: Limits.lineItems.value)

  package init() {}

  /// Parses a cell with extras.
  ///
  /// - Parameters:
  ///   - text: The cell's text, which is UTF-8.
  ///   - isSample: Whether it is a cell of a sample, which may state a UUID.
  /// - Throws: If it does not have the structure that ``ExtrasText`` writes.
  package func extras(
    _ text: Span<UInt8>, ofSample isSample: Bool = false
  ) throws(JSONFault) -> ExtrasText {
    try read(text) { (decoder, text) throws(JSONFault) in
      decoder.scope = try decoder.makeScope(0, text)
      var found = ExtrasText()
      if let node = decoder.take("spelled", text) {
        found.spelled = try decoder.texts(node, text).map { ($0.0, $0.1) }
      }
      if let node = decoder.take("device", text) {
        try decoder.expect(node, .boolean, "a truth value")
        found.hasDevice = true
      }
      if isSample { found.uuid = try decoder.uuid(text) }
      found.extras = try decoder.extras(text)
      return found
    }
  }

  /// The facts about a participant, as ``JSONLinesWriter`` prints them.
  func dataset(_ text: Span<UInt8>) throws(JSONFault) -> DatasetInfo? {
    try read(text) { (decoder, text) throws(JSONFault) in
      decoder.scope = try decoder.makeScope(0, text)
      _ = decoder.take("kind", text)
      return try decoder.facts(text)
    }
  }

  /// Parses a cell with an element.
  ///
  /// - Parameter text: The cell's text, which is UTF-8.
  /// - Throws: If it does not have the structure that ``ExtrasText`` writes.
  package func element(_ text: Span<UInt8>) throws(JSONFault) -> Element {
    try read(text) { (decoder, text) throws(JSONFault) in try decoder.element(0, text) }
  }

  /// Parses a cell with an object, or with a list of pairs. Names and values are in their order.
  ///
  /// - Parameter text: The cell's text, which is UTF-8.
  package func entries(_ text: Span<UInt8>) throws(JSONFault) -> [(String, String)] {
    try read(text) { (decoder, text) throws(JSONFault) in try decoder.texts(0, text) }
  }

  private func read<Result>(
    _ text: Span<UInt8>,
    _ body: (inout JSONLineDecoder, Span<UInt8>) throws(JSONFault) -> Result
  ) throws(JSONFault) -> Result {
    try decoder.tape.parse(text, 0..<text.count)
    do throws(JSONFault) { return try body(&decoder, text) } catch {
      throw JSONFault(
        offset: 0, rule: "malformed-value", message: "\(error.message) in the JSON text of the cell"
      )
    }
  }
}

extension JSONLineDecoder {
  /// The names and values of an object or of a list of pairs, in their order.
  mutating func texts(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> [(String, String)] {
    try findPairs(node, bytes)
    return pairs.map { (tape.text($0.name, in: bytes), tape.text($0.value, in: bytes)) }
  }
}

extension DatasetInfo {
  /// Parses a text that ``JSONLinesWriter/text(of:)`` made; `nil` for other texts.
  package init?(jsonText text: String) {
    guard let info = try? ExtrasReader().dataset(text.utf8Span.span) else { return nil }
    self = info
  }
}
