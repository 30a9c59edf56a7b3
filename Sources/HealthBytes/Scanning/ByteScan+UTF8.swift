extension ByteScan {
  /// The first byte that is not UTF-8: the first byte of a sequence that is cut short, overlong, a
  /// surrogate or beyond U+10FFFF (Unicode 16, table 3-7).
  ///
  /// Runs of ASCII go sixteen bytes at a time.
  ///
  /// - Parameter to: The index before which to stop; a sequence that reaches over it counts as cut short.
  /// - Returns: Its index, or `nil` if all is well.
  public static func validateUTF8(_ bytes: Span<UInt8>, from: Int, to: Int) -> Int? {
    let range = clamped(from, to, bytes.count)
    let to = range.upperBound
    var index = range.lowerBound
    while true {
      index = firstNonASCII(in: bytes, from: index, to: to)
      // Where one multi-byte character is, others follow.
      while index < to, bytes[index] >= 0x80 {
        let length = sequenceLength(bytes, at: index, to: to)
        if length == 0 { return index }
        index += length
      }
      if index >= to { return nil }
    }
  }

  /// The length of the multi-byte character at `index`, 0 if it is not well-formed.
  private static func sequenceLength(_ bytes: Span<UInt8>, at index: Int, to: Int) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[index] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return 0
    }
    guard to - index >= length, second.contains(bytes[index + 1]) else { return 0 }
    for place in 2..<max(2, length) where bytes[index + place] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
