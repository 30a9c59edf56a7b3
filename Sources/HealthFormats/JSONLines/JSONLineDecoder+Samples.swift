import HealthBytes
import HealthModel

extension JSONLineDecoder {
  mutating func sample() throws(JSONFault) -> Sample {
    let bytes = self.bytes
    return try sample(0, bytes.span)
  }

  mutating func sample(_ object: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> Sample {
    try expect(object, .object, "an object")
    let members = try LineMembers(tape, object, bytes)
    let outer = scope
    defer { scope = outer }
    scope = Scope(
      object: object, cursor: object &+ 1, spelled: members.spelled, unused: members.count)
    guard members.kind >= 0 else { throw .missing(tape.nodes[object].offset, "kind") }
    try expect(members.kind, .string, "the name of a kind")
    use(members.kind)
    if members.spelled >= 0 { use(members.spelled) }
    guard let kind = kind(members.kind, bytes) else { return try unknown(members, bytes) }
    let sample = try sample(kind, members, bytes)
    try checkIdentity(members, sample, bytes)
    if object == 0 { learn(sample, members, bytes) }
    return sample
  }

  private func kind(_ node: Int, _ bytes: Span<UInt8>) -> SampleKind? {
    if tape.text(node, is: "quantity", in: bytes) { return .quantity }
    if tape.text(node, is: "category", in: bytes) { return .category }
    return SampleKind(rawValue: tape.text(node, in: bytes))
  }

  private mutating func sample(
    _ kind: SampleKind, _ members: LineMembers, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> Sample {
    switch kind {
    case .quantity: return .quantity(try quantity(members, bytes))
    case .category: return .category(try category(members, bytes))
    case .correlation: return .correlation(try correlation(members, bytes))
    default:
      guard let fields = kind.fields else {
        var element = try element(try require(members.element, "element"), bytes)
        if members.participant >= 0 { use(members.participant) }
        element.participant = try listedParticipant(members.participant, bytes)
        return .unknown(element)
      }
      return try structured(fields, kind, members, bytes)
    }
  }

  private mutating func quantity(
    _ members: LineMembers, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> QuantitySample {
    let number = try number(try require(members.value, "value"), "value", bytes)
    var beats: [QuantitySample.Beat] = []
    if members.beats >= 0 {
      use(members.beats)
      beats = try self.beats(members.beats, bytes)
    }
    let header = try header(.quantity, members, bytes, implied: nil)
    return QuantitySample(header: header, number: number, beats: beats)
  }

  private mutating func category(
    _ members: LineMembers, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> CategorySample {
    var value: CategoryValue?
    if members.categoryValue >= 0 {
      use(members.categoryValue)
      try expect(members.categoryValue, .string, "the name of a value")
      let range = tape.nodes[members.categoryValue].range
      value =
        tape.nodes[members.categoryValue].isEscaped
        ? CategoryValue(tape.text(members.categoryValue, in: bytes))
        : values.value(range, in: bytes) { CategoryValue(JSONTape.text(bytes, range)) }
    }
    return CategorySample(
      header: try header(.category, members, bytes, implied: nil), value: value)
  }

  private mutating func correlation(
    _ members: LineMembers, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> Correlation {
    var found: [NestedSample] = []
    if members.members >= 0 {
      use(members.members)
      try forEachItem(of: members.members, "a list of members", bytes) {
        (decoder, item) throws(JSONFault) in found.append(try decoder.member(item, bytes))
      }
    }
    return Correlation(
      header: try header(.correlation, members, bytes, implied: nil), members: found)
  }

  mutating func member(
    _ node: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> NestedSample {
    let outer = scope
    defer { scope = outer }
    scope = try makeScope(node, bytes)
    let offset = tape.nodes[node].offset
    guard let membership = take("membership", bytes) else { throw .missing(offset, "membership") }
    guard let known = NestedSample.Membership(rawValue: try text(membership, bytes)) else {
      throw .value(
        tape.nodes[membership].offset, found: "another word",
        expected: "\"alsoTopLevel\" or \"nestedOnly\"")
    }
    guard let sample = take("sample", bytes) else { throw .missing(offset, "sample") }
    try refuseRest("a nested sample", bytes)
    return NestedSample(sample: try self.sample(sample, bytes), membership: known)
  }

  private mutating func structured<Fields: Sample.Fields>(
    _ fields: Fields, _ kind: SampleKind, _ members: LineMembers, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> Sample {
    // The header is read first, so that its members are not read as fields.
    let sharesDates = !kind.hasOwnDates && members.start < 0 && members.end < 0
    var header = try header(
      kind, members, bytes, implied: sharesDates ? Timestamp(secondsSince1970: 0) : nil)
    var fields = fields
    try fields.visit(&self)
    if sharesDates {
      guard let date = fields.impliedDate else {
        throw .missing(tape.nodes[scope.object].offset, "start")
      }
      header.start = date
      header.end = date
    }
    try finish(&header, bytes)
    return Fields.sample(StructuredSample(header: header, fields: fields))
  }

  private mutating func beats(
    _ list: Int, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> [QuantitySample.Beat] {
    var beats: [QuantitySample.Beat] = []
    try forEachItem(of: list, "a list of beats", bytes) {
      (decoder, item) throws(JSONFault) in beats.append(try decoder.beat(item, bytes))
    }
    return beats
  }

  private mutating func beat(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault)
    -> QuantitySample.Beat
  {
    let outer = scope
    defer { scope = outer }
    scope = try makeScope(node, bytes)
    let offset = tape.nodes[node].offset
    guard let bpm = take("bpm", bytes) else { throw .missing(offset, "bpm") }
    guard let time = take("time", bytes) else { throw .missing(offset, "time") }
    // The date is derived from the time and the sample's dates: it must be valid, but is not stored.
    if let date = take("date", bytes) { _ = try self.date(date, "date", bytes) }
    try refuseRest("a beat", bytes)
    return QuantitySample.Beat(bpm: try number(bpm, bytes), time: try text(time, bytes))
  }

  /// Marks a required member as used, and returns its node; throws if the member is missing.
  mutating func require(_ node: Int, _ name: String) throws(JSONFault) -> Int {
    guard node >= 0 else { throw .missing(tape.nodes[scope.object].offset, name) }
    use(node)
    return node
  }
}

/// Decodes the properties that samples of all kinds have.
extension JSONLineDecoder {
  /// The header of a sample, without the extras.
  ///
  /// - Parameter implied: The start and the end of a sample whose line states none.
  mutating func header(
    _ kind: SampleKind, _ members: LineMembers, _ bytes: Span<UInt8>, implied: Timestamp?
  ) throws(JSONFault) -> SampleHeader {
    let (descriptor, address) = try descriptor(kind, members, bytes)
    if members.id >= 0 { use(members.id) }
    var header = SampleHeader(
      descriptor: descriptor,
      start: try date(members.start, "startDate", "start", implied, bytes),
      end: try date(members.end, "endDate", "end", implied, bytes), deviceAddress: address)
    if members.created >= 0 {
      use(members.created)
      header.created = try date(members.created, "creationDate", bytes)
    }
    if members.metadata >= 0 {
      use(members.metadata)
      header.metadata = try metadata(members.metadata, bytes)
    }
    if members.ordinal >= 0 {
      use(members.ordinal)
      header.ordinal = try count(members.ordinal, bytes)
      guard header.ordinal > 0 else {
        throw .value(tape.nodes[members.ordinal].offset, found: "0", expected: "a number from 1 on")
      }
    }
    if kind == .quantity || kind == .category || kind == .correlation {
      try finish(&header, bytes)
    }
    return header
  }

  /// Reads the members that few samples have: the UUID and the extras.
  mutating func finish(
    _ header: inout SampleHeader, _ bytes: Span<UInt8>
  ) throws(JSONFault) {
    guard scope.unused > 0 else { return }
    if let uuid = try uuid(bytes) { header.uuid = uuid }
    header.extras = try extras(bytes)
  }

  private mutating func date(
    _ node: Int, _ field: String, _ name: String, _ implied: Timestamp?, _ bytes: Span<UInt8>
  ) throws(JSONFault) -> Timestamp {
    if node < 0, let implied { return implied }
    return try date(try require(node, name), field, bytes)
  }

  /// A whole number from 0 to `UInt32.max`.
  func count(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> UInt32 {
    try expect(node, .number, "a whole number")
    let range = tape.nodes[node].range
    guard let count = UInt32(JSONTape.text(bytes, range)) else {
      throw .value(range.lowerBound, found: "another number", expected: "0 to \(UInt32.max)")
    }
    return count
  }

  /// Metadata entries in order.
  mutating func metadata(_ node: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> Metadata {
    try findPairs(node, bytes)
    var entries: [MetadataEntry] = []
    entries.reserveCapacity(pairs.count)
    for index in pairs.indices {
      let (name, value) = pairs[index]
      let range = tape.nodes[name].range
      let key =
        tape.nodes[name].isEscaped
        ? MetadataKey(tape.text(name, in: bytes))
        : keys.value(range, in: bytes) { MetadataKey(JSONTape.text(bytes, range)) }
      entries.append(MetadataEntry(key: key, value: tape.text(value, in: bytes)))
    }
    return Metadata(entries)
  }

  /// Reports an `id` that differs from the computed one, and text forms that no member used.
  mutating func checkIdentity(
    _ members: LineMembers, _ sample: Sample, _ bytes: Span<UInt8>
  ) throws(JSONFault) {
    if members.id >= 0 {
      try expect(members.id, .string, "an identity as a string")
      let isSame = tape.withText(members.id, in: bytes) { Self.identity($0) == sample.id }
      if !isSame {
        try note(
          "id-differs", tape.nodes[members.id].offset,
          "the id differs from the one computed from the sample; the computed id is used")
      }
    }
    try noteUnusedSpellings(bytes)
    if case .unknown = sample {
      if members.id >= 0 { use(members.id) }
      try refuseRest("an unknown sample", bytes)
    }
  }

  /// Reports text forms that belong to no member.
  mutating func noteUnusedSpellings(_ bytes: Span<UInt8>) throws(JSONFault) {
    guard scope.spelled >= 0 else { return }
    try expect(scope.spelled, .object, "an object of text forms")
    var name = scope.spelled &+ 1
    while name < tape.nodes[scope.spelled].next {
      if !tape.nodes[name].isUsed {
        try note(
          "spelling-differs", tape.nodes[name].offset,
          "a text form belongs to no member of its object; left out")
      }
      name = Int(tape.nodes[name &+ 1].next)
    }
  }

  private static func identity(_ digits: Span<UInt8>) -> SampleID? {
    guard digits.count == 32 else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for index in 0..<16 {
      guard let high = JSONTape.hexadecimal(digits[index]),
        let low = JSONTape.hexadecimal(digits[index &+ 16])
      else { return nil }
      words.high = words.high &<< 4 | UInt64(high)
      words.low = words.low &<< 4 | UInt64(low)
    }
    return SampleID(high: words.high, low: words.low)
  }
}
