import HealthBytes

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
