import HealthModel
import HealthXML

/// Elements that are read as a whole before they become samples, or parts of a record.
extension ExportDecoder {
  mutating func treeToken(_ token: XMLToken, _ bytes: Span<UInt8>) throws(FormatError) {
    switch token {
    case .startElement: try tree.open(tokenizer, bytes, file: file)
    case .emptyElement:
      try tree.open(tokenizer, bytes, file: file)
      tree.close()
    case .endElement: try closeTree()
    case .text, .cdata: try tree.append(text: tokenizer.stringOfContent(in: bytes), file: file)
    case .comment, .processingInstruction: batch.comments += 1
    default: break
    }
  }

  /// Closes the innermost element; the outermost becomes a sample or part of the record it is in.
  mutating func closeTree() throws(FormatError) {
    guard let element = tree.close() else { return }
    guard record == nil else {
      mode = .record
      if record?.append(element) == false, element.name == AppleHealthVocabulary.beatList {
        try report(
          "malformed-beat", .warning, "a list of beats contains something else; preserved",
          place: tree.place)
      }
      return
    }
    mode = .top
    try topElement(element)
  }

  private mutating func topElement(_ element: Element) throws(FormatError) {
    switch element.name {
    case AppleHealthVocabulary.exportDate where !hasSamples && info.exportDate == nil:
      if try readExportDate(element) { return }
    case AppleHealthVocabulary.me where !hasSamples && info.characteristics.isEmpty:
      if readPerson(element) { return }
    default: break
    }
    let sample = builder.sample(of: element)
    for problem in builder.problems { try report(problem) }
    if case .unknown = sample, builder.problems.isEmpty {
      try report(
        "unknown-element", .info, "\(element.name) is not known; preserved", place: tree.place)
    }
    let canBeNested =
      if case .quantity(let quantity) = sample { quantity.type.canBeNested } else { false }
    add(sample, canBeNested: canBeNested)
  }

  private mutating func readExportDate(_ element: Element) throws(FormatError) -> Bool {
    guard element.attributes.count == 1, element.children.isEmpty,
      let date = element[attribute: "value"].flatMap({ Timestamp($0) })
    else { return false }
    info.exportDate = date
    return true
  }

  private mutating func readPerson(_ element: Element) -> Bool {
    // An empty element is preserved like an unknown one, so that it is written again.
    guard element.children.isEmpty, !element.attributes.isEmpty else { return false }
    personPlace = tree.place
    info.characteristics = element.attributes.map {
      DatasetInfo.Characteristic(type: CharacteristicType($0.name), value: $0.value)
    }
    return true
  }
}
