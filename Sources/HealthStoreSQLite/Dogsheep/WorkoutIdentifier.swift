import HealthBytes
import HealthModel

/// The identifier of a workout in healthkit-to-sqlite: the SHA-1 of its attributes, metadata and events as
/// Python prints a dictionary to JSON, with sorted keys and nothing but ASCII.
enum WorkoutIdentifier {
  /// The identifier.
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

  /// Attributes of an element as an export writes them.
  private struct Attributes: AttributeVisitor {
    private var values: [String: String] = [:]

    /// The values by name; of a name that comes twice, the last.
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

    /// The attributes as an object.
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
