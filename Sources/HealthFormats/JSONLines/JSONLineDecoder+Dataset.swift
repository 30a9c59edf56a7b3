import HealthBytes
import HealthModel

/// The line that describes the dataset.
extension JSONLineDecoder {
  /// The facts about the dataset, or `nil` if the line is a sample.
  mutating func dataset() throws(JSONFault) -> DatasetInfo? {
    let bytes = self.bytes
    let span = bytes.span
    scope = try makeScope(0, span)
    guard let kind = take("kind", span), tape.text(kind, is: "dataset", in: span) else {
      return nil
    }
    try checkVersion(span)
    if scope.spelled >= 0 { use(scope.spelled) }
    var info = DatasetInfo()
    if let node = take("exportDate", span) {
      info.exportDate = try date(node, "exportDate", span)
    }
    if let node = take("locale", span) { info.locale = try text(node, span) }
    if let node = take("exportVersion", span) { info.exportVersion = try text(node, span) }
    if let node = take("path", span) { info.path = try text(node, span) }
    if let node = take("characteristics", span) {
      info.characteristics = try attributes(node, span).map {
        DatasetInfo.Characteristic(type: CharacteristicType($0.name), value: $0.value)
      }
    }
    if let extras = try extras(span) {
      guard extras.content.isEmpty, extras.order.isEmpty, extras.renamed.isEmpty else {
        throw JSONFault(
          offset: tape.nodes[0].offset, rule: "unknown-member",
          message: "found content, order or renamed fields, which a dataset does not have")
      }
      info.attributes = extras.attributes
    }
    try noteUnusedSpellings(span)
    return info
  }

  private mutating func checkVersion(_ bytes: Span<UInt8>) throws(JSONFault) {
    guard let node = take("version", bytes) else { throw .missing(tape.nodes[0].offset, "version") }
    let version = try count(node, bytes)
    guard version >= 1, version <= JSONLinesVocabulary.version else {
      throw JSONFault(
        offset: tape.nodes[node].offset, rule: "unsupported-version",
        message: "found version \(version) of the format, expected at most "
          + "\(JSONLinesVocabulary.version)", code: .unsupported)
    }
  }
}
