import HealthBytes
import HealthModel
import HealthStore

/// A row as SQLite writes it: the types of its columns, and then their values.
struct Record: ~Copyable {
  private var types = ByteBuffer(capacity: 256)
  private var values = ByteBuffer(capacity: 1 << 10)

  mutating func removeAll() {
    types.removeAll()
    values.removeAll()
  }

  /// Adds an empty column.
  @inline(__always)
  mutating func addNull() { types.append(0) }

  /// Adds an integer, in as few bytes as possible.
  @inline(__always)
  mutating func add(_ value: Int64) {
    // Nought and one are types of their own.
    if value == 0 || value == 1 {
      types.append(8 &+ UInt8(truncatingIfNeeded: value))
      return
    }
    // The bits it takes, with that of the sign.
    let bits = 65 &- (value < 0 ? ~value : value).leadingZeroBitCount
    let (type, count): (UInt8, Int) =
      switch bits {
      case ...8: (1, 1)
      case ...16: (2, 2)
      case ...24: (3, 3)
      case ...32: (4, 4)
      case ...48: (5, 6)
      default: (6, 8)
      }
    types.append(type)
    add(UInt64(bitPattern: value) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count), count: count)
  }

  /// Adds an integer or NULL.
  @inline(__always)
  mutating func add(_ value: Int64?) {
    if let value { add(value) } else { addNull() }
  }

  /// Adds a number of a column of the type `REAL`. As in SQLite, an integral value is stored as an integer.
  @inline(__always)
  mutating func add(_ value: Double) {
    if value.magnitude < 0x1p47 {
      let whole = Int64(value)
      if Double(whole) == value { return add(whole) }
    }
    types.append(7)
    add(value.bitPattern, count: 8)
  }

  /// Adds an instant: seconds as an integer, or with a fraction.
  @inline(__always)
  mutating func add(seconds: Int64, nanoseconds: Int32) {
    if nanoseconds == 0 { return add(seconds) }
    add(Timestamp(secondsSince1970: seconds, nanoseconds: nanoseconds).timeIntervalSince1970)
  }

  @inline(__always)
  mutating func add(_ id: SampleID) {
    types.append(12 + 2 * 16)
    add(id.high, count: 8)
    add(id.low, count: 8)
  }

  mutating func add(_ text: String) {
    types.append(varint: UInt64(13 + 2 * text.utf8.count))
    values.append(utf8: text)
  }

  mutating func add(_ bytes: [UInt8]) {
    types.append(varint: UInt64(12 + 2 * bytes.count))
    values.append(bytes)
  }

  /// Adds the value of a column, of any type.
  mutating func add(_ value: StoreValue) {
    switch value {
    case .null: addNull()
    case .integer(let value): add(value)
    case .real(let value): add(value)
    case .text(let value): add(value)
    case .bytes(let value): add(value)
    case .id(let value): add(value)
    case .instant(let seconds, let nanoseconds):
      add(seconds: seconds, nanoseconds: nanoseconds)
    }
  }

  /// Adds the first bytes of a word, the highest first.
  @inline(__always)
  private mutating func add(_ word: UInt64, count: Int) {
    values.append(word: word.byteSwapped, count: count)
  }

  /// Bytes of the types, with the number that says how many these are: of two bytes at most, as no table has
  /// thousands of columns.
  private var headerCount: Int {
    types.count &+ ByteBuffer.countOfVarint(UInt64(types.count &+ 1))
  }

  var count: Int { headerCount &+ values.count }

  @inline(__always)
  func append(to buffer: inout ByteBuffer) {
    buffer.append(varint: UInt64(headerCount))
    types.withBytes { buffer.append($0) }
    values.withBytes { buffer.append($0) }
  }
}

extension ByteBuffer {
  /// Bytes of a number of variable length: seven bits in each, but for the ninth.
  @inline(__always)
  static func countOfVarint(_ value: UInt64) -> Int {
    value < 0x80 ? 1 : min(9, (70 &- value.leadingZeroBitCount) / 7)
  }

  /// Appends a number of variable length: seven bits in each byte, the highest first, and in all but the last a
  /// bit that says that more follow. The ninth byte has eight.
  @inline(__always)
  mutating func append(varint value: UInt64) {
    if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
    let count = Self.countOfVarint(value)
    let isLongest = count == 9
    var rest = isLongest ? value &>> 8 : value
    var mark: UInt64 = isLongest ? 0x80 : 0
    var bytes: UInt64 = 0
    for _ in 0..<min(count, 8) {
      bytes = bytes &<< 8 | (rest & 0x7f | mark)
      mark = 0x80
      rest &>>= 7
    }
    append(word: bytes, count: min(count, 8))
    if isLongest { append(UInt8(truncatingIfNeeded: value)) }
  }
}

extension Record {
  /// Makes the row of a sample, in the order of the columns of the table.
  ///
  /// - Parameter sample: The sample. Its number is the key of the row, and its column is empty.
  mutating func set(_ sample: inout SampleRow) {
    removeAll()
    addNull()
    add(sample.parent)
    add(sample.id)
    add(Int64(sample.ordinal))
    add(sample.digest)
    add(sample.kind.code)
    add(sample.series)
    add(sample.startColumns)
    add(sample.endColumns)
    add(sample.createdColumns)
    add(sample.deviceAddress)
    if let value = sample.value { add(value) } else { addNull() }
    add(sample.category)
    add(sample.metadata)
    add(sample.parts)
    if let exact = sample.exact { add(exact) } else { addNull() }
    if let extras = sample.extras { add(extras) } else { addNull() }
    if let uuid = sample.uuid { add(uuid.bits) } else { addNull() }
  }

  /// Adds a date: the instant and the offset.
  @inline(__always)
  private mutating func add(_ date: DateColumns?) {
    if let date {
      add(seconds: date.seconds, nanoseconds: date.nanoseconds)
      add(Int64(date.offsetMinutes))
    } else {
      addNull()
      addNull()
    }
  }
}
