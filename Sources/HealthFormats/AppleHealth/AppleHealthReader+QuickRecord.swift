import HealthBytes
import HealthModel
import HealthXML

/// A fast path for records that differ from one read before only in the device's address, the dates and the number. It is
/// compared with the bytes of that one instead of being tokenized.
extension AppleHealthReader {
  private static let templateLimit = 4

  /// Reads a record, if one of that form is next. Anything else, also an incomplete record, is left to the tokenizer,
  /// which would return the same of what is read here.
  ///
  /// - Returns: Whether one was read. It is ready then, or has content that follows.
  @inline(__always)
  mutating func quickRecord(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
    guard !templates.isEmpty, tokenizer.depth == 1, let start = tokenizer.nextMarkup(in: bytes),
      ByteScan.equal(bytes, at: start, to: RecordTemplate.start)
    else { return false }
    if try quickRecord(bytes, start, templates[recentTemplate]) { return true }
    for index in templates.indices where index != recentTemplate {
      if try quickRecord(bytes, start, templates[index]) {
        recentTemplate = index
        return true
      }
    }
    return false
  }

  private mutating func quickRecord(
    _ bytes: Span<UInt8>, _ start: Int, _ template: RecordTemplate
  ) throws(FormatError) -> Bool {
    guard ByteScan.equal(bytes, at: start, to: template.head) else { return false }
    var index = start &+ template.head.count
    var address: UInt64?
    if !template.tail.isEmpty {
      // Only an address that prints as it was written is taken out; the tokenizer reads a zero.
      guard let (value, count) = HexadecimalScan.number(bytes, at: index), count > 0,
        bytes[index] != UInt8(ascii: "0"),
        ByteScan.equal(bytes, at: index &+ count, to: template.tail)
      else { return false }
      address = value
      index &+= count &+ template.tail.count
    }
    guard let created = date(bytes, &index, before: "\" startDate=\""),
      let began = date(bytes, &index, before: "\" endDate=\""),
      let ended = date(bytes, &index, before: "\" value=\""),
      let number = PlainNumber(scanning: bytes, &index)
    else { return false }
    let isEmpty = ByteScan.equal(bytes, at: index, to: "\"/>")
    guard isEmpty || ByteScan.equal(bytes, at: index, to: "\">") else { return false }
    elementPlace = tokenizer.place
    tokenizer.passTag(
      bytes, name: (start &+ 1)..<(start &+ 7), to: index &+ (isEmpty ? 3 : 2), isEmpty: isEmpty,
      continuationBytes: template.continuationBytes)
    let entry = template.entry
    let header = SampleHeader(
      descriptor: entry.descriptor, start: began.timestamp, end: ended.timestamp,
      created: created.timestamp, deviceAddress: address)
    if isEmpty {
      try deliver(
        .quantity(QuantitySample(header: consume header, number: Number(number))),
        canBeNested: entry.canBeNested)
    } else {
      var record = PendingRecord(
        header: consume header, isQuantity: true, canBeNested: entry.canBeNested)
      record.number = Number(number)
      self.record = consume record
      mode = .record
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

  /// Makes a template of the record whose start tag is the current token, if another of its descriptor had none shortly
  /// before: sources often take turns.
  ///
  /// - Parameter address: Where the digits of the device's address are, if it has one.
  @inline(never)
  mutating func learn(
    _ entry: DescriptorCache.Entry, _ bytes: Span<UInt8>, address: Range<Int>?
  ) {
    guard withoutTemplate.contains(where: { $0 === entry }) else {
      if withoutTemplate.count == Self.templateLimit { withoutTemplate.removeFirst() }
      return withoutTemplate.append(entry)
    }
    guard !options.isFragment, repairedOffset != tokenizer.offset,
      !templates.contains(where: { $0.entry === entry }),
      let template = RecordTemplate(
        entry, tokenizer.attributes, bytes, tag: tokenizer.name.lowerBound - 1, address: address)
    else { return }
    withoutTemplate.removeAll { $0 === entry }
    if templates.count < Self.templateLimit {
      recentTemplate = templates.count
      templates.append(template)
    } else {
      recentTemplate = (recentTemplate + 1) % Self.templateLimit
      templates[recentTemplate] = template
    }
  }
}
