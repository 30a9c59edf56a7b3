import HealthModel
import HealthXML

/// Completes every sample after it was read.
extension AppleHealthReader {
  mutating func finish(_ record: consuming PendingRecord) throws(FormatError) {
    let canBeNested = record.canBeNested
    try deliver(record.finish(), canBeNested: canBeNested)
  }

  mutating func deliver(
    _ sample: consuming Sample, canBeNested: Bool
  ) throws(FormatError) {
    if isPieceDecoder {
      self.canBeNested = canBeNested
      ready = sample
      return
    }
    let id = sample.id
    if canBeNested { try note(id, sample.syncVersion) }
    let ordinal = ordinals.ordinal(of: id)
    if ordinal != 0 { sample.ordinal = ordinal }
    ready = sample
  }

  /// Remembers a sample at top level that may also be nested.
  private mutating func note(_ id: SampleID, _ version: SyncVersion?) throws(FormatError) {
    guard members.note(id, version) else { return }
    notes.nestedOnlyMembers -= 1
    notes.alsoTopLevelMembers += 1
    try report(
      "late-copy", .info,
      "follows the sample that it is nested in, and was therefore reported as nested only",
      place: elementPlace.place(in: file))
  }

  // MARK: Preserved elements

  mutating func treeToken(_ token: XMLToken, _ bytes: Span<UInt8>) throws(FormatError) {
    switch token {
    case .startElement: try tree.open(tokenizer, bytes, file: file)
    case .emptyElement:
      try tree.open(tokenizer, bytes, file: file)
      tree.close()
    case .endElement: try closeTree()
    case .text, .cdata: try tree.append(text: tokenizer.stringOfContent(in: bytes), file: file)
    case .comment, .processingInstruction: notes.comments += 1
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
    guard isPieceDecoder else { return try complete(sample) }
    canBeNested = Self.canBeNested(sample)
    ready = sample
  }

  private static func canBeNested(_ sample: Sample) -> Bool {
    if case .quantity(let quantity) = sample { quantity.type.canBeNested } else { false }
  }

  /// Adds to a sample what depends on those before it and on other files.
  mutating func complete(_ sample: consuming Sample) throws(FormatError) {
    if sample.canHoldSamples { try link(&sample) }
    try readSideFiles(of: &sample)
    let canBeNested = Self.canBeNested(sample)
    try deliver(sample, canBeNested: canBeNested)
    try deliverDocumentsFirst()
  }

  /// Sets which nested samples are also at top level.
  private mutating func link(_ sample: inout Sample) throws(FormatError) {
    var nested = sample.members
    if nested.isEmpty { return }
    for index in nested.indices {
      nested[index].membership = members.membership(of: nested[index].sample)
      switch nested[index].membership {
      case .alsoTopLevel: notes.alsoTopLevelMembers += 1
      case .nestedOnly: notes.nestedOnlyMembers += 1
      }
    }
    sample.members = nested
    if members.isFull, !hasReportedFullMembers {
      hasReportedFullMembers = true
      try report(
        "member-memory-full", .info,
        "more than \(NestedMembers.limit) records can also be nested; those nested among the rest "
          + "are reported as nested only", place: elementPlace.place(in: file))
    }
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
