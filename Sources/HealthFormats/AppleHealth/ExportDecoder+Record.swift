import HealthBytes
import HealthModel
import HealthXML

/// The fast path from a record's attributes to a sample, without strings.
extension ExportDecoder {
  /// Reads the start tag of a record.
  ///
  /// - Parameter isEmpty: Whether the tag is all there is: the sample is ready then.
  /// - Returns: Whether it could be read; an unusual record must be read as an `Element` first.
  mutating func startRecord(_ bytes: Span<UInt8>, isEmpty: Bool) throws(HealthError) -> Bool {
    var key = DescriptorCache.Key()
    var (type, value) = (Range<Int>?.none, Range<Int>?.none)
    typealias PlainDate = DateParser.PlainDate
    var (start, end, created) = (PlainDate?.none, PlainDate?.none, PlainDate?.none)
    var unknown: [Element.Attribute] = []
    for index in tokenizer.attributes.indices {
      let attribute = tokenizer.attributes[index]
      guard !attribute.isDuplicate, !attribute.isMalformedName else { return false }
      guard let name = RecordAttribute.named(bytes, attribute.name) else {
        // `source` is iOS 8: its other attributes are metadata, which only the general path reads.
        if attribute.name.count == 6 { return false }
        unknown.append(
          Element.Attribute(
            name: tokenizer.string(ofName: attribute, in: bytes),
            value: tokenizer.string(of: attribute, in: bytes)))
        continue
      }
      let range = attribute.value
      switch name {
      case .type: type = range
      case .unit: key.unit = range
      case .sourceName: key.sourceName = range
      case .sourceVersion: key.sourceVersion = range
      case .device: key.device = range
      case .value: value = range
      case .startDate:
        guard let date = dates.plainDate(bytes, range) else { return false }
        start = date
      case .endDate:
        guard let date = dates.plainDate(bytes, range) else { return false }
        end = date
      case .creationDate:
        guard let date = dates.plainDate(bytes, range) else { return false }
        created = date
      }
    }
    guard let type, let start, let end, key.sourceName != nil else { return false }
    key.type = type
    let device = key.device
    let address = key.device.flatMap { takeAddress($0, bytes) }
    if let address {
      key.device = address.rest
      key.hasAddress = true
    } else if let device = key.device, !device.isEmpty,
      bytes[device.lowerBound] == UInt8(ascii: "&")
    {
      return false  // an address may be there, escaped or written in another way
    }
    let number = value.flatMap { Self.number(bytes, $0) }
    key.isQuantity = isQuantity(type, bytes, hasNumber: number != nil)
    let entry = entry(key, bytes)

    if entry.isQuantity, number == nil { return false }
    if entry.isQuantity, unknown.isEmpty, !options.isFragment, repairedOffset != tokenizer.offset {
      templates.learn(
        entry, tokenizer.attributes, bytes, tag: tokenizer.name.lowerBound - 1,
        address: Self.digits(ofAddress: device, before: address?.rest))
    }
    let header = SampleHeader(
      descriptor: entry.descriptor, start: start.timestamp, end: end.timestamp,
      created: created?.timestamp,
      deviceAddress: address?.address == 0 && entry.descriptor.device?.raw == nil
        ? nil : address?.address)
    if isEmpty, entry.isQuantity, let number, unknown.isEmpty {
      add(
        .quantity(QuantitySample(header: consume header, number: number)),
        canBeNested: entry.canBeNested)
      return true
    }
    var record = PendingRecord(
      header: consume header, isQuantity: entry.isQuantity, canBeNested: entry.canBeNested)
    record.number = number
    if !entry.isQuantity, let value {
      record.category = categoryValues.value(value, in: bytes) {
        CategoryValue(tokenizer.string(ofPart: value, in: bytes))
      }
    }
    if !unknown.isEmpty {
      for attribute in unknown {
        reportUnknownAttribute(attribute.name, of: AppleHealthVocabulary.record)
      }
      record.unknownAttributes = unknown
    }
    if isEmpty {
      finish(consume record)
    } else {
      self.record = consume record
      mode = .record
      contentOffset = tokenizer.endOffset
    }
    return true
  }

  private mutating func finish(_ record: consuming PendingRecord) {
    let canBeNested = record.canBeNested
    add(record.finish(), canBeNested: canBeNested)
  }

  private static let beforeAddress: StaticString = "&lt;&lt;HKDevice: 0x"
  private static let behindAddress: StaticString = "&gt;"

  /// Where the digits of a device's address are, if it was taken out.
  private static func digits(
    ofAddress device: Range<Int>?, before rest: Range<Int>?
  ) -> Range<Int>? {
    guard let device, let rest else { return nil }
    return
      (device.lowerBound + beforeAddress.utf8CodeUnitCount)..<(rest.lowerBound
      - behindAddress.utf8CodeUnitCount)
  }

  @inline(__always)
  private static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Number? {
    var end = range.lowerBound
    if let plain = PlainNumber(scanning: bytes, &end), end == range.upperBound {
      return Number(plain)
    }
    return Number(parsing: bytes.extracting(range))
  }

