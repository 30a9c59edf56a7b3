#if PostgreSQL
  import CHealthLibPQ
  import HealthBytes
  import HealthModel
  import HealthStore

  /// The values of a statement, in the server's binary form.
  struct Parameters: ~Copyable {
    /// The types by the numbers that every server has (`pg_type.dat`); 0 where the server may find out.
    private(set) var types: [Oid] = []
    private var places: [(start: Int, count: Int)?] = []
    private var bytes = ByteBuffer(capacity: 64)

    init(_ values: [StoreValue] = []) {
      for value in values { append(value) }
    }

    mutating func append(_ value: StoreValue) {
      let start = bytes.count + 4
      bytes.append(field: value)
      if case .null = value {
        places.append(nil)
      } else {
        places.append((start, bytes.count - start))
      }
      types.append(value.type)
    }

    /// Adds numbers as one array (`bigint[]`).
    mutating func append(_ numbers: [Int64]) {
      let start = bytes.count
      // One dimension, nothing missing, elements of type bigint, how many, counted from 1.
      for word in [1, 0, 20, Int32(clamping: numbers.count), 1] as [Int32] {
        bytes.append(big: word)
      }
      for number in numbers { bytes.append(field: .integer(number)) }
      places.append((start, bytes.count - start))
      types.append(1016)
    }

    /// Adds texts as one array (`text[]`).
    mutating func append(_ texts: [String]) {
      let start = bytes.count
      for word in [1, 0, 25, Int32(clamping: texts.count), 1] as [Int32] { bytes.append(big: word) }
      for text in texts { bytes.append(field: .text(text)) }
      places.append((start, bytes.count - start))
      types.append(1009)
    }

    /// Lends the values in libpq's form.
    borrowing func withPointers<Result>(
      _ body: (
        Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
      ) -> Result
    ) -> Result {
      let lengths = places.map { Int32(clamping: $0?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: places.count)
      let places = places
      return bytes.withBytes { bytes in
        unsafe bytes.withUnsafeBufferPointer { bytes in
          unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
            let values = unsafe places.map { place -> UnsafePointer<CChar>? in
              guard let place, let base = bytes.baseAddress else { return nil }
              return unsafe base + place.start
            }
            return unsafe body(Int32(clamping: places.count), values, lengths, formats)
          }
        }
      }
    }
  }

  extension StoreValue {
    fileprivate var type: Oid {
      switch self {
      case .null: 0
      case .integer: 20
      case .real: 701
      case .text: 25
      case .bytes: 17
      case .id: 2950
      case .instant: 1184
      }
    }
  }

  extension ByteBuffer {
    /// Appends 32 bits, the highest first.
    @inline(__always)
    mutating func append(big value: Int32) {
      append(word: UInt64(UInt32(bitPattern: value).byteSwapped), count: 4)
    }

    /// Appends 64 bits, the highest first.
    @inline(__always)
    mutating func append(big value: UInt64) { append(word: value.byteSwapped) }

    /// Appends an integer of some bytes, preceded by their number.
    ///
    /// - Parameters:
    ///   - number: The number. One that is too large becomes the largest there is.
    ///   - width: 2, 4 or 8.
    @inline(__always)
    mutating func append(number: Int64, width: Int) {
      switch width {
      case 2: append(field: UInt64(UInt16(bitPattern: Int16(clamping: number))) &<< 48, count: 2)
      case 4: append(field: UInt64(UInt32(bitPattern: Int32(clamping: number))) &<< 32, count: 4)
      default: append(field: UInt64(bitPattern: number), count: 8)
      }
    }

    /// Appends a field of some bytes: how many, and the highest of a word.
    @inline(__always)
    private mutating func append(field word: UInt64, count: Int) {
      let (length, bytes) = (UInt64(truncatingIfNeeded: count &<< 24), word.byteSwapped)
      append(words: length | bytes &<< 32, bytes &>> 32, count: 4 &+ count)
    }

    /// Appends a field in the server's binary form: its length, its bytes.
    @inline(__always)
    mutating func append(field value: StoreValue, width: Int = 8) {
      switch value {
      case .null: append(big: -1 as Int32)
      case .integer(let number): append(number: number, width: width)
      case .real(let number):
        append(number: Int64(bitPattern: number.bitPattern), width: 8)
      case .instant(let seconds, let nanoseconds):
        append(number: PostgresEpoch.microseconds(seconds, nanoseconds: nanoseconds), width: 8)
      case .id(let id):
        append(big: 16 as Int32)
        append(big: id.high)
        append(big: id.low)
      case .text(let text):
        let text = TextEscape.encoded(text)
        append(big: Int32(clamping: text.utf8.count))
        append(utf8: text)
      case .bytes(let bytes):
        append(big: Int32(clamping: bytes.count))
        append(bytes)
      }
    }
  }

  /// Rows to be written to one table, in the form of `COPY … (FORMAT binary)`.
  struct CopyRows: ~Copyable {
    private var buffer: ByteBuffer
    /// How many bytes are sent at once.
    private static var chunk: Int { 1 << 18 }

    init() {
      buffer = ByteBuffer(capacity: 1 << 12)
      begin()
    }

    /// `PGCOPY`, a check of newlines, no flags, no extension.
    private mutating func begin() {
      buffer.append("PGCOPY\n")
      buffer.append(0xff)
      buffer.append("\r\n\0")
      buffer.append(big: 0 as Int32)
      buffer.append(big: 0 as Int32)
    }

    /// How many bytes there are where there is no row.
    static var headerCount: Int { 19 }

    var isEmpty: Bool { buffer.count == Self.headerCount }
    var count: Int { buffer.count }

    @inline(__always)
    mutating func begin(fields: Int) {
      buffer.append(word: UInt64(UInt16(truncatingIfNeeded: fields).byteSwapped), count: 2)
    }

    /// Adds a row.
    ///
    /// - Parameter widths: The widths of integers in bytes; 8 by default.
    mutating func append(_ row: [StoreValue], widths: [Int] = [], _ last: Int64) {
      begin(fields: row.count + 1)
      for (column, value) in row.enumerated() {
        buffer.append(field: value, width: column < widths.count ? widths[column] : 8)
      }
      append(last)
    }

    /// Adds a number or NULL to the current row.
    @inline(__always)
    mutating func append(_ number: Int64?, width: Int = 8) {
      guard let number else { return appendNull() }
      buffer.append(number: number, width: width)
    }

    @inline(__always)
    mutating func append(_ number: Double?) {
      append(number.map { Int64(bitPattern: $0.bitPattern) })
    }

    /// Adds an instant and the offset of its clock: two columns.
    @inline(__always)
    mutating func append(_ date: DateColumns?) {
      guard let date else {
        appendNull()
        return appendNull()
      }
      append(PostgresEpoch.microseconds(date.seconds, nanoseconds: date.nanoseconds))
      append(Int64(date.offsetMinutes), width: 2)
    }

    @inline(__always)
    mutating func append(_ id: SampleID?) {
      guard let id else { return appendNull() }
      buffer.append(field: .id(id))
    }

    @inline(__always)
    mutating func append(_ text: String?) {
      guard let text else { return appendNull() }
      buffer.append(field: .text(text))
    }

    @inline(__always)
    private mutating func appendNull() { buffer.append(big: -1 as Int32) }

    /// Ends the rows, passes them on in chunks, and starts again.
    ///
    /// - Parameter send: Sends a chunk; `false` ends it.
    mutating func withPieces(_ send: (Span<UInt8>) -> Bool) -> Bool {
      buffer.append(word: 0xffff, count: 2)
      let isSent = buffer.withBytes { bytes in
        var sent = 0
        while sent < bytes.count {
          let end = min(sent + Self.chunk, bytes.count)
          guard send(bytes.extracting(sent..<end)) else { return false }
          sent = end
        }
        return true
      }
      buffer.removeAll(keepingCapacity: buffer.count < 1 << 21)
      begin()
      return isSent
    }
  }
#endif
