import HealthBytes
import HealthModel
import HealthXML

/// The bytes that the start tags of records of one type, source and device share: all but the address of the device, the
/// dates and the number. Only a few recent records have a template.
struct RecordTemplates {
  /// A template. It has no references to objects, which would have to be counted for each record.
  struct Template {
    /// Where ``texts`` has the bytes up to the address of the device, or up to the date of saving where the device has no
    /// address.
    fileprivate(set) var head: Range<Int>
    /// Where it has the bytes from the address up to the date of saving; empty without an address.
    fileprivate(set) var tail: Range<Int>
    /// How many of these bytes are not the first of their character.
    let continuationBytes: Int
    let canBeNested: Bool
  }

  /// What all records begin with.
  static let start: StaticString = "<Record "

  private(set) var all: [Template] = []
  private(set) var texts: [UInt8] = []
  /// The descriptors of the records, in the order of the templates.
  private(set) var descriptors: [SampleDescriptor] = []
  /// The template that was used last.
  var recent = 0
  /// The descriptors of the last records that had no template.
  private var without: [DescriptorCache.Entry] = []

  private static let limit = 4
  private static let longest = 4_096

  /// Makes a template of a start tag, if a recent tag of its descriptor had none: sources often alternate.
  ///
  /// - Parameters:
  ///   - tag: Where the tag begins.
  ///   - address: Where the digits of the device's address are, if it has one.
  @inline(never)
  mutating func learn(
    _ entry: DescriptorCache.Entry, _ attributes: XMLAttributes, _ bytes: Span<UInt8>, tag: Int,
    address: Range<Int>?
  ) {
    guard entry.isKept else { return }
    guard without.contains(where: { $0 === entry }) else {
      if without.count == Self.limit { without.removeFirst() }
      return without.append(entry)
    }
    guard !descriptors.contains(where: { $0 === entry.descriptor }),
      let end = Self.end(ofText: attributes, bytes, tag: tag)
    else { return }
    let head = bytes.copy(tag..<(address?.lowerBound ?? end))
    let tail = address.map { bytes.copy($0.upperBound..<end) } ?? []
    // A template must not contain line ends, since lines are not counted on the fast path.
    guard !(head + tail).contains(where: { $0 < 32 }) else { return }
    without.removeAll { $0 === entry }
    if all.count < Self.limit {
      recent = all.count
      all.append(Template(head, tail, entry))
      descriptors.append(entry.descriptor)
    } else {
      recent = (recent + 1) % Self.limit
      all[recent] = Template(head, tail, entry)
      descriptors[recent] = entry.descriptor
    }
    replaceTexts(head, tail)
  }

  /// The end of the bytes that such records share, if a start tag ends with the attributes that differ, in
  /// the order in which iOS writes them; otherwise `nil`.
  private static func end(
    ofText attributes: XMLAttributes, _ bytes: Span<UInt8>, tag: Int
  ) -> Int? {
    let count = attributes.count
    guard tag >= 0, count > 4, ByteScan.equal(bytes, at: tag, to: Self.start) else { return nil }
    let created = attributes[count - 4].value
    let (start, end) = (attributes[count - 3].value, attributes[count - 2].value)
    let value = attributes[count - 1].value
    guard
      Self.isBetween(" creationDate=\"", attributes[count - 5].value.upperBound, created, bytes),
      Self.isBetween(" startDate=\"", created.upperBound, start, bytes),
      Self.isBetween(" endDate=\"", start.upperBound, end, bytes),
      Self.isBetween(" value=\"", end.upperBound, value, bytes),
      created.lowerBound - tag <= Self.longest
    else { return nil }
    return created.lowerBound
  }

  /// Whether only a quote and a text are between a value and the next one.
  private static func isBetween(
    _ text: StaticString, _ end: Int, _ next: Range<Int>, _ bytes: Span<UInt8>
  ) -> Bool {
    next.lowerBound == end + 1 + text.utf8CodeUnitCount && bytes[end] == UInt8(ascii: "\"")
      && ByteScan.equal(bytes, at: end + 1, to: text)
  }

  /// Joins the texts of all templates; `head` and `tail` are those of the recent one.
  private mutating func replaceTexts(_ head: [UInt8], _ tail: [UInt8]) {
    let old = texts
    texts = []
    for index in all.indices {
      let isNew = index == recent
      let first = texts.count
      texts += isNew ? head[...] : old[all[index].head]
      let middle = texts.count
      texts += isNew ? tail[...] : old[all[index].tail]
      (all[index].head, all[index].tail) = (first..<middle, middle..<texts.count)
    }
  }
}

extension RecordTemplates.Template {
  /// A template whose ranges are not set yet: see `replaceTexts`.
  fileprivate init(_ head: [UInt8], _ tail: [UInt8], _ entry: DescriptorCache.Entry) {
    self.init(
      head: 0..<0, tail: 0..<0,
      continuationBytes: (head + tail).count { $0 & 0xC0 == 0x80 }, canBeNested: entry.canBeNested)
  }
}

extension Span<UInt8> {
  fileprivate func copy(_ range: Range<Int>) -> [UInt8] { range.map { self[$0] } }
}

/// The contents of recent records with a single, short entry of metadata: all bytes between the start tag
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

  /// The index of the known content that begins at `start`; `nil` if there is none.
  @inline(__always)
  func index(in bytes: Span<UInt8>, at start: Int) -> Int? {
    let known = known.span
    for index in known.indices where ByteScan.equal(bytes, at: start, to: known[index].bytes) {
      return index
    }
    return nil
  }

  /// Skips a content, which begins where the last token ends.
  ///
  /// - Returns: Its metadata.
  @inline(__always)
  func skip(_ index: Int, _ tokenizer: inout XMLTokenizer) -> Metadata {
    tokenizer.skip(known[index].skipped)
    return known[index].metadata
  }

  /// Caches a content that the tokenizer has read.
  mutating func learn(_ metadata: Metadata, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count <= Self.longest else { return }
    let content = range.map { bytes[$0] }
    if known.contains(where: { $0.bytes == content }) { return }
    // Not cached: comments and processing instructions, which are counted, and CR, which is reported.
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
