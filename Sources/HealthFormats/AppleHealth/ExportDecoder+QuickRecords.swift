import HealthBytes
import HealthModel
import HealthXML

/// A fast path for records that differ from one read before only in the device's address, the dates and the number. It is
/// compared with the bytes of that one instead of being tokenized.
extension ExportDecoder {
  /// Reads records, as long as those of known forms follow each other. Anything else, also an incomplete record, is left to
  /// the tokenizer, which would return the same samples as the fast path.
  ///
  /// - Returns: Whether the batch is full.
  @inline(__always)
  mutating func quickRecords(_ bytes: Span<UInt8>) -> Bool {
    // The copy shares the storage, and allows this decoder to change while the texts are compared.
    let texts = templates.texts
    while mode == .top, tokenizer.depth == 1, let start = tokenizer.nextMarkup(in: bytes),
      ByteScan.equal(bytes, at: start, to: RecordTemplates.start)
    {
      if !quickRecord(
        bytes, start, templates.recent, templates.all[templates.recent], texts.span)
      {
        var index = 0
        while index < templates.all.count {
          if index != templates.recent,
            quickRecord(bytes, start, index, templates.all[index], texts.span)
          {
            break
          }
          index &+= 1
        }
        if index == templates.all.count { return false }
        templates.recent = index
      }
      if batch.isFull { return true }
    }
    return false
  }

  /// Reads a record by a template.
  ///
  /// - Parameter number: The number of the template.
  private mutating func quickRecord(
    _ bytes: Span<UInt8>, _ start: Int, _ number: Int, _ template: RecordTemplates.Template,
    _ texts: Span<UInt8>
  ) -> Bool {
    guard ByteScan.equal(bytes, at: start, to: texts.extracting(template.head)) else {
      return false
    }
    var index = start &+ template.head.count
    var address: UInt64?
    if !template.tail.isEmpty {
      // Only an address that prints as written is read here; the tokenizer reads one with a leading zero.
      guard let (value, count) = HexadecimalScan.number(bytes, at: index), count > 0,
        bytes[index] != UInt8(ascii: "0"),
        ByteScan.equal(bytes, at: index &+ count, to: texts.extracting(template.tail))
      else { return false }
      address = value
      index &+= count &+ template.tail.count
    }
    guard let created = date(bytes, &index, before: "\" startDate=\""),
      let began = date(bytes, &index, before: "\" endDate=\""),
      let ended = date(bytes, &index, before: "\" value=\""),
      let value = PlainNumber(scanning: bytes, &index)
    else { return false }
    let isEmpty = ByteScan.equal(bytes, at: index, to: "\"/>")
    guard isEmpty || ByteScan.equal(bytes, at: index, to: "\">") else { return false }
    let content = isEmpty ? nil : recordContents.index(in: bytes, at: index &+ 2)
    elementPlace = tokenizer.place
    tokenizer.skipTag(
      bytes, name: (start &+ 1)..<(start &+ 7), to: index &+ (isEmpty ? 3 : 2),
      isEmpty: isEmpty || content != nil,
      continuationBytes: template.continuationBytes)
    let header = SampleHeader(
      descriptor: templates.descriptors[number], start: began.timestamp, end: ended.timestamp,
      created: created.timestamp,
      deviceAddress: address,
      metadata: content.map { recordContents.skip($0, &tokenizer) } ?? Metadata())
    if isEmpty || content != nil {
      add(
        .quantity(QuantitySample(header: consume header, number: Number(value))),
        canBeNested: template.canBeNested)
    } else {
      var record = PendingRecord(
        header: consume header, isQuantity: true, canBeNested: template.canBeNested)
      record.number = Number(value)
      self.record = consume record
      mode = .record
      contentOffset = tokenizer.endOffset
    }
    return true
  }

  @inline(__always)
  private mutating func date(
    _ bytes: Span<UInt8>, _ index: inout Int, before text: StaticString
  ) -> DateParser.PlainDate? {
    let end = index &+ 25
    guard ByteScan.equal(bytes, at: end, to: text), let date = dates.plainDate(bytes, index..<end)
    else { return nil }
    index = end &+ text.utf8CodeUnitCount
    return date
  }

  /// Learns the content of the record whose end tag is the current token, if it is a single entry of metadata with a short
  /// value.
  @inline(never)
  mutating func learnContent(_ metadata: Metadata, _ bytes: Span<UInt8>) {
    let start = tokenizer.cursor &- Int(tokenizer.endOffset &- contentOffset)
    guard start >= 0, repairedOffset < contentOffset else { return }
    recordContents.learn(metadata, bytes, start..<tokenizer.cursor)
  }
}
