import HealthBytes
import HealthModel

/// The texts of the metadata printed last that have a single short entry: most samples with metadata share a few of those.
struct MetadataTexts {
  private var known: [(entry: MetadataEntry, text: [UInt8])] = []
  /// The one that is replaced next.
  private var oldest = 0
  private static let limit = 8
  private static let longest = 32

  /// The text of metadata, if it is cached.
  @inline(__always)
  func text(of metadata: Metadata) -> [UInt8]? {
    guard metadata.entries.count == 1 else { return nil }
    let entry = metadata.entries[0]
    // Texts that are equal in Swift may have different bytes.
    for (known, text) in known
    where known.value.utf8.elementsEqual(entry.value.utf8)
      && known.key.identifier.utf8.elementsEqual(entry.key.identifier.utf8)
    { return text }
    return nil
  }

  /// Caches the text of metadata: what a buffer contains from an index on.
  mutating func keep(_ metadata: Metadata, _ buffer: borrowing ByteBuffer, from start: Int) {
    guard metadata.entries.count == 1, metadata.entries[0].value.utf8.count <= Self.longest,
      metadata.entries[0].key.identifier.utf8.count <= 4 * Self.longest
    else { return }
    let text = buffer.withBytes { bytes in (start..<bytes.count).map { bytes[$0] } }
    if known.count < Self.limit {
      known.append((metadata.entries[0], text))
    } else {
      known[oldest] = (metadata.entries[0], text)
      oldest = (oldest + 1) % Self.limit
    }
  }
}
