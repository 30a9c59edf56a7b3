import HealthBytes

enum Codec: Int32 {
  case none, snappy, gzip, lzo, brotli
  /// LZ4 in blocks with their lengths, as Hadoop writes it.
  case hadoopLZ4
  case zstd, lz4

  /// Unpacks bytes.
  ///
  /// - Parameters:
  ///   - output: Gets the bytes from its first one on; long enough for `count`.
  ///   - count: How many bytes there are, as the page states it.
  func unpack(
    _ bytes: Span<UInt8>, into output: inout [UInt8], count: Int
  ) throws(ParquetFault) {
    switch self {
    case .none: throw ParquetFault("found a page that is not compressed")
    case .lzo:
      throw ParquetFault("found pages compressed by LZO, which is not supported", .unsupported)
    case .snappy:
      try SnappyDecompressor.unpack(bytes, 0..<bytes.count, into: &output, count: count)
    case .gzip: try Self.unzip(bytes, into: &output, count: count)
    case .brotli: try Self.unpack(bytes, by: .brotli, into: &output, 0..<count)
    case .zstd: try Self.unpack(bytes, by: .zstd, into: &output, 0..<count)
    case .lz4: try Self.unpack(bytes, by: .lz4, into: &output, 0..<count)
    case .hadoopLZ4: try Self.unpackBlocks(bytes, into: &output, count: count)
    }
  }

  private static func unpack(
    _ bytes: Span<UInt8>, by library: CompressionLibrary, into output: inout [UInt8],
    _ range: Range<Int>
  ) throws(ParquetFault) {
    do throws(HealthError) { try library.unpack(bytes, into: &output, range) } catch {
      throw ParquetFault(error.message, error.code)
    }
  }

  private static func unzip(
    _ bytes: Span<UInt8>, into output: inout [UInt8], count: Int
  ) throws(ParquetFault) {
    let source = GzipSource(BytesSource(bytes.array))
    var unpacked = [UInt8](repeating: 0, count: count + 1)
    var length = 0
    do throws(HealthError) {
      while length < unpacked.count, case let some = try source.read(into: &unpacked, at: length),
        some > 0
      {
        length += some
      }
    } catch { throw ParquetFault(error.message, error.code) }
    guard length == count else { throw otherLength }
    output.overwrite(at: 0, with: unpacked.span.extracting(0..<count))
  }

  private static func unpackBlocks(
    _ bytes: Span<UInt8>, into output: inout [UInt8], count: Int
  ) throws(ParquetFault) {
    var (index, place) = (0, 0)
    func length() throws(ParquetFault) -> Int {
      guard bytes.count - index >= 4 else { throw .short }
      defer { index += 4 }
      return (0..<4).reduce(0) { $0 << 8 | Int(bytes[index + $1]) }
    }
    while index < bytes.count {
      let end = place + (try length())
      guard end <= count else { throw otherLength }
      // A block may be in several parts.
      while place < end {
        let packed = try length()
        guard packed <= bytes.count - index else { throw .short }
        let part = bytes.extracting(index..<(index + packed))
        try unpack(part, by: .lz4, into: &output, place..<end)
        index += packed
        place = end
      }
    }
    guard place == count else { throw otherLength }
  }

  private static var otherLength: ParquetFault {
    ParquetFault("found compressed bytes of another length than the page states")
  }
}

struct PageHeader {
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
