import HealthBytes

/// Compresses by Snappy's format: a length, then literals and copies of what came before.
///
/// Bytes are taken in fragments of 64 KiB. In each, a table has the place at which four bytes with some hash were last
/// seen; where the four bytes there are the same, a copy is as long as the bytes agree. Where nothing is found for long,
/// the search takes longer steps, so that random bytes cost little.
struct SnappyCompressor {
  private var table = [UInt16](repeating: 0, count: 1 << 13)

  private static var fragment: Int { 1 << 16 }
  /// So many bytes at the end of a fragment are literals: eight bytes can be read at any place before.
  private static var margin: Int { 15 }

  mutating func compress(_ bytes: Span<UInt8>, to output: inout ByteBuffer) {
    output.append(varint: UInt64(bytes.count))
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Self.fragment)
      compress(bytes, start, end, &output)
      start = end
    }
  }

  @inline(__always)
  private static func four(_ bytes: Span<UInt8>, _ index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: ByteScan.word(bytes, at: index) ?? 0)
  }

  @inline(__always)
  private static func slot(_ four: UInt32) -> Int { Int((four &* 0x1e35_a7bd) &>> 19) }

  private mutating func compress(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ output: inout ByteBuffer
  ) {
    var literal = start
    let last = end - Self.margin
    if last > start {
      for index in table.indices { table[index] = 0 }
      var index = start + 1
      var steps = 32
      while index < last {
        let word = Self.four(bytes, index)
        let slot = Self.slot(word)
        let candidate = start &+ Int(table[slot])
        table[slot] = UInt16(truncatingIfNeeded: index &- start)
        guard candidate < index, Self.four(bytes, candidate) == word else {
          index &+= steps &>> 5
          steps &+= 1
          continue
        }
        let length = Self.matchLength(bytes, candidate, index, end)
        Self.append(literal: literal..<index, bytes, &output)
        Self.append(copy: index - candidate, length, &output)
        index += length
        literal = index
        steps = 32
        if index < last {
          table[Self.slot(Self.four(bytes, index - 1))] =
            UInt16(truncatingIfNeeded: index - 1 - start)
        }
      }
    }
    Self.append(literal: literal..<end, bytes, &output)
  }

  /// How many bytes agree at two places of which the first four do.
  @inline(__always)
  private static func matchLength(
    _ bytes: Span<UInt8>, _ one: Int, _ other: Int, _ end: Int
  ) -> Int {
    var length = 4
    while other + length + 8 <= end, let a = ByteScan.word(bytes, at: one + length),
      let b = ByteScan.word(bytes, at: other + length)
    {
      let difference = a ^ b
      if difference != 0 { return length + difference.trailingZeroBitCount / 8 }
      length += 8
    }
    while other + length < end, bytes[one + length] == bytes[other + length] { length += 1 }
    return length
  }

  private static func append(
    literal range: Range<Int>, _ bytes: Span<UInt8>, _ output: inout ByteBuffer
  ) {
    guard !range.isEmpty else { return }
    let length = range.count - 1
    if length < 60 {
      output.append(UInt8(truncatingIfNeeded: length &<< 2))
    } else if length < 256 {
      output.append(60 << 2)
      output.append(UInt8(truncatingIfNeeded: length))
    } else {
      output.append(61 << 2)
      output.append(word: UInt64(length), count: 2)
    }
    output.append(bytes, range)
  }

  private static func append(copy offset: Int, _ length: Int, _ output: inout ByteBuffer) {
    var length = length
    while length > 64 {
      // The rest has to be a copy, too: of four bytes or more.
      let part = length < 68 ? 60 : 64
      append(longCopy: offset, part, &output)
      length -= part
    }
    if length < 12, offset < 2_048 {
      output.append(UInt8(truncatingIfNeeded: 1 | (length - 4) << 2 | (offset >> 8) << 5))
      output.append(UInt8(truncatingIfNeeded: offset))
    } else {
      append(longCopy: offset, length, &output)
    }
  }

  private static func append(longCopy offset: Int, _ length: Int, _ output: inout ByteBuffer) {
    output.append(word: UInt64(2 | (length - 1) << 2 | offset << 8), count: 3)
  }
}

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
    var filled = 0
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
        guard length <= end - index, length <= count - filled else { throw outside }
        output.overwrite(at: filled, with: bytes.extracting(index..<(index + length)))
        index += length
        filled += length
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
      guard offset > 0, offset <= filled, length <= count - filled else { throw outside }
      // Byte by byte: a copy may read what it has just written.
      for _ in 0..<length {
        output[filled] = output[filled &- offset]
        filled &+= 1
      }
    }
    guard filled == count else { throw .short }
  }

  private static var outside: ParquetFault {
    ParquetFault("found compressed bytes that reach out of their page")
  }
}
