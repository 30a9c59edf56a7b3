import HealthBytes

/// Why bytes are not what a file of Parquet has there.
struct ParquetFault: Error {
  let code: HealthError.Code
  let message: String

  init(_ message: String, _ code: HealthError.Code = .damaged) {
    self.message = message
    self.code = code
  }

  static var short: ParquetFault { ParquetFault("found the end of the bytes in a value") }
}

/// Reads structures of Thrift's compact protocol. Unknown fields are skipped; nothing is allocated by a length alone.
struct CompactReader {
  private(set) var index: Int
  private let end: Int
  private var depth = 0

  /// A reader of a range of bytes.
  init(_ range: Range<Int>) {
    index = range.lowerBound
    end = range.upperBound
  }

  /// The values of a structure nested deeper than this are refused.
  private static var deepest: Int { 16 }

  /// Reads a structure field by field. `read` gets the number and the type of a field: it reads the value and returns
  /// `true`, or returns `false` and the value is skipped.
  mutating func structure(
    _ bytes: Span<UInt8>,
    _ read: (inout CompactReader, Int16, UInt8) throws(ParquetFault) -> Bool
  ) throws(ParquetFault) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw ParquetFault("found structures nested too deeply") }
    var field: Int16 = 0
    while true {
      let head = try byte(bytes)
      let kind = head & 15
      if kind == 0 { return }
      let step = head >> 4
      if step == 0 {
        field = Int16(truncatingIfNeeded: try zigzag(bytes))
      } else {
        field = field &+ Int16(step)
      }
      if try !read(&self, field, kind) { try skip(kind, bytes) }
    }
  }

  /// Reads a list item by item; each item has to be read.
  mutating func list(
    _ bytes: Span<UInt8>, _ kind: UInt8,
    _ item: (inout CompactReader, UInt8) throws(ParquetFault) -> Void
  ) throws(ParquetFault) {
    guard kind == CompactWriter.Kind.list.rawValue else { throw Self.other }
    let head = try byte(bytes)
    let count = head >> 4 == 15 ? try varint(bytes) : UInt64(head >> 4)
    // An item has one byte at least.
    guard count <= UInt64(end - index) else { throw .short }
    for _ in 0..<count { try item(&self, head & 15) }
  }

  mutating func integer(_ bytes: Span<UInt8>, _ kind: UInt8) throws(ParquetFault) -> Int64 {
    switch kind {
    case 3: Int64(Int8(bitPattern: try byte(bytes)))
    case 4, 5, 6: try zigzag(bytes)
    default: throw Self.other
    }
  }

  /// An integer that is no negative one.
  mutating func count(_ bytes: Span<UInt8>, _ kind: UInt8) throws(ParquetFault) -> Int {
    let value = try integer(bytes, kind)
    guard value >= 0 else { throw ParquetFault("found a negative size or count") }
    return Int(value)
  }

  mutating func range(_ bytes: Span<UInt8>, _ kind: UInt8) throws(ParquetFault) -> Range<Int> {
    guard kind == CompactWriter.Kind.bytes.rawValue else { throw Self.other }
    let count = try varint(bytes)
    guard count <= UInt64(end - index) else { throw .short }
    defer { index += Int(count) }
    return index..<(index + Int(count))
  }

  mutating func text(_ bytes: Span<UInt8>, _ kind: UInt8) throws(ParquetFault) -> String {
    let range = try range(bytes, kind)
    guard let text = try? UTF8Span(validating: bytes.extracting(range)) else {
      throw ParquetFault("found a name that is not UTF-8")
    }
    return String(copying: text)
  }

  mutating func skip(_ kind: UInt8, _ bytes: Span<UInt8>) throws(ParquetFault) {
    switch CompactWriter.Kind(rawValue: kind) {
    case .yes, .no: break
    case .byte: _ = try byte(bytes)
    case .int16, .int32, .int64: _ = try varint(bytes)
    case .double:
      guard end - index >= 8 else { throw .short }
      index += 8
    case .bytes: _ = try range(bytes, kind)
    case .structure:
      try structure(bytes) { (_, _, _) throws(ParquetFault) in false }
    case .list, .set:
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.deepest else { throw ParquetFault("found lists nested too deeply") }
      try list(bytes, CompactWriter.Kind.list.rawValue) { (reader, kind) throws(ParquetFault) in
        // In a list a truth value has a byte of its own.
        if kind <= 2 { _ = try reader.byte(bytes) } else { try reader.skip(kind, bytes) }
      }
    case .map, nil: throw Self.other
    }
  }

  private static var other: ParquetFault { ParquetFault("found a value of another type") }

  private mutating func byte(_ bytes: Span<UInt8>) throws(ParquetFault) -> UInt8 {
    guard index < end else { throw .short }
    defer { index += 1 }
    return bytes[index]
  }

  private mutating func zigzag(_ bytes: Span<UInt8>) throws(ParquetFault) -> Int64 {
    let value = try varint(bytes)
    return Int64(bitPattern: value >> 1) ^ (0 &- Int64(value & 1))
  }

  private mutating func varint(_ bytes: Span<UInt8>) throws(ParquetFault) -> UInt64 {
    try readVarint(bytes, &index, end)
  }
}

/// An integer in groups of seven bits, the lowest first.
func readVarint(
  _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
) throws(ParquetFault) -> UInt64 {
  var value: UInt64 = 0
  var shift: UInt64 = 0
  while true {
    guard index < end else { throw .short }
    let byte = bytes[index]
    index += 1
    value |= UInt64(byte & 127) &<< shift
    if byte < 128 { return value }
    shift += 7
    guard shift < 64 else { throw ParquetFault("found an integer that is too long") }
  }
}

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
