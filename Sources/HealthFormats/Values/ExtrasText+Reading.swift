import HealthBytes
package import HealthModel

/// Reads the JSON texts of cells as the reader of JSON Lines reads the same members.
package final class ExtrasReader {
  private var decoder = JSONLineDecoder(
    file: "", isStrict: true, listLimit: Limits.lineItems.value)

  package init() {}

  /// Parses a cell with extras.
  ///
  /// - Parameter text: The cell's text, which is UTF-8.
  /// - Throws: If it is not of the shape that ``ExtrasText`` writes.
  package func extras(_ text: Span<UInt8>) throws(JSONFault) -> ExtrasText {
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
      found.extras = try decoder.extras(text)
      return found
    }
  }

  /// The element that a cell holds.
  ///
  /// - Parameter text: The cell's text, which is UTF-8.
  /// - Throws: If it is not of the shape that ``ExtrasText`` writes.
  package func element(_ text: Span<UInt8>) throws(JSONFault) -> Element {
    try read(text) { (decoder, text) throws(JSONFault) in try decoder.element(0, text) }
  }

  /// The members of an object, or the pairs of a list of pairs, in order.
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
  /// Keys and values in their order.
  mutating func texts(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> [(String, String)] {
    try findPairs(node, bytes)
    return pairs.map { (tape.text($0.name, in: bytes), tape.text($0.value, in: bytes)) }
  }
}
