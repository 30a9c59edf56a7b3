import HealthBytes
import HealthModel

/// The texts of the metadata printed last that have a single short entry: most samples with metadata share a few of those.
struct MetadataTexts {
  private struct Known {
    /// With the storage that the metadata had when it was met last: samples of one reader share it.
    var entries: [MetadataEntry]
    let text: [UInt8]
  }

  private var known: [Known] = []
  /// The one that is replaced next.
  private var oldest = 0
  private static let limit = 8
  private static let longest = 32

  /// Appends the text of metadata to a buffer, if it is cached.
  @inline(__always)
  mutating func append(_ metadata: Metadata, to buffer: inout ByteBuffer) -> Bool {
    guard metadata.entries.count == 1 else { return false }
    var index = index(identicalTo: metadata)
    if index == nil {
      index = self.index(equalTo: metadata)
      guard let index else { return false }
      known[index].entries = metadata.entries
    }
    if let index { buffer.append(known[index].text) }
    return true
  }

  @inline(__always)
  private func index(identicalTo metadata: Metadata) -> Int? {
    let (known, entries) = (known.span, metadata.entries.span)
    for index in known.indices {
      let other = known[index].entries.span
      if other.isIdentical(to: entries) { return index }
    }
    return nil
  }

  @inline(never)
  private func index(equalTo metadata: Metadata) -> Int? {
    let (key, value) = (metadata.entries[0].key.identifier.utf8, metadata.entries[0].value.utf8)
    // Texts that are equal in Swift may have different bytes.
    return known.firstIndex {
      $0.entries[0].value.utf8.elementsEqual(value)
        && $0.entries[0].key.identifier.utf8.elementsEqual(key)
    }
  }

  /// Caches the text of metadata: what a buffer contains from an index on.
  mutating func keep(_ metadata: Metadata, _ buffer: borrowing ByteBuffer, from start: Int) {
    guard metadata.entries.count == 1, metadata.entries[0].value.utf8.count <= Self.longest,
      metadata.entries[0].key.identifier.utf8.count <= 4 * Self.longest
    else { return }
    let text = buffer.withBytes { bytes in (start..<bytes.count).map { bytes[$0] } }
    if known.count < Self.limit {
      known.append(Known(entries: metadata.entries, text: text))
    } else {
      known[oldest] = Known(entries: metadata.entries, text: text)
      oldest = (oldest + 1) % Self.limit
    }
  }
}
