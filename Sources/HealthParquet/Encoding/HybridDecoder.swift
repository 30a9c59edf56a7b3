import HealthBytes

/// Reads what ``HybridEncoder`` writes, as many values at a time as are wanted.
struct HybridDecoder {
  private var index: Int
  private let end: Int
  private let width: Int
  /// Values of the run or of the current packed bits.
  private var left = 0
  private var isRun = false
  private var value: UInt64 = 0
  /// The next bit of packed bits.
  private var bit = 0

  /// A decoder of a range of bytes.
  init(_ range: Range<Int>, width: Int) throws(ParquetFault) {
    guard width >= 0, width <= 32 else { throw ParquetFault("found values of \(width) bits") }
    index = range.lowerBound
    end = range.upperBound
    self.width = width
  }

  /// Reads values into the first places of an array.
  mutating func read(
    _ count: Int, into values: inout [UInt64], _ bytes: Span<UInt8>
  ) throws(ParquetFault) {
    var filled = 0
    while filled < count {
      if left == 0 { try begin(bytes) }
      let part = min(left, count &- filled)
      if isRun {
        for index in filled..<(filled &+ part) { values[index] = value }
      } else if width > 0 {
        for index in filled..<(filled &+ part) {
          values[index] = packed(bytes, bit: bit, width: width)
          bit &+= width
        }
      } else {
        for index in filled..<(filled &+ part) { values[index] = 0 }
      }
      filled &+= part
      left &-= part
    }
  }

  private mutating func begin(_ bytes: Span<UInt8>) throws(ParquetFault) {
    let head = try readVarint(bytes, &index, end)
    guard head >> 1 > 0, head >> 1 <= UInt64(Int32.max) else {
      throw ParquetFault("found a run of an impossible length")
    }
    let count = Int(head >> 1)
    isRun = head & 1 == 0
    if isRun {
      let size = (width + 7) / 8
      guard end - index >= size else { throw .short }
      value = 0
      for byte in 0..<size { value |= UInt64(bytes[index + byte]) << UInt64(8 * byte) }
      index += size
      left = count
    } else {
      // Some writers cut off the bytes of the last group that no value needs.
      let bits = min(count * 8 * width, (end - index) * 8)
      guard bits > 0 || width == 0 else { throw .short }
      bit = index * 8
      left = width == 0 ? count * 8 : bits / width
      guard left > 0 else { throw .short }
      index += (bits + 7) / 8
    }
  }
}

/// Writes small integers as runs of equal ones, and as packed bits where there are no runs: levels, and numbers of
/// dictionary entries.
enum HybridEncoder {
  static func append(_ values: [UInt64], width: Int, to buffer: inout ByteBuffer) {
    var literal = 0
    var index = 0
    while index < values.count {
      let value = values[index]
      var end = index &+ 1
      while end < values.count, values[end] == value { end &+= 1 }
      let pending = (index &- literal) & 7
      if pending > 0 {
        // Packed bits come in groups of eight: the last one is filled from the run.
        index = min(end, index &+ 8 &- pending)
        continue
      }
      if end &- index >= 8 {
        append(packing: values, literal..<index, width, to: &buffer)
        append(run: end - index, of: value, width: width, to: &buffer)
        literal = end
      }
      index = end
    }
    append(packing: values, literal..<values.count, width, to: &buffer)
  }

  static func append(run count: Int, of value: UInt64, width: Int, to buffer: inout ByteBuffer) {
    buffer.append(varint: UInt64(count) << 1)
    buffer.append(word: value, count: (width + 7) / 8)
  }

  private static func append(
    packing values: [UInt64], _ range: Range<Int>, _ width: Int, to buffer: inout ByteBuffer
  ) {
    guard !range.isEmpty else { return }
    let groups = (range.count + 7) / 8
    buffer.append(varint: UInt64(groups) << 1 | 1)
    let start = buffer.count
    buffer.append(packing: values, range, width: width)
    for _ in (buffer.count - start)..<(groups * width) { buffer.append(0) }
  }
}

extension ByteBuffer {
  /// Appends the lowest bits of values one after the other, the lowest bit first, with zeros up to a whole byte.
  ///
  /// - Parameter width: The bits of each, `0...64`.
  mutating func append(packing values: [UInt64], _ range: Range<Int>, width: Int) {
    guard width > 0 else { return }
    var word: UInt64 = 0
    var used = 0
    for index in range {
      let value = values[index]
      word |= value &<< UInt64(truncatingIfNeeded: used)
      let free = 64 &- used
      if width < free {
        used &+= width
      } else {
        append(word: word)
        // A shift by 64 would be one by 0.
        word = free == 64 ? 0 : value &>> UInt64(truncatingIfNeeded: free)
        used = width &- free
      }
    }
    if used > 0 { append(word: word, count: (used &+ 7) / 8) }
  }
}

/// The value of `width` bits, `1...64`, from a bit on that is counted from the first byte. All of them are in the span.
@inline(__always)
func packed(_ bytes: Span<UInt8>, bit: Int, width: Int) -> UInt64 {
  let byte = bit &>> 3
  let shift = UInt64(truncatingIfNeeded: bit & 7)
  let mask = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- width)
  if let word = ByteScan.word(bytes, at: byte) {
    let low = word &>> shift
    guard width &+ Int(shift) > 64 else { return low & mask }
    return (low | UInt64(bytes[byte &+ 8]) &<< (64 &- shift)) & mask
  }
  var value: UInt64 = 0
  var have = 0
  var index = byte
  var skip = Int(shift)
  while have < width {
    value |=
      (UInt64(bytes[index]) &>> UInt64(truncatingIfNeeded: skip))
      &<< UInt64(truncatingIfNeeded: have)
    have &+= 8 &- skip
    skip = 0
    index &+= 1
  }
  return value & mask
}

/// The bits that a value needs.
@inline(__always)
func bitWidth(_ value: UInt64) -> Int { 64 - value.leadingZeroBitCount }
