import HealthBytes
import HealthModel

/// Type, unit, source, device and participant, which thousands of lines share.
extension JSONLineDecoder {
  mutating func descriptor(
    _ kind: SampleKind, _ members: LineMembers, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> (SampleDescriptor, address: UInt64?) {
    let type = try require(members.type, "type")
    let activity = kind == .workout ? try require(members.activity, "workoutActivityType") : -1
    let unit = kind.hasOwnUnit ? -1 : members.unit
    if unit >= 0 { use(unit) }
    if members.source >= 0 { use(members.source) }
    if members.participant >= 0 { use(members.participant) }
    var address: UInt64?
    var rest = 0..<0
    if members.device >= 0 {
      use(members.device)
      (address, rest) = try addressAndRest(members.device, bytes)
    }
    let texts: DescriptorTextCache.Texts = [
      raw(type), raw(activity), raw(unit), raw(members.source), rest,
      raw(members.participant),
    ]
    let slot = descriptors.slot(texts, bytes)
    if let known = descriptors.descriptor(slot, kind, texts, bytes) { return (known, address) }
    let made = SampleDescriptor(
      type: try sampleType(kind, type, activity, bytes),
      unitText: unit < 0 ? nil : try text(unit, bytes),
      source: members.source < 0 ? nil : try source(members.source, bytes),
      device: members.device < 0
        ? nil : try device(members.device, hasAddress: address != nil, bytes),
      participant: try listedParticipant(members.participant, bytes))
    descriptors.keep(made, in: slot, kind, texts, bytes)
    return (made, address)
  }

  /// The id of a participant; `nil` if the line has no such member (`node` is negative).
  func participant(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> String? {
    if node < 0 { return nil }
    let text = try text(node, bytes)
    guard Participant.isID(text) else {
      throw .value(
        tape.nodes[node].offset, found: "another text", expected: Participant.expected)
    }
    return text
  }

  /// The id of a participant that the first line lists.
  func listedParticipant(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> String? {
    guard let id = try participant(node, bytes) else { return nil }
    guard listed?.contains(id) ?? true else {
      throw JSONFault(
        offset: tape.nodes[node].offset, rule: "unlisted-participant",
        message: "found a participant that the first line does not list, expected one of its "
          + "\"participant\" or \"participants\"")
    }
    return id
  }

  /// The bytes of a value, including the quotes of a string.
  func raw(_ node: Int) -> Range<Int> {
    guard node >= 0 else { return 0..<0 }
    let range = tape.nodes[node].range
    return tape.nodes[node].kind == .string
      ? (range.lowerBound &- 1)..<(range.upperBound &+ 1) : range
  }

  private func sampleType(
    _ kind: SampleKind, _ type: Int, _ activity: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> SampleType {
    let identifier = try text(type, bytes)
    guard kind == .workout else { return SampleType(kind, identifier) }
    guard identifier == JSONLinesVocabulary.workoutType else {
      throw .value(
        tape.nodes[type].offset, found: "another type",
        expected: "\"\(JSONLinesVocabulary.workoutType)\"")
    }
    return SampleType(kind, try text(activity, bytes))
  }

  private mutating func source(
    _ node: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> Source {
    let outer = scope
    defer { scope = outer }
    scope = try makeScope(node, bytes)
    guard let name = take("name", bytes) else {
      throw .missing(tape.nodes[node].offset, "name")
    }
    let source = Source(
      name: try text(name, bytes), version: try optionalText("version", bytes),
      productType: try optionalText("productType", bytes),
      operatingSystemVersion: try optionalText("operatingSystemVersion", bytes))
    try refuseRest("a source", bytes)
    return source
  }

  private mutating func optionalText(
    _ name: String, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> String? {
    guard let node = take(name, bytes) else { return nil }
    return try text(node, bytes)
  }

  // MARK: Devices

  /// The address of a device (`nil` without one), and the range of the text that remains the same
  /// if only the address changes.
  private func addressAndRest(
    _ node: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> (UInt64?, Range<Int>) {
    try expect(node, .object, "an object")
    let whole = tape.nodes[node].range
    var name = node &+ 1
    while name < tape.nodes[node].next {
      if tape.text(name, is: "address", in: bytes) {
        let address = try self.address(name &+ 1, bytes)
        // If it is not the first member, the cache key includes the address: correct, but rarely a hit.
        guard name == node &+ 1 else { return (address, whole) }
        return (address, (tape.nodes[name &+ 1].range.upperBound &+ 1)..<whole.upperBound)
      }
      name = Int(tape.nodes[name &+ 1].next)
    }
    return (nil, whole)
  }

  private func address(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> UInt64 {
    try expect(node, .string, "an address as a string")
    guard let address = DeviceAddress.parse(bytes, tape.nodes[node].range) else {
      throw .value(
        tape.nodes[node].offset, found: "another text",
        expected: "'0x' and up to 16 hexadecimal digits")
    }
    return address
  }

  private mutating func device(
    _ node: Int, hasAddress: Bool, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> Device {
    let outer = scope
    defer { scope = outer }
    scope = try makeScope(node, bytes)
    _ = take("address", bytes)
    var device = Device()
    for field in Device.Field.allCases {
      device[field] = try optionalText(field.rawValue, bytes)
    }
    device.creationDate = device.creationDate.map { DeviceDate.read($0) }
    if let raw = take("raw", bytes) {
      let text = try text(raw, bytes)
      let known = hasAddress ? Device(tail: text) : Device.parse(text).device
      for field in Device.Field.allCases where known[field] != device[field] {
        try note(
          "device-differs", tape.nodes[raw].offset,
          "the raw text of a device and its fields differ; the text is used")
      }
      device = known
    }
    try refuseRest("a device", bytes)
    return device
  }
}

/// Caches recent descriptors by the JSON text that they were made from, in fixed memory, so that samples
/// with the same text share one.
struct DescriptorTextCache {
  /// The texts a descriptor is made from: type, activity, unit, source, device, participant; empty where absent.
  typealias Texts = [6 of Range<Int>]

  private var slots: [(kind: SampleKind, key: [UInt8], descriptor: SampleDescriptor)?]
  private static let capacity = 1_024
  /// The most bytes of text for which a descriptor is cached.
  private static let longest = 4_096

  init() {
    slots = Array(repeating: nil, count: Self.capacity)
  }

  /// The slot for a descriptor that is made from these texts.
  func slot(_ texts: Texts, _ bytes: Span<UInt8>) -> Int {
    var hash: UInt64 = 0
    for index in texts.indices {
      let range = texts[index]
      hash =
        (hash &<< 7 | hash &>> 57)
        ^ ByteScan.hash64(bytes, from: range.lowerBound, to: range.upperBound)
    }
    return Int(truncatingIfNeeded: hash % UInt64(Self.capacity))
  }

  /// The descriptor in a slot, if it was made from the same texts.
  func descriptor(
    _ slot: Int, _ kind: SampleKind, _ texts: Texts, _ bytes: Span<UInt8>
  ) -> SampleDescriptor? {
    guard let entry = slots[slot], entry.kind == kind else { return nil }
    var at = 0
    for index in texts.indices {
      let range = texts[index]
      // Each text ends with a line feed, which cannot occur within a line.
      guard at &+ range.count < entry.key.count, entry.key[at &+ range.count] == 10,
        ByteScan.equal(
          bytes, at: range.lowerBound, to: entry.key.span.extracting(at..<(at &+ range.count)))
      else { return nil }
      at &+= range.count &+ 1
    }
    return entry.descriptor
  }

  /// Caches a descriptor by the texts it was made from, unless they have more than `longest` bytes.
  mutating func keep(
    _ descriptor: SampleDescriptor, in slot: Int, _ kind: SampleKind, _ texts: Texts,
    _ bytes: Span<UInt8>
  ) {
    var count = 0
    for index in texts.indices { count += texts[index].count }
    guard count <= Self.longest else { return }
    var key: [UInt8] = []
    for index in texts.indices {
      for place in texts[index] { key.append(bytes[place]) }
      key.append(10)
    }
    slots[slot] = (kind, key, descriptor)
  }
}

/// The line that describes the dataset.
extension JSONLineDecoder {
  /// The facts about the dataset, or `nil` if the line is a sample.
  mutating func dataset() throws(JSONFault) -> DatasetInfo? {
    let bytes = self.bytes
    let span = bytes.span
    scope = try makeScope(0, span)
    guard let kind = take("kind", span), tape.text(kind, is: "dataset", in: span) else {
      return nil
    }
    return try facts(span)
  }

  /// The facts in the object of the current scope.
  mutating func facts(_ span: Span<UInt8>) throws(JSONFault) -> DatasetInfo {
    try checkVersion(span)
    if scope.spelled >= 0 { use(scope.spelled) }
    var info = DatasetInfo()
    if let node = take("participant", span) { info.participant = try participant(node, span) }
    if let node = take("participants", span) { info.participants = try participants(node, span) }
    if let node = take("exportDate", span) {
      info.exportDate = try date(node, "exportDate", span)
    }
    if let node = take("locale", span) { info.locale = try text(node, span) }
    if let node = take("exportVersion", span) { info.exportVersion = try text(node, span) }
    if let node = take("path", span) { info.path = try text(node, span) }
    if let node = take("characteristics", span) {
      info.characteristics = try attributes(node, span).map {
        DatasetInfo.Characteristic(type: CharacteristicType($0.name), value: $0.value)
      }
    }
    if let extras = try extras(span) {
      guard extras.content.isEmpty, extras.order.isEmpty, extras.renamed.isEmpty else {
        throw JSONFault(
          offset: tape.nodes[0].offset, rule: "unknown-member",
          message: "found content, order or renamed fields, which a dataset does not have")
      }
      info.attributes = extras.attributes
    }
    try noteUnusedSpellings(span)
    return info
  }

  /// The facts about each participant of a list. Their ids must be different.
  private mutating func participants(
    _ node: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> [DatasetInfo] {
    var found: [DatasetInfo] = []
    var ids: Set<String> = []
    try forEachItem(of: node, "a list of participants", bytes) {
      (decoder, item) throws(JSONFault) in
      let outer = decoder.scope
      defer { decoder.scope = outer }
      decoder.scope = try decoder.makeScope(item, bytes)
      _ = decoder.take("kind", bytes)
      let info = try decoder.facts(bytes)
      guard let id = info.participant, ids.insert(id).inserted, info.participants.isEmpty else {
        throw .value(
          decoder.tape.nodes[item].offset, found: "a dataset without a participant of its own",
          expected: "a participant that no other item has")
      }
      found.append(info)
    }
    return found
  }

  private mutating func checkVersion(_ bytes: Span<UInt8>) throws(JSONFault) {
    guard let node = take("version", bytes) else { throw .missing(tape.nodes[0].offset, "version") }
    let version = try count(node, bytes)
    guard version >= 1, version <= JSONLinesVocabulary.version else {
      throw JSONFault(
        offset: tape.nodes[node].offset, rule: "unsupported-version",
        message: "found version \(version) of the format, expected at most "
          + "\(JSONLinesVocabulary.version)", code: .unsupported)
    }
  }
}
