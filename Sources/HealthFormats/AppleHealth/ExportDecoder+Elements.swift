import HealthBytes
import HealthModel
import HealthXML

/// Elements that are read as a whole before they become samples, or parts of a record.
extension ExportDecoder {
  mutating func treeToken(_ token: XMLToken, _ bytes: Span<UInt8>) throws(HealthError) {
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
  mutating func closeTree() throws(HealthError) {
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

  private mutating func topElement(_ element: Element) throws(HealthError) {
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

  private mutating func readExportDate(_ element: Element) throws(HealthError) -> Bool {
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

/// The root, and the elements under it.
extension ExportDecoder {
  mutating func topToken(_ token: XMLToken, _ bytes: Span<UInt8>) throws(HealthError) {
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
  private mutating func topElement(_ bytes: Span<UInt8>, isEmpty: Bool) throws(HealthError) {
    if isNamed("Record", bytes), try startRecord(bytes, isEmpty: isEmpty) { return }
    try tree.open(tokenizer, bytes, file: file)
    if isEmpty { try closeTree() } else { mode = .tree }
  }

  /// Reads the attributes of the root element.
  ///
  /// - Returns: Whether the root element was found; in a fragment of an export it may be missing.
  private mutating func enterRoot(_ bytes: Span<UInt8>) throws(HealthError) -> Bool {
    guard isNamed("HealthData", bytes) else {
      if options.isFragment {
        isInRoot = true
        return false
      }
      throw HealthError(
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
        if name != DatasetInfo.deidentifiedAttribute {
          reportUnknownAttribute(name, of: AppleHealthVocabulary.root)
        }
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

/// Reports findings; in strict mode, throws them as errors.
extension ExportDecoder {
  mutating func report(
    _ rule: String, _ severity: Finding.Severity, _ message: String, place: Place? = nil
  ) throws(HealthError) {
    let place = place ?? tokenizer.place.place(in: file)
    try batch.add(
      Finding(rule: rule, severity: severity, place: place, message: message),
      isStrict: options.isStrict)
  }

  /// Reports an unknown attribute, each name once in a batch: a new version of the export may have it in
  /// every record.
  mutating func reportUnknownAttribute(
    _ name: String, of element: String, place: Place? = nil
  ) {
    // Shortened: a hostile name may have megabytes.
    let (name, element) = (name.printableName, element.printableName)
    let place = place ?? tokenizer.place.place(in: file)
    batch.add(
      Finding(
        rule: "unknown-attribute", severity: .info, place: place,
        message: "the attribute '\(name)' of \(element) is not known; preserved"),
      ofAttribute: "\(element) \(name)")
  }

  /// Reports a problem of the element that was read last, at the location of the nested element that has it.
  mutating func report(_ problem: ElementFields.Problem) throws(HealthError) {
    let nested = problem.part.isEmpty ? nil : outline.place(of: problem.part)
    let place = nested ?? tree.place
    if let unknown = problem.unknownAttribute {
      return reportUnknownAttribute(unknown.name, of: unknown.element, place: place)
    }
    try report(problem.rule, problem.severity, problem.message, place: place)
  }

  /// The locations of the elements that are nested in the element that was read last.
  var outline: Place.Parts { Place.Parts(file: file, entries: tree.outline) }

  func checkSize(_ children: Int) throws(HealthError) {
    guard children <= ElementTree.limit else {
      throw HealthError(
        .malformed, rule: "limit", place: tokenizer.place.place(in: file),
        "found \(Limits.sampleElements.excess)")
    }
  }
}
