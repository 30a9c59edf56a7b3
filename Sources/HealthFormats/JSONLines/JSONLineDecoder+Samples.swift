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

  /// Takes a required member, and returns its value.
  mutating func require(_ node: Int, _ name: String) throws(JSONFault) -> Int {
    guard node >= 0 else { throw .missing(tape.nodes[scope.object].offset, name) }
    use(node)
    return node
  }
}
