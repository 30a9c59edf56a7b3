import HealthBytes
import HealthModel
import HealthXML

/// The list of beats in a record.
extension ExportDecoder {
  mutating func beatsToken(_ token: XMLToken, _ bytes: Span<UInt8>) throws(FormatError) {
    switch token {
    case .emptyElement:
      guard let beat = beat(bytes) else { break }
      beats.append(beat)
      try checkSize(beats.count)
      return
    case .endElement where !beats.isEmpty:
      record?.append(beats)
      beats = []
      tree.close()
      mode = .record
      return
    case .comment, .processingInstruction:
      batch.comments += 1
      return
    default: break
    }
    // Something else than beats: the list is preserved as an element, with the beats read so far.
    for beat in beats { try tree.append(Element(beat), file: file) }
    beats = []
    mode = .tree
    try treeToken(token, bytes)
  }

  private func beat(_ bytes: Span<UInt8>) -> QuantitySample.Beat? {
    guard tokenizer.attributes.count == 2, isNamed("InstantaneousBeatsPerMinute", bytes) else {
      return nil
    }
    var (bpm, time) = (tokenizer.attributes[0], tokenizer.attributes[1])
    if bpm.name.count == 4 { swap(&bpm, &time) }
    guard bpm.name.count == 3, time.name.count == 4,
      ByteScan.equal(bytes, at: bpm.name.lowerBound, to: "bpm"),
      ByteScan.equal(bytes, at: time.name.lowerBound, to: "time"),
      let number = Number(parsing: bytes.extracting(bpm.value))
    else { return nil }
    return QuantitySample.Beat(bpm: number, time: tokenizer.string(of: time, in: bytes))
  }
}
