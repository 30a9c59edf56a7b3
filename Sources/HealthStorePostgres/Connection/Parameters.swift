#if PostgreSQL
  import CHealthLibPQ
  import HealthBytes
  import HealthStore

  /// The values of a statement, in the server's binary form.
  struct Parameters: ~Copyable {
    /// The types by the numbers that every server has (`pg_type.dat`); 0 where the server may find out.
    private(set) var types: [Oid] = []
    private var places: [(start: Int, count: Int)?] = []
    private var bytes = ByteBuffer(capacity: 64)

    /// Values of a statement.
    init(_ values: [StoreValue] = []) {
      for value in values { append(value) }
    }

    /// Adds a value.
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
#endif
