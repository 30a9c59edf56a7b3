import HealthBytes

/// How pages are compressed.
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
    do throws(ByteError) { try library.unpack(bytes, into: &output, range) } catch {
      throw ParquetFault(error.message, error.code)
    }
  }

  private static func unzip(
    _ bytes: Span<UInt8>, into output: inout [UInt8], count: Int
  ) throws(ParquetFault) {
    let source = GzipSource(BytesSource(bytes.array))
    var unpacked = [UInt8](repeating: 0, count: count + 1)
    var length = 0
    do throws(ByteError) {
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
