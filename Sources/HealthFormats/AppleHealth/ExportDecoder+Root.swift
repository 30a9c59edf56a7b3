import HealthBytes
import HealthModel
import HealthXML

/// The root, and the elements under it.
extension ExportDecoder {
  mutating func topToken(_ token: XMLToken, _ bytes: Span<UInt8>) throws(FormatError) {
    switch token {
    case .startElement, .emptyElement:
      if isInRoot {
        try topElement(bytes, isEmpty: token == .emptyElement)
      } else if try !enterRoot(bytes) {
        try topElement(bytes, isEmpty: token == .emptyElement)
      }
    case .comment, .processingInstruction: batch.comments += 1
    case .doctype: readVersion(bytes)
    case .text, .cdata:
      try report(
        "unexpected-text", .warning, "text between elements; preserved as an unknown element")
      add(
        .unknown(
          Element(name: "#text", children: [.text(tokenizer.stringOfContent(in: bytes))])),
        canBeNested: false)
    default: break
    }
  }

  @inline(__always)
  private mutating func topElement(_ bytes: Span<UInt8>, isEmpty: Bool) throws(FormatError) {
    if isNamed("Record", bytes), try startRecord(bytes, isEmpty: isEmpty) { return }
    try tree.open(tokenizer, bytes, file: file)
    if isEmpty { try closeTree() } else { mode = .tree }
  }

  /// Reads the attributes of the root element.
  ///
  /// - Returns: Whether it is there: in a fragment of an export it may be missing.
  private mutating func enterRoot(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    guard isNamed("HealthData", bytes) else {
      if options.isFragment {
        isInRoot = true
        return false
      }
      throw FormatError(
        .malformed, rule: "not-an-export", place: tokenizer.place.place(in: file),
        "found the root element \(tokenizer.stringOfName(in: bytes)), expected HealthData")
    }
    isInRoot = true
    for index in tokenizer.attributes.indices {
      let attribute = tokenizer.attributes[index]
      let value = tokenizer.string(of: attribute, in: bytes)
      if ByteScan.equal(bytes, at: attribute.name.lowerBound, to: "locale"),
        attribute.name.count == 6
      {
        info.locale = value
      } else {
        let name = tokenizer.string(ofName: attribute, in: bytes)
        reportUnknownAttribute(name, of: AppleHealthVocabulary.root)
        info.attributes.append(Element.Attribute(name: name, value: value))
      }
    }
    return true
  }

  @inline(__always)
  func isNamed(_ name: StaticString, _ bytes: Span<UInt8>) -> Bool {
    tokenizer.name.count == name.utf8CodeUnitCount
      && ByteScan.equal(bytes, at: tokenizer.name.lowerBound, to: name)
  }

  /// Finds `HealthKit Export Version: 14` in the document type's comment.
  private mutating func readVersion(_ bytes: Span<UInt8>) {
    let label: StaticString = "HealthKit Export Version: "
    var index = tokenizer.content.lowerBound
    let end = tokenizer.content.upperBound
    while index < end {
      index = ByteScan.firstIndex(of: UInt8(ascii: "H"), in: bytes, from: index, to: end)
      if ByteScan.equal(bytes, at: index, to: label) {
        let start = index + label.utf8CodeUnitCount
        var stop = start
        while stop < end, bytes[stop] > 32 { stop += 1 }
        info.exportVersion = tokenizer.string(ofPart: start..<stop, in: bytes)
        return
      }
      index += 1
    }
  }
}
