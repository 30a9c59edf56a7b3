import HealthBytes

/// A column of a Parquet file: flat, one value or none in each row.
package struct ParquetColumn: Sendable, Equatable {
  /// What a column holds.
  package enum Kind: Sendable, Equatable {
    /// Integers of 16 bits.
    case int16
    /// Integers of 32 bits.
    case int32
    /// Integers of 64 bits.
    case int64
    /// Unsigned integers of 64 bits.
    case uint64
    /// Floating-point numbers of 64 bits.
    case double
    /// UTF-8.
    case text
    /// Any bytes.
    case bytes
    /// 16 bytes, the most significant first. No UUID by its type, as Spark 4.0 refuses these.
    case fixed16
    /// Days since 1970-01-01.
    case date
    /// Instants: units since 1970-01-01 00:00:00 UTC, so many of them in a second.
    case timestamp(unitsPerSecond: Int64)

    /// Microseconds since 1970-01-01 00:00:00 UTC.
    package static let microseconds = Kind.timestamp(unitsPerSecond: 1_000_000)

    /// Whether a value is a number of at most 64 bits.
    var isNumber: Bool {
      switch self {
      case .text, .bytes, .fixed16: false
      default: true
      }
    }
  }

  package let name: String
  package let kind: Kind
  /// Whether every row has a value.
  package let isRequired: Bool

  package init(_ name: String, _ kind: Kind, isRequired: Bool = false) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
  }
}

/// Numbers of the format's definition (`parquet.thrift`).
enum PhysicalType: Int32 {
  case boolean, int32, int64, int96, float, double, bytes, fixed

  /// The bytes of a value of fixed length, 16 of those whose length is stated; 0 for those with a length of their own.
  var width: Int {
    switch self {
    case .int32, .float: 4
    case .int64, .double: 8
    case .int96: 12
    case .fixed: 16
    case .boolean, .bytes: 0
    }
  }
}

/// How the values of a page are written.
enum Encoding: Int32 {
  case plain = 0
  case plainDictionary = 2
  case runLength = 3
  case delta = 5
  case dictionary = 8
}

extension ParquetColumn.Kind {
  var physicalType: PhysicalType {
    switch self {
    case .int16, .int32, .date: .int32
    case .int64, .uint64, .timestamp: .int64
    case .double: .double
    case .text, .bytes: .bytes
    case .fixed16: .fixed
    }
  }

  /// The older name of the type, which some programs know alone.
  var convertedType: Int32? {
    switch self {
    case .int16: 16
    case .uint64: 14
    case .text: 0
    case .date: 6
    case .timestamp(1_000_000): 10
    default: nil
    }
  }

  /// Whether values that follow one another are near each other: they are written as differences.
  var isDelta: Bool {
    switch self {
    case .int64, .uint64, .timestamp: true
    default: false
    }
  }

  /// Whether pages get smaller by compression: differences and hashes do not.
  var codec: Codec { isDelta || self == .fixed16 ? .none : .snappy }
}

extension ParquetColumn {
  /// Writes the column's element of the schema.
  func describe(to footer: inout CompactWriter) {
    footer.beginItem()
    footer.int32(1, kind.physicalType.rawValue)
    if kind == .fixed16 { footer.int32(2, 16) }
    footer.int32(3, isRequired ? 0 : 1)
    footer.text(4, name)
    if let convertedType = kind.convertedType { footer.int32(6, convertedType) }
    if let logicalType = kind.logicalType {
      footer.beginStructure(10)
      footer.beginStructure(logicalType)
      switch kind {
      case .timestamp(let units):
        footer.truth(1, true)
        footer.beginStructure(2)
        footer.beginStructure(units == 1_000 ? 1 : units == 1_000_000 ? 2 : 3)
        footer.endStructure()
        footer.endStructure()
      case .int16, .uint64:
        footer.byte(1, kind == .int16 ? 16 : 64)
        footer.truth(2, kind == .int16)
      default: break
      }
      footer.endStructure()
      footer.endStructure()
    }
    footer.endStructure()
  }
}

extension ParquetColumn.Kind {
  /// The field of the union of logical types.
  var logicalType: Int16? {
    switch self {
    case .text: 1
    case .date: 6
    case .timestamp: 8
    case .int16, .uint64: 10
    case .int32, .int64, .double, .bytes, .fixed16: nil
    }
  }
}
