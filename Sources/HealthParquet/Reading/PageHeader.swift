import HealthBytes

struct PageHeader {
  /// What a page holds.
  enum Kind: Int {
    case data, index, dictionary, data2
  }

  var kind = Kind.index
  /// Bytes of the page after compression, and before.
  var packed = 0
  var unpacked = 0
  var values = 0
  var encoding: Int64 = 0
  /// Of the newer kind of data pages: the bytes of the levels, which are never compressed, and whether the values are.
  var levelBytes = 0
  var isCompressed = true
  /// CRC-32 of the bytes of the page, if it is stated.
  private(set) var checksum: UInt32?
  private(set) var length = 0

  /// Reads the header at the beginning of some bytes.
  init(_ bytes: Span<UInt8>, _ count: Int) throws(ParquetFault) {
    var reader = CompactReader(0..<count)
    var header = PageHeader()
    var hasKind = false
    try reader.structure(bytes) { (reader, field, kind) throws(ParquetFault) in
      switch field {
      case 1:
        guard let found = Kind(rawValue: try reader.count(bytes, kind)) else {
          throw ParquetFault("found a page of a kind that is not known")
        }
        header.kind = found
        hasKind = true
      case 2: header.unpacked = try reader.count(bytes, kind)
      case 3: header.packed = try reader.count(bytes, kind)
      case 4:
        header.checksum = UInt32(truncatingIfNeeded: try reader.integer(bytes, kind))
      case 5 where kind == 12, 7 where kind == 12, 8 where kind == 12:
        try header.read(&reader, bytes, isNewer: field == 8)
      default: return false
      }
      return true
    }
    guard hasKind else { throw ParquetFault("found a page without a kind") }
    self = header
    length = reader.index
  }

  private init() {}

  private mutating func read(
    _ reader: inout CompactReader, _ bytes: Span<UInt8>, isNewer: Bool
  ) throws(ParquetFault) {
    var header = self
    try reader.structure(bytes) { (reader, field, kind) throws(ParquetFault) in
      switch (field, isNewer) {
      case (1, _): header.values = try reader.count(bytes, kind)
      case (2, false), (4, true): header.encoding = try reader.integer(bytes, kind)
      case (5, true): header.levelBytes = try reader.count(bytes, kind)
      case (6, true):
        guard try reader.count(bytes, kind) == 0 else {
          throw ParquetFault("found nested values, expected a table", .unsupported)
        }
      case (7, true):
        header.isCompressed = kind == 1
        return false
      default: return false
      }
      return true
    }
    self = header
  }
}
