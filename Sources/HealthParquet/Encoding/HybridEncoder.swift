import HealthBytes

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
