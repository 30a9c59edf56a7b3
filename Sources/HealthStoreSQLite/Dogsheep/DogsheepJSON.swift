import HealthBytes
import HealthFormats
import HealthModel

/// Prints structures as JSON, as healthkit-to-sqlite prints the events of a workout: attributes with the export's names
/// and their exact text as strings.
///
/// Points of routes are left out: they have a table.
struct DogsheepJSON: ~Copyable {
  var buffer = ByteBuffer(capacity: 1 << 10)
  private var needsComma = false
  /// How many structures had an order or names of their own, which are not printed.
  private(set) var lostOrders = 0
  /// How many numbers have a text form that JSON does not reproduce.
  private(set) var lostSpellings = 0

  mutating func list(_ structures: Sample.Structures) {
    items(structures.count, "[", "]") { $0.object(structures[$1]) }
  }

  mutating func object(_ structure: (fields: [Sample.Field], extras: Extras?)) {
    members { json in
      for field in structure.fields where !field.isEmpty { json.member(field) }
      if let extras = structure.extras { json.unknown(extras) }
    }
  }

  /// Prints what has no field: attributes as members, and content.
  mutating func unknown(_ extras: Extras) {
    if !extras.order.isEmpty || !extras.renamed.isEmpty { lostOrders += 1 }
    for attribute in extras.attributes { member(attribute.name, attribute.value) }
    // The line ends between elements mean nothing.
    let content = extras.content.filter { node in
      guard case .text(let text) = node else { return true }
      return !text.utf8.allSatisfy { [9, 10, 13, 32].contains($0) }
    }
    guard !content.isEmpty else { return }
    key("content")
    buffer.append(json: content)
  }

  /// Prints an object whose members a closure prints.
  mutating func members(_ print: (inout DogsheepJSON) -> Void) {
    let outer = needsComma
    needsComma = false
    buffer.append(UInt8(ascii: "{"))
    print(&self)
    buffer.append(UInt8(ascii: "}"))
    needsComma = outer
  }

  /// Prints metadata as an object; of a key that comes more than once, the values as a list.
  mutating func object(_ metadata: [MetadataEntry]) {
    members { json in
      for (index, entry) in metadata.enumerated() {
        let key = entry.key
        guard !metadata[..<index].contains(where: { $0.key == key }) else { continue }
        json.key(key.identifier)
        let values = metadata[index...].filter { $0.key == key }
        if values.count == 1 {
          json.buffer.append(json: entry.value)
        } else {
          json.items(values.count, "[", "]") { $0.buffer.append(json: values[$1].value) }
        }
      }
    }
  }

  mutating func list(_ beats: [QuantitySample.Beat]) {
    items(beats.count, "[", "]") { json, index in
      json.members { json in
        json.member("bpm", beats[index].bpm.description)
        json.member("time", beats[index].time)
      }
    }
  }

  private mutating func items(
    _ count: Int, _ open: StaticString, _ close: StaticString,
    _ print: (inout DogsheepJSON, Int) -> Void
  ) {
    buffer.append(open)
    for index in 0..<count {
      if index > 0 { buffer.append(", ") }
      print(&self, index)
    }
    buffer.append(close)
  }

  private mutating func key(_ name: String) {
    if needsComma { buffer.append(", ") }
    needsComma = true
    buffer.append(json: name)
    buffer.append(": ")
  }

  private mutating func member(_ name: String, _ text: String) {
    key(name)
    buffer.append(json: text)
  }

  /// Prints a field that is not empty. Nested samples are left out: only workouts have them, and they are rows.
  private mutating func member(_ field: Sample.Field) {
    switch field.value {
    case .number(let number?): member(field.name, number.description)
    case .date(let date?): member(field.name, date.description)
    case .text(let text?): member(field.name, text)
    case .bytes(let bytes):
      key(field.name)
      buffer.append(UInt8(ascii: "\""))
      buffer.append(base64: bytes.span)
      buffer.append(UInt8(ascii: "\""))
    case .metadata(let metadata):
      key(field.name)
      object(metadata.entries)
    case .numbers(let numbers):
      key(field.name)
      list(numbers)
    case .list(let structures) where structures.points == nil:
      key(field.name)
      list(structures)
    case .sideFile(let file):
      key(field.name)
      object(file[0])
    case .number, .date, .text, .list, .samples: break
    }
  }

  /// Prints numbers, which are for calculation: not as text, as attributes are.
  mutating func list(_ numbers: [Number]) {
    items(numbers.count, "[", "]") { json, index in
      if !numbers[index].isSpelledAsJSON { json.lostSpellings += 1 }
      json.buffer.append(json: numbers[index])
    }
  }
}
