import HealthFormats

/// FIT files in memory, made independently of the writer.
struct FITBytes {
  private var body: [UInt8] = []

  /// A field: its number, the code of its type, the number of its bytes and its value.
  typealias Field = (number: UInt8, type: UInt8, size: Int, value: UInt64)

  init(type: UInt64 = 4) { add(0, [(0, 0, 1, type), (3, 0x8C, 4, 7)]) }

  /// Adds a message with its definition.
  mutating func add(
    _ message: UInt16, _ fields: [Field], texts: [(number: UInt8, text: String)] = [],
    developer: [(number: UInt8, index: UInt8, value: [UInt8])] = []
  ) {
    body += [
      developer.isEmpty ? 0x40 : 0x60, 0, 0, UInt8(message & 0xFF), UInt8(message >> 8),
      UInt8(fields.count + texts.count),
    ]
    for field in fields { body += [field.number, UInt8(field.size), field.type] }
    for text in texts { body += [text.number, UInt8(text.text.utf8.count + 1), 7] }
    if !developer.isEmpty {
      body.append(UInt8(developer.count))
      for field in developer { body += [field.number, UInt8(field.value.count), field.index] }
    }
    body.append(0)
    for field in fields {
      body += (0..<field.size).map { UInt8(truncatingIfNeeded: field.value >> (8 * UInt64($0))) }
    }
    for text in texts { body += Array(text.text.utf8) + [0] }
    for field in developer { body += field.value }
  }

  var bytes: [UInt8] {
    let count = body.count
    // A checksum of 0 is not checked.
    return [12, 0x20, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
      + Array(".FIT".utf8) + body + [0, 0]
  }
}
