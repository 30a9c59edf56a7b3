import HealthBytes

/// Integers as differences (`DELTA_BINARY_PACKED`): blocks of 128, each with its least difference, in four parts with a
/// bit width each.
enum DeltaEncoder {
  static var block: Int { 128 }
  static var part: Int { 32 }

  static func append(
    _ values: [UInt64], _ differences: inout [UInt64], to buffer: inout ByteBuffer
  ) {
    buffer.append(varint: UInt64(block))
    buffer.append(varint: UInt64(block / part))
    buffer.append(varint: UInt64(values.count))
    buffer.append(zigzag: Int64(bitPattern: values.first ?? 0))
    var start = 1
    while start < values.count {
      let end = min(values.count, start + block)
      var least = Int64.max
      for index in start..<end {
        least = min(least, Int64(bitPattern: values[index] &- values[index &- 1]))
      }
      differences.removeAll(keepingCapacity: true)
      for index in start..<end {
        differences.append(
          values[index] &- values[index &- 1] &- UInt64(bitPattern: least))
      }
      buffer.append(zigzag: least)
      // The last part is padded with zeros; parts without values have width 0.
      while differences.count % part != 0 { differences.append(0) }
      var widths: UInt64 = 0
      for first in stride(from: 0, to: differences.count, by: part) {
        var all: UInt64 = 0
        for index in first..<(first + part) { all |= differences[index] }
        widths |= UInt64(bitWidth(all)) << UInt64(8 * (first / part))
      }
      buffer.append(word: widths, count: block / part)
      for first in stride(from: 0, to: differences.count, by: part) {
        buffer.append(
          packing: differences, first..<(first + part),
          width: Int(widths >> UInt64(8 * (first / part)) & 255))
      }
      start = end
    }
  }
}

/// Reads what ``DeltaEncoder`` writes, as many values at a time as are wanted.
struct DeltaDecoder {
  private var index: Int
  private let end: Int
  private let part: Int
  private let parts: Int
  /// Values that were not read yet.
  private var left: Int
  private var value: UInt64
  private var isFirst = true
  private var least: UInt64 = 0
  /// Where the widths of the current block are, and the next of its parts.
  private var widths = 0
  private var next: Int
  private var width = 0
  private var bit = 0
  /// Differences of the current part that were not read yet.
  private var inPart = 0

  init(_ range: Range<Int>, _ bytes: Span<UInt8>) throws(ParquetFault) {
    index = range.lowerBound
    end = range.upperBound
    let block = try readVarint(bytes, &index, end)
    let parts = try readVarint(bytes, &index, end)
    let count = try readVarint(bytes, &index, end)
    let first = try readVarint(bytes, &index, end)
    guard block > 0, block <= 1 << 20, parts > 0, parts <= block, block % parts == 0,
      (block / parts) % 8 == 0, count <= UInt64(Int32.max)
    else { throw ParquetFault("found differences in blocks of an impossible size") }
    part = Int(block / parts)
    self.parts = Int(parts)
    left = Int(count)
    value = (first >> 1) ^ (0 &- (first & 1))
    next = self.parts
  }

  /// Reads values into the first places of an array.
  mutating func read(
    _ count: Int, into values: inout [UInt64], _ bytes: Span<UInt8>
  ) throws(ParquetFault) {
    guard count <= left else { throw .short }
    left -= count
    var filled = 0
    if isFirst, count > 0 {
      values[0] = value
      filled = 1
      isFirst = false
    }
    while filled < count {
      if inPart == 0 { try begin(bytes) }
      let some = min(inPart, count &- filled)
      for index in filled..<(filled &+ some) {
        let difference = width == 0 ? 0 : packed(bytes, bit: bit, width: width)
        bit &+= width
        value = value &+ least &+ difference
        values[index] = value
      }
      filled &+= some
      inPart &-= some
    }
  }

  private mutating func begin(_ bytes: Span<UInt8>) throws(ParquetFault) {
    if next == parts {
      let found = try readVarint(bytes, &index, end)
      least = (found >> 1) ^ (0 &- (found & 1))
      guard end - index >= parts else { throw .short }
      widths = index
      index += parts
      next = 0
    }
    width = Int(bytes[widths + next])
    next += 1
    guard width <= 64, (end - index) * 8 >= part * width else { throw .short }
    bit = index * 8
    index += part * width / 8
    inPart = part
  }
}
