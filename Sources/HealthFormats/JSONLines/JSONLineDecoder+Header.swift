import HealthBytes
import HealthModel

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
