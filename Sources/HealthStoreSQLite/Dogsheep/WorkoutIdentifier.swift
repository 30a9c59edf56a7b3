import HealthBytes
import HealthModel

/// The identifier of a workout in healthkit-to-sqlite: the SHA-1 of its attributes, metadata and events as
/// Python prints a dictionary to JSON, with sorted keys and nothing but ASCII.
enum WorkoutIdentifier {
  static func text(of workout: Workout) -> String {
    var fields = workout.fields
    var attributes = Attributes()
    attributes["workoutActivityType"] = workout.header.descriptor.type.identifier
    fields.visit(&attributes)
    attributes.add(workout.header)
    for entry in workout.header.metadata.entries {
      attributes["metadata_\(entry.key.identifier)"] = entry.value
    }
    let events = workout.fields.events.map { event in
      var event = event
      var attributes = Attributes()
      event.visit(&attributes)
      attributes.add(event.extras)
      return attributes.json
    }
    attributes.set("workout_events", json: "[" + events.joined(separator: ",") + "]")
    return SHA1.text(of: Array(attributes.json.utf8))
  }

  /// The attributes of an element of an export.
  private struct Attributes: AttributeVisitor {
    private var values: [String: String] = [:]

    /// The value of a name; the last one if the name occurs twice.
    subscript(name: String) -> String? {
      get { values[name] }
      set { if let newValue { values[name] = Self.quoted(newValue) } }
    }

    mutating func set(_ name: String, json: String) { values[name] = json }

    mutating func add(_ extras: Extras?) {
      for attribute in extras?.attributes ?? [] { self[attribute.name] = attribute.value }
    }

    mutating func add(_ header: SampleHeader) {
      let descriptor = header.descriptor
      self["sourceName"] = descriptor.sourceName
      self["sourceVersion"] = descriptor.source.version
      self["device"] = descriptor.device?.text(address: header.deviceAddress)
      self["unit"] = descriptor.unitText
      self["creationDate"] = header.created?.description
      self["startDate"] = header.start.description
      self["endDate"] = header.end.description
      add(header.extras)
    }

    var json: String {
      let sorted = values.sorted {
        $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars)
      }
      return "{" + sorted.map { "\(Self.quoted($0.key)):\($0.value)" }.joined(separator: ",") + "}"
    }

    private static func quoted(_ text: String) -> String {
      var quoted = "\""
      for unit in text.utf16 {
        switch unit {
        case 0x22: quoted += "\\\""
        case 0x5C: quoted += "\\\\"
        case 0x08: quoted += "\\b"
        case 0x09: quoted += "\\t"
        case 0x0A: quoted += "\\n"
        case 0x0C: quoted += "\\f"
        case 0x0D: quoted += "\\r"
        case 0x20...0x7E: quoted.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
        default:
          let digits = String(unit, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      }
      return quoted + "\""
    }

    mutating func number(_ name: String, _ value: inout Number?) { self[name] = value?.description }
    mutating func date(_ name: String, _ value: inout Timestamp?) {
      self[name] = value?.description
    }
    mutating func text(_ name: String, _ value: inout String?) { self[name] = value }
  }
}

/// SHA-1 (FIPS 180-4, section 6.1), for identifiers that other programs calculate. Not used for security.
package enum SHA1 {
  /// The hash of some bytes, as 40 hexadecimal digits.
  ///
  /// - Complexity: Linear in the bytes, which are copied.
  package static func text(of bytes: [UInt8]) -> String {
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let length = UInt64(bytes.count) * 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: length >> shift))
    }
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var words = [UInt32](repeating: 0, count: 80)
    for block in stride(from: 0, to: message.count, by: 64) {
      for index in 0..<16 {
        words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(message[block + index * 4 + $1]) }
      }
      for index in 16..<80 {
        let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
        words[index] = rotated(word, 1)
      }
      mix(words, into: &state)
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }.joined()
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (choice, constant): (UInt32, UInt32) =
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5a82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case 40..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
      let next = rotated(a, 5) &+ choice &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }

  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
