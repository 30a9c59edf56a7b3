import HealthBytes

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
    // By length first: one comparison of bytes then settles it. Escaped names take the long road.
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
    case 13: if tape.text(name, is: "categoryValue", in: bytes) { return set(&categoryValue) }
    case 19: if tape.text(name, is: "workoutActivityType", in: bytes) { return set(&activity) }
    default: break
    }
    return true
  }
}
