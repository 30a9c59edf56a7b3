import HealthBytes

/// Unpacks what is compressed by Snappy's format.
enum SnappyDecompressor {
  /// Unpacks a range of bytes.
  ///
  /// - Parameters:
  ///   - output: Gets the bytes from its first one on; long enough for `count`.
  ///   - count: How many bytes there are, as the page states it.
  static func unpack(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into output: inout [UInt8], count: Int
  ) throws(ParquetFault) {
    var index = range.lowerBound
    let end = range.upperBound
    guard try readVarint(bytes, &index, end) == UInt64(count), output.count >= count else {
      throw ParquetFault("found compressed bytes of another length than the page states")
    }
    var place = 0
    while index < end {
      let tag = Int(bytes[index])
      index += 1
      if tag & 3 == 0 {
        var length = tag >> 2
        if length >= 60 {
          let size = length - 59
          guard end - index >= size else { throw .short }
          length = 0
          for byte in 0..<size { length |= Int(bytes[index + byte]) << (8 * byte) }
          index += size
        }
        length += 1
        guard length <= end - index, length <= count - place else { throw outside }
        output.overwrite(at: place, with: bytes.extracting(index..<(index + length)))
        index += length
        place += length
        continue
      }
      let length: Int
      let offset: Int
      let size = tag & 3 == 3 ? 4 : tag & 3
      guard end - index >= size else { throw .short }
      if size == 1 {
        length = 4 + (tag >> 2) & 7
        offset = (tag >> 5) << 8 | Int(bytes[index])
      } else {
        length = 1 + tag >> 2
        var value = 0
        for byte in 0..<size { value |= Int(bytes[index + byte]) << (8 * byte) }
        offset = value
      }
      index += size
      guard offset > 0, offset <= place, length <= count - place else { throw outside }
      // Byte by byte: a copy may read what it has just written.
      for _ in 0..<length {
        output[place] = output[place &- offset]
        place &+= 1
      }
    }
    guard place == count else { throw .short }
  }

  private static var outside: ParquetFault {
    ParquetFault("found compressed bytes that reach out of their page")
  }
}
