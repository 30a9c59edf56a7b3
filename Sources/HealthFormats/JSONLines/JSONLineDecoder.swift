import HealthBytes
import HealthModel

/// Turns lines of JSON into samples.
///
/// A line is parsed into a tape; the members that most kinds have are looked up once, members of the rarer kinds are found
/// through their list of fields. Members without a field are preserved in the extras.
struct JSONLineDecoder: ~Copyable {
  /// The object whose members are being taken.
  struct Scope {
    var object = 0
    /// The name at which the next look-up begins: members are usually in the order of the fields.
    var cursor = 1
    /// The object with the text forms of the members, or -1.
    var spelled = -1
    /// How many members were not taken.
    var unused = 0
  }

  private let file: String
  let isStrict: Bool
  /// The chunk that contains the line.
  var bytes: [UInt8] = []
  private var line = 0
  private var lineStart = 0
  private var origin: Int64 = 0

  var tape: JSONTape
  var scope = Scope()
  var tally = FindingTally()
  var descriptors = DescriptorTextCache()
  var shapes = LineShapes()
  var dates = DateParser(.iso8601)
  var values = TextCache<CategoryValue>()
  var keys = TextCache<MetadataKey>()
  /// Metadata of one short entry, which samples share.
  var shortMetadata = TextCache<Metadata>()
  /// The participants that the first line lists, for all decoders of a file; `nil` where none is checked.
  let listed: ListedParticipants?
  /// The names and values of the pairs read last, by their nodes.
  var pairs: [(name: Int, value: Int)] = []

  init(
    file: String, isStrict: Bool, listLimit: Int, listed: ListedParticipants? = nil
  ) {
    self.listed = listed
    self.file = file
    self.isStrict = isStrict
    tape = JSONTape(
      listLimit: listLimit, textItems: .init(list: "locations", skip: RoutePointText.skip))
  }

  /// Parses a line.
  ///
  /// - Parameter bytes: The chunk that contains the line; retained until ``release()``.
  mutating func open(
    _ bytes: [UInt8], _ range: Range<Int>, line: Int, origin: Int64
  ) throws(JSONFault) {
    self.bytes = bytes
    self.line = line
    self.origin = origin
    lineStart = range.lowerBound
    let span = bytes.span
    if let offset = ByteScan.validateUTF8(span, from: range.lowerBound, to: range.upperBound) {
      throw JSONFault(
        offset: offset, rule: "malformed-utf8", message: "found bytes that are not UTF-8")
    }
    try tape.parse(span, range)
    guard tape.nodes[0].kind == .object else {
      throw .malformed(range.lowerBound, found: tape.foundText(0), expected: "an object")
    }
  }

  /// Releases the chunk.
  mutating func release() {
    bytes = []
  }

  /// Where in the file a byte of the chunk is. Columns count characters.
  func place(_ offset: Int) -> Place {
    var column = 1
    for index in lineStart..<max(lineStart, min(offset, bytes.count))
    where bytes[index] & 0xC0 != 0x80 {
      column += 1
    }
    return Place(file: file, line: line, column: column, byteOffset: origin + Int64(offset))
  }

  /// Counts a finding; in strict mode, throws it.
  mutating func note(_ rule: String, _ offset: Int, _ message: String) throws(JSONFault) {
    if isStrict { throw JSONFault(offset: offset, rule: rule, message: message) }
    // Computing the column scans the line up to the byte: once for each reported finding.
    if !tally.counts(rule, message) { tally.add(rule, message, at: place(offset)) }
  }

  // MARK: Members

  /// Marks the member of a value as taken.
  mutating func use(_ value: Int) {
    tape.use(value &- 1)
    scope.unused &-= 1
  }

  /// Takes the value of a member that was not taken yet.
  mutating func take(_ name: String, _ bytes: Span<UInt8>) -> Int? {
    let end = Int(tape.nodes[scope.object].next)
    var member = scope.cursor
    if member >= end || tape.nodes[member].isUsed || !tape.text(member, is: name, in: bytes) {
      member = scope.object &+ 1
      while member < end,
        tape.nodes[member].isUsed || !tape.text(member, is: name, in: bytes)
      {
        member = Int(tape.nodes[member &+ 1].next)
      }
      guard member < end else { return nil }
    }
    use(member &+ 1)
    scope.cursor = Int(tape.nodes[member &+ 1].next)
    return member &+ 1
  }

  func makeScope(_ object: Int, _ bytes: Span<UInt8>) throws(JSONFault) -> Scope {
    try expect(object, .object, "an object")
    var scope = Scope(object: object, cursor: object &+ 1)
    var name = object &+ 1
    while name < tape.nodes[object].next {
      scope.unused &+= 1
      if tape.text(name, is: "spelled", in: bytes) { scope.spelled = name &+ 1 }
      name = Int(tape.nodes[name &+ 1].next)
    }
    return scope
  }

  func expect(_ node: Int, _ kind: JSONTape.Kind, _ expected: String) throws(JSONFault) {
    guard tape.nodes[node].kind == kind else {
      throw .value(tape.nodes[node].offset, found: tape.foundText(node), expected: expected)
    }
  }

  /// Calls a function with each item of a list.
  ///
  /// - Parameter body: Receives an item's node, which is valid until it returns.
  mutating func forEachItem(
    of list: Int, _ expected: String, _ bytes: Span<UInt8>,
    _ body: (inout JSONLineDecoder, Int) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try expect(list, .array, expected)
    if tape.nodes[list].itemDepth == 0 {
      var item = list &+ 1
      while item < tape.nodes[list].next {
        try body(&self, item)
        item = Int(tape.nodes[item].next)
      }
    } else {
      var at = Int(tape.nodes[list].start) &+ 1
      while tape.findItem(list, bytes, &at) {
        let item = try tape.parseItem(list, bytes, &at)
        try body(&self, item)
        tape.release(item)
      }
    }
  }
}

/// The ids that the line of the dataset lists. Samples of other participants are rejected: otherwise
/// the participants of the dataset would be known only after the last line.
final class ListedParticipants: Sendable {
  private let ids = Monitor<Set<String>>([])

  func list(_ info: DatasetInfo) { ids.withLock { $0 = Set(info.participantIDs) } }

  func contains(_ id: String) -> Bool { ids.withLock { $0.contains(id) } }
}
