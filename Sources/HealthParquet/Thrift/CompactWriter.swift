import HealthBytes

/// Writes structures of Thrift's compact protocol, in which headers and footers of Parquet are.
struct CompactWriter: ~Copyable {
  private(set) var buffer = ByteBuffer(capacity: 256)
  /// The number of the field before, in each structure that is open.
  private var fields: [Int16] = [0]

  /// Empties it for another structure.
  mutating func removeAll() {
    buffer.removeAll()
    fields = [0]
  }

  /// The types of values.
  enum Kind: UInt8 {
    case yes = 1
    case no, byte, int16, int32, int64, double, bytes, list, set, map, structure
  }

  private mutating func begin(_ field: Int16, _ kind: Kind) {
    let step = field - fields[fields.count - 1]
    if step > 0, step < 16 {
      buffer.append(UInt8(truncatingIfNeeded: step) << 4 | kind.rawValue)
    } else {
      buffer.append(kind.rawValue)
      buffer.append(zigzag: Int64(field))
    }
    fields[fields.count - 1] = field
  }

  mutating func int32(_ field: Int16, _ value: Int32) {
    begin(field, .int32)
    buffer.append(zigzag: Int64(value))
  }

  mutating func int64(_ field: Int16, _ value: Int64) {
    begin(field, .int64)
    buffer.append(zigzag: value)
  }

  mutating func byte(_ field: Int16, _ value: UInt8) {
    begin(field, .byte)
    buffer.append(value)
  }

  mutating func truth(_ field: Int16, _ value: Bool) { begin(field, value ? .yes : .no) }

  mutating func text(_ field: Int16, _ value: String) {
    begin(field, .bytes)
    item(text: value)
  }

  mutating func bytes(_ field: Int16, _ value: [UInt8]) {
    begin(field, .bytes)
    buffer.append(varint: UInt64(value.count))
    buffer.append(value)
  }

  /// Begins a list; its items follow.
  mutating func list(_ field: Int16, _ kind: Kind, count: Int) {
    begin(field, .list)
    if count < 15 {
      buffer.append(UInt8(truncatingIfNeeded: count) << 4 | kind.rawValue)
    } else {
      buffer.append(0xf0 | kind.rawValue)
      buffer.append(varint: UInt64(count))
    }
  }

  mutating func item(text: String) {
    buffer.append(varint: UInt64(text.utf8.count))
    buffer.append(utf8: text)
  }

  mutating func item(int32 value: Int32) { buffer.append(zigzag: Int64(value)) }

  /// Items that are written already.
  mutating func items(_ bytes: borrowing ByteBuffer) { bytes.withBytes { buffer.append($0) } }

  mutating func beginStructure(_ field: Int16) {
    begin(field, .structure)
    fields.append(0)
  }

  /// Begins a structure that is an item of a list.
  mutating func beginItem() { fields.append(0) }

  mutating func endStructure() {
    buffer.append(0)
    fields.removeLast()
  }

  /// Ends the outermost structure.
  mutating func end() { buffer.append(0) }
}

extension ByteBuffer {
  /// Appends an integer in groups of seven bits, the lowest first.
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest > 127 {
      append(UInt8(truncatingIfNeeded: rest) | 128)
      rest &>>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends an integer whose sign is its lowest bit.
  mutating func append(zigzag value: Int64) {
    append(varint: UInt64(bitPattern: (value &<< 1) ^ (value &>> 63)))
  }
}
