import HealthBytes
import HealthModel

/// A position in a line, advanced past expected text.
///
/// Comparisons can run past the end of the line into the next one, so check `isAtEnd` last.
struct LineCursor {
  var at: Int
  let end: Int

  /// Advances past a constant text; `false` if the line does not continue with it.
  @inline(__always)
  mutating func take(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
    guard ByteScan.equal(bytes, at: at, to: text) else { return false }
    at &+= text.utf8CodeUnitCount
    return true
  }

  @inline(__always)
  mutating func take(_ text: [UInt8], _ bytes: Span<UInt8>) -> Bool {
    guard ByteScan.equal(bytes, at: at, to: text) else { return false }
    at &+= text.count
    return true
  }

  /// Takes the text of a string up to its quote or first escape.
  @inline(__always)
  mutating func takePlainText(_ bytes: Span<UInt8>) -> Range<Int> {
    let start = min(at, end)
    at = ByteScan.firstJSONEscape(in: bytes, from: start, to: end)
    return start..<at
  }

  /// Takes a number that prints exactly as written, if one is next. Every such text is a JSON number.
  @inline(__always)
  mutating func takePlainNumber(_ bytes: Span<UInt8>) -> Number? {
    var stop = min(at, end)
    if let plain = PlainNumber(scanning: bytes, &stop), stop < end,
      bytes[stop] == UInt8(ascii: ",") || bytes[stop] == UInt8(ascii: "}")
    {
      at = stop
      return Number(plain)
    }
    stop = min(at, end)
    while stop < end,
      bytes[stop] &- 48 < 10 || bytes[stop] == UInt8(ascii: ".") || bytes[stop] == UInt8(ascii: "-")
    {
      stop &+= 1
    }
    // A power of ten may follow.
    guard stop < end, bytes[stop] | 0x20 != UInt8(ascii: "e"),
      let number = Number(parsing: bytes.extracting(min(at, end)..<stop)), number.spelling == nil
    else { return nil }
    at = stop
    return number
  }

  /// Takes 1 to 16 hexadecimal digits.
  @inline(__always)
  mutating func takeHexadecimal(_ bytes: Span<UInt8>) -> UInt64? {
    if let (value, count) = HexadecimalScan.number(bytes, at: at), count > 0, at &+ count < end,
      JSONTape.hexadecimal(bytes[at &+ count]) == nil
    {
      at &+= count
      return value
    }
    let start = at
    var word: UInt64 = 0
    while at < end, let digit = JSONTape.hexadecimal(bytes[at]) {
      word = word &<< 4 | UInt64(digit)
      at &+= 1
    }
    return at > start && at &- start <= 16 ? word : nil
  }

  /// Whether only white space remains.
  @inline(__always)
  mutating func isAtEnd(_ bytes: Span<UInt8>) -> Bool {
    JSONTape.skipSpace(bytes, &at, end)
    return at == end
  }
}

/// The nodes of the members that samples of most kinds have; -1 for absent ones.
struct LineMembers {
  var kind = -1
  var type = -1
  var activity = -1
  var id = -1
  var ordinal = -1
  var start = -1
  var end = -1
  var created = -1
  var value = -1
  var categoryValue = -1
  var unit = -1
  var participant = -1
  var source = -1
  var device = -1
  var metadata = -1
  var beats = -1
  var members = -1
  var element = -1
  var spelled = -1
  /// How many members the object has.
  var count = 0

  /// Finds the members of an object.
  init(_ tape: JSONTape, _ object: Int, _ bytes: Span<UInt8>) throws(JSONFault) {
    var name = object &+ 1
    let end = Int(tape.nodes[object].next)
    while name < end {
      guard take(tape, name, bytes) else {
        throw JSONFault(
          offset: tape.nodes[name].offset, rule: "duplicate-member",
          message:
            "found \"\(tape.text(name, in: bytes).printableName)\" a second time in one object")
      }
      count &+= 1
      name = Int(tape.nodes[name &+ 1].next)
    }
  }

  private mutating func take(_ tape: JSONTape, _ name: Int, _ bytes: Span<UInt8>) -> Bool {
    func set(_ slot: inout Int) -> Bool {
      guard slot < 0 else { return false }
      slot = name &+ 1
      return true
    }
    let node = tape.nodes[name]
    // By length first: then at most a few byte comparisons. Escaped names are decoded first.
    let length = node.isEscaped ? tape.text(name, in: bytes).utf8.count : node.range.count
    switch length {
    case 2: if tape.text(name, is: "id", in: bytes) { return set(&id) }
    case 3: if tape.text(name, is: "end", in: bytes) { return set(&end) }
    case 4:
      if tape.text(name, is: "kind", in: bytes) { return set(&kind) }
      if tape.text(name, is: "type", in: bytes) { return set(&type) }
      if tape.text(name, is: "unit", in: bytes) { return set(&unit) }
    case 5:
      if tape.text(name, is: "start", in: bytes) { return set(&start) }
      if tape.text(name, is: "value", in: bytes) { return set(&value) }
      if tape.text(name, is: "beats", in: bytes) { return set(&beats) }
    case 6:
      if tape.text(name, is: "source", in: bytes) { return set(&source) }
      if tape.text(name, is: "device", in: bytes) { return set(&device) }
    case 7:
      if tape.text(name, is: "created", in: bytes) { return set(&created) }
      if tape.text(name, is: "ordinal", in: bytes) { return set(&ordinal) }
      if tape.text(name, is: "members", in: bytes) { return set(&members) }
      if tape.text(name, is: "element", in: bytes) { return set(&element) }
      if tape.text(name, is: "spelled", in: bytes) { return set(&spelled) }
    case 8: if tape.text(name, is: "metadata", in: bytes) { return set(&metadata) }
    case 11: if tape.text(name, is: "participant", in: bytes) { return set(&participant) }
    case 13: if tape.text(name, is: "categoryValue", in: bytes) { return set(&categoryValue) }
    case 19: if tape.text(name, is: "workoutActivityType", in: bytes) { return set(&activity) }
    default: break
    }
    return true
  }
}
