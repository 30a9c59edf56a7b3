import HealthBytes
import HealthModel

/// Ordered, repeatable keys in a format whose objects have neither: see ``ByteBuffer/append(pairs:)``.
extension JSONLinesWriter {
  mutating func metadataValue(_ metadata: Metadata) {
    if metadataTexts.append(metadata, to: &buffer) {
      items += 1
      return
    }
    let start = buffer.count
    let entries = metadata.entries
    guard Self.areDistinct(entries) else {
      items += buffer.append(pairs: entries.map { ($0.key.identifier, $0.value) })
      return
    }
    // The road of nearly all samples: nothing is allocated for it.
    items += entries.count
    for index in entries.indices {
      buffer.append(index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
      buffer.append(json: entries[index].key.identifier)
      buffer.append(UInt8(ascii: ":"))
      buffer.append(json: entries[index].value)
    }
    buffer.append(UInt8(ascii: "}"))
    metadataTexts.keep(metadata, buffer, from: start)
  }

  /// Whether the keys are few and all different, determined without an allocation.
  private static func areDistinct(_ entries: [MetadataEntry]) -> Bool {
    guard entries.count <= 16 else { return false }
    for index in entries.indices.dropFirst() {
      for other in 0..<index where entries[other].key == entries[index].key { return false }
    }
    return !entries.isEmpty
  }
}
