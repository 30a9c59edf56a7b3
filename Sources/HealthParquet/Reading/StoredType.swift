/// The type of a column as a file states it: how values are stored, and what they mean.
struct StoredType: Sendable, Equatable {
  /// What the values of a physical type mean.
  enum Meaning: Sendable, Equatable {
    /// Nothing more than the physical type.
    case plain
    /// Nothing: a column without any value, which programs write if they cannot tell a type.
    case empty
    case text, date
    case timestamp(unitsPerSecond: Int64, isUTC: Bool)
    case wholeDecimal
    /// What no column of ours has, by its name.
    case other(String)
  }

  var physical = PhysicalType.boolean
  /// The bytes of a value of fixed length.
  var length = 0
  var meaning = Meaning.plain

  /// Bytes of a plain value; 0 for those with a length of their own.
  var width: Int { physical == .fixed ? length : physical.width }

  /// What a column is read as that has to be of a kind: integers of any length, instants in any unit, binary values of any
  /// kind. Some programs write integers as floating point where values are missing, and large ones as decimals.
  ///
  /// - Returns: The kind of the values; `nil` if they cannot be read as that.
  func kind(for wanted: ParquetColumn.Kind) -> ParquetColumn.Kind? {
    switch (wanted, physical, meaning) {
    case (_, _, .empty): wanted
    case (.int16, .int32, .plain), (.int32, .int32, .plain), (.int64, .int32, .plain),
      (.uint64, .int32, .plain), (.int16, .int64, .plain), (.int32, .int64, .plain),
      (.int64, .int64, .plain), (.uint64, .int64, .plain), (.int16, .double, .plain),
      (.int32, .double, .plain), (.int64, .double, .plain), (.uint64, .double, .plain),
      (.int64, .fixed, .wholeDecimal), (.uint64, .fixed, .wholeDecimal),
      (.double, .double, .plain), (.date, .int32, .date):
      wanted
    case (.text, .bytes, .plain), (.text, .bytes, .text), (.bytes, .bytes, .plain),
      (.bytes, .bytes, .text):
      wanted
    case (.fixed16, .bytes, .plain): wanted
    case (.fixed16, .fixed, .plain) where length == 16: wanted
    case (.timestamp, .int96, .plain): .microseconds
    case (.timestamp, .int64, .timestamp(let units, true)): .timestamp(unitsPerSecond: units)
    default: nil
    }
  }

  /// What the column holds, for messages.
  var title: String {
    switch meaning {
    case .empty: "no values"
    case .text: "text"
    case .date: "dates"
    case .timestamp(_, let isUTC): isUTC ? "instants" : "times without a zone"
    case .wholeDecimal: "decimals"
    case .other(let name): name
    case .plain:
      switch physical {
      case .boolean: "booleans"
      case .int32: "32-bit integers"
      case .int64: "64-bit integers"
      case .int96: "instants"
      case .float: "32-bit floating point"
      case .double: "64-bit floating point"
      case .bytes: "bytes"
      case .fixed: "\(length) bytes"
      }
    }
  }
}

extension ParquetColumn.Kind {
  /// What a column of the kind holds, for messages.
  package var title: String {
    switch self {
    case .int16, .int32, .int64, .uint64: "integers"
    case .double: "64-bit floating point"
    case .text: "text"
    case .bytes: "bytes"
    case .fixed16: "16 bytes"
    case .date: "dates"
    case .timestamp: "instants in UTC (TIMESTAMP)"
    }
  }
}

/// An element of a file's schema: a column, or what holds columns.
struct SchemaElement {
  var name = ""
  var children = 0
  var repetition = 0
  /// `nil` for a type that the format does not define.
  private(set) var type: StoredType?

  init(_ reader: inout CompactReader, _ bytes: Span<UInt8>) throws(ParquetFault) {
    var element = SchemaElement()
    var (physical, converted, scale, length) = (-1, -1, 0, 0)
    var meaning: StoredType.Meaning?
    try reader.structure(bytes) { (reader, field, kind) throws(ParquetFault) in
      switch field {
      case 1: physical = try reader.count(bytes, kind)
      case 2: length = try reader.count(bytes, kind)
      case 3: element.repetition = try reader.count(bytes, kind)
      case 4: element.name = try reader.text(bytes, kind)
      case 5: element.children = try reader.count(bytes, kind)
      case 6: converted = try reader.count(bytes, kind)
      case 7: scale = try reader.count(bytes, kind)
      case 10 where kind == 12: meaning = try Self.meaning(&reader, bytes)
      default: return false
      }
      return true
    }
    self = element
    type = PhysicalType(rawValue: Int32(clamping: physical)).map { physical in
      let meaning = meaning ?? Self.meaning(ofConverted: converted)
      return StoredType(
        physical: physical, length: length,
        meaning: meaning == .wholeDecimal && scale != 0 ? .other("decimals") : meaning)
    }
  }

  private init() {}

  /// The meaning of the older name of a type.
  private static func meaning(ofConverted converted: Int) -> StoredType.Meaning {
    switch converted {
    case 0, 4, 19: .text
    case 1...3: .other("nested values")
    case 5: .wholeDecimal
    case 6: .date
    case 7, 8: .other("times of day")
    case 9: .timestamp(unitsPerSecond: 1_000, isUTC: true)
    case 10: .timestamp(unitsPerSecond: 1_000_000, isUTC: true)
    case 21: .other("intervals")
    default: .plain
    }
  }

  /// The meaning of a logical type; `nil` for one that adds nothing.
  private static func meaning(
    _ reader: inout CompactReader, _ bytes: Span<UInt8>
  ) throws(ParquetFault) -> StoredType.Meaning? {
    var found: StoredType.Meaning?
    try reader.structure(bytes) { (reader, field, kind) throws(ParquetFault) in
      switch field {
      case 1, 4, 12: found = .text
      case 2, 3, 16: found = .other("nested values")
      case 5: found = .wholeDecimal
      case 6: found = .date
      case 7: found = .other("times of day")
      case 11: found = .empty
      case 15: found = .other("16-bit floating point")
      case 8 where kind == 12:
        var (units, isUTC): (Int64, Bool) = (1_000_000, false)
        try reader.structure(bytes) { (reader, field, kind) throws(ParquetFault) in
          if field == 1 { isUTC = kind == 1 }
          guard field == 2, kind == 12 else { return false }
          try reader.structure(bytes) { (_, field, _) throws(ParquetFault) in
            units = field == 1 ? 1_000 : field == 2 ? 1_000_000 : 1_000_000_000
            return false
          }
          return true
        }
        found = .timestamp(unitsPerSecond: units, isUTC: isUTC)
        return true
      default: break
      }
      return false
    }
    return found
  }
}