  /// Splits `&lt;&lt;HKDevice: 0x282a45810&gt;, name:…` after the address.
  private func takeAddress(
    _ range: Range<Int>, _ bytes: Span<UInt8>
  ) -> (address: UInt64, rest: Range<Int>)? {
    let (prefix, stop) = (Self.beforeAddress, Self.behindAddress)
    guard ByteScan.equal(bytes, at: range.lowerBound, to: prefix) else { return nil }
    let first = range.lowerBound &+ prefix.utf8CodeUnitCount
    guard let (address, count) = HexadecimalScan.number(bytes, at: first) else { return nil }
    let index = first &+ count
    // Only an address that prints as it was written is taken out.
    let isCanonical = index > first && (bytes[first] != 48 || index == first &+ 1)
    guard isCanonical, ByteScan.equal(bytes, at: index, to: stop) else { return nil }
    return (address, (index &+ stop.utf8CodeUnitCount)..<range.upperBound)
  }

  private func isQuantity(_ type: Range<Int>, _ bytes: Span<UInt8>, hasNumber: Bool) -> Bool {
    if ByteScan.equal(bytes, at: type.lowerBound, to: "HKQuantityTypeIdentifier") { return true }
    if ByteScan.equal(bytes, at: type.lowerBound, to: "HKCategoryTypeIdentifier") { return false }
    return hasNumber
  }

  private mutating func entry(
    _ key: DescriptorCache.Key, _ bytes: Span<UInt8>
  ) -> DescriptorCache.Entry {
    if let entry = descriptors.entry(of: key, in: bytes) { return entry }
    return newEntry(key, bytes)
  }

  @inline(never)
  private mutating func newEntry(
    _ key: DescriptorCache.Key, _ bytes: Span<UInt8>
  ) -> DescriptorCache.Entry {
    let type = tokenizer.string(ofPart: key.type, in: bytes)
    let name = key.sourceName.map { tokenizer.string(ofPart: $0, in: bytes) } ?? ""
    let device = key.device.map { range in
      let text = tokenizer.string(ofPart: range, in: bytes)
      return key.hasAddress ? Device(tail: text) : Device.parse(text).device
    }
    let descriptor = SampleDescriptor(
      type: key.isQuantity ? .quantity(QuantityType(type)) : .category(CategoryType(type)),
      unitText: key.unit.map { tokenizer.string(ofPart: $0, in: bytes) },
      source: Source(
        name: name, version: key.sourceVersion.map { tokenizer.string(ofPart: $0, in: bytes) }),
      device: device)
    return descriptors.insert(descriptor, for: key, in: bytes)
  }

  // MARK: Inside a record

  mutating func recordToken(_ token: XMLToken, _ bytes: Span<UInt8>) throws(HealthError) {
    switch token {
    case .emptyElement:
      if appendMetadata(bytes) { break }
      try tree.open(tokenizer, bytes, file: file)
      try closeTree()
      return
    case .startElement:
      try tree.open(tokenizer, bytes, file: file)
      if record?.canHaveBeats == true, tokenizer.attributes.isEmpty,
        isNamed("HeartRateVariabilityMetadataList", bytes)
      {
        mode = .beats
      } else {
        mode = .tree
      }
    case .endElement:
      if let metadata = record?.shortMetadata { learnContent(metadata, bytes) }
      guard let finished = record.take() else { return }
      mode = .top
      finish(consume finished)
      return
    case .text, .cdata:
      try report("unexpected-text", .warning, "text in a record; preserved")
      record?.append(content: .text(tokenizer.stringOfContent(in: bytes)))
    case .comment, .processingInstruction: batch.comments += 1
    default: break
    }
    try checkSize(record?.childCount ?? 0)
  }

  /// Adds a metadata entry to the record; `false` if the element is another one or has further
  /// content.
  private mutating func appendMetadata(_ bytes: Span<UInt8>) -> Bool {
    guard tokenizer.attributes.count == 2, isNamed("MetadataEntry", bytes) else { return false }
    var (key, value) = (tokenizer.attributes[0], tokenizer.attributes[1])
    if key.name.count == 5 { swap(&key, &value) }
    guard key.name.count == 3, value.name.count == 5,
      ByteScan.equal(bytes, at: key.name.lowerBound, to: "key"),
      ByteScan.equal(bytes, at: value.name.lowerBound, to: "value")
    else { return false }
    let (keyRange, valueRange) = (key.value, value.value)
    guard valueRange.count <= 4, keyRange.upperBound < valueRange.lowerBound,
      record?.isBare == true
    else {
      let name = metadataKeys.value(keyRange, in: bytes) {
        MetadataKey(tokenizer.string(ofPart: keyRange, in: bytes))
      }
      record?.append(MetadataEntry(key: name, value: tokenizer.string(of: value, in: bytes)))
      return true
    }
    // Most records have a single short entry, which samples share.
    record?.begin(
      shortMetadata.value(keyRange.lowerBound..<valueRange.upperBound, in: bytes) {
        let key = MetadataKey(tokenizer.string(ofPart: keyRange, in: bytes))
        return Metadata([MetadataEntry(key: key, value: tokenizer.string(of: value, in: bytes))])
      })
    return true
  }
}

/// The list of beats in a record.
extension ExportDecoder {
  mutating func beatsToken(_ token: XMLToken, _ bytes: Span<UInt8>) throws(HealthError) {
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
