import HealthBytes
import HealthModel
import HealthXML

/// The contents of records met last that are a single entry of metadata with a short value: all bytes between the start tag
/// and the end of the record. Most records with metadata share a few of those.
struct RecordContents {
  private struct Known {
    let bytes: [UInt8]
    let skipped: XMLTokenizer.SkippedContent
    let metadata: Metadata
  }

  private var known: [Known] = []
  /// The one that is replaced next.
  private var oldest = 0
  private static let limit = 4
  private static let longest = 256

  /// Which of the contents is at an index.
  @inline(__always)
  func index(in bytes: Span<UInt8>, at start: Int) -> Int? {
    let known = known.span
    for index in known.indices where ByteScan.equal(bytes, at: start, to: known[index].bytes) {
      return index
    }
    return nil
  }

  /// Passes a content, which begins where the last token ends.
  ///
  /// - Returns: Its metadata.
  @inline(__always)
  func skip(_ index: Int, _ tokenizer: inout XMLTokenizer) -> Metadata {
    tokenizer.skip(known[index].skipped)
    return known[index].metadata
  }

  /// Keeps a content that the tokenizer has read.
  mutating func learn(_ metadata: Metadata, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count <= Self.longest else { return }
    let content = range.map { bytes[$0] }
    if known.contains(where: { $0.bytes == content }) { return }
    // Comments and processing instructions are counted; ends of lines with a carriage return are reported.
    let markup = content.indices.dropLast().filter { content[$0] == UInt8(ascii: "<") }
    guard !content.contains(UInt8(ascii: "\r")),
      markup.allSatisfy({
        content[$0 + 1] != UInt8(ascii: "!") && content[$0 + 1] != UInt8(ascii: "?")
      })
    else { return }
    let new = Known(
      bytes: content, skipped: XMLTokenizer.SkippedContent(content.span), metadata: metadata)
    if known.count < Self.limit {
      known.append(new)
    } else {
      known[oldest] = new
      oldest = (oldest + 1) % Self.limit
    }
  }
}
