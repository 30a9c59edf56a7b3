/// Finding bytes in spans, sixteen at a time: the inner loops of every tokenizer.
///
/// All functions take a range `from..<to` of a span and clamp it to what the span holds, so that no
/// index can lead outside. "Not found" is the end of that range.
@safe
@usableFromInline package enum ByteScan {
  /// The first byte that ends a plain run inside an attribute value: the closing quote, `<`, `&`, a
  /// control character (below 0x20) or a byte of a multi-byte character (0x80 and above).
  ///
  /// - Returns: Its index; `to` if it is not found.
  @inlinable
  public static func firstQuoteOrSpecial(
    quote: UInt8, in bytes: Span<UInt8>, from: Int, to: Int
  ) -> Int {
    let quotes = SIMD16(repeating: quote)
    let openings = SIMD16(repeating: UInt8(ascii: "<"))
    let ampersands = SIMD16(repeating: UInt8(ascii: "&"))
    return first(in: bytes, from: from, to: to) { block in
      (block .== quotes) .| (block .== openings) .| (block .== ampersands)
        .| isBelow(block, 0x20)
    }
  }

  /// The first byte that JSON cannot hold as it is inside a string: `"`, `\`, or below 0x20.
  ///
  /// - Returns: Its index; `to` if it is not found.
  @inlinable
  public static func firstJSONEscape(in bytes: Span<UInt8>, from: Int, to: Int) -> Int {
    let quotes = SIMD16(repeating: UInt8(ascii: "\""))
    let backslashes = SIMD16(repeating: UInt8(ascii: "\\"))
    let spaces = SIMD16(repeating: UInt8(ascii: " "))
    return first(in: bytes, from: from, to: to) { block in
      (block .== quotes) .| (block .== backslashes) .| (block .< spaces)
    }
  }

  /// The first byte equal to `byte`.
  ///
  /// - Returns: Its index; `to` if it is not found.
  @inlinable
  public static func firstIndex(
    of byte: UInt8, in bytes: Span<UInt8>, from: Int, to: Int
  ) -> Int {
    let wanted = SIMD16(repeating: byte)
    return first(in: bytes, from: from, to: to) { $0 .== wanted }
  }

  /// The first byte equal to one of two.
  ///
  /// - Parameter other: What else to look for.
  /// - Returns: Its index; `to` if it is not found.
  @inlinable
  public static func firstIndex(
    ofEither one: UInt8, or other: UInt8, in bytes: Span<UInt8>, from: Int, to: Int
  ) -> Int {
    let ones = SIMD16(repeating: one)
    let others = SIMD16(repeating: other)
    return first(in: bytes, from: from, to: to) { ($0 .== ones) .| ($0 .== others) }
  }

  /// The first byte of a multi-byte character (0x80 and above).
  ///
  /// - Returns: Its index; `to` if it is not found.
  @inlinable
  public static func firstNonASCII(in bytes: Span<UInt8>, from: Int, to: Int) -> Int {
    first(in: bytes, from: from, to: to) { isBelow($0, 0) }
  }

  /// How many line feeds a range holds.
  public static func newlineCount(in bytes: Span<UInt8>, from: Int, to: Int) -> Int {
    let range = clamped(from, to, bytes.count)
    let feeds = SIMD16(repeating: UInt8(ascii: "\n"))
    return unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      var total = 0
      var index = range.lowerBound
      while range.upperBound &- index >= 16 {
        // A lane counts to 255: one for each block.
        let end = min(range.upperBound, index &+ 16 &* 255)
        var lanes = SIMD16<UInt8>(repeating: 0)
        while end &- index >= 16 {
          let block = unsafe base.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
          // A mask is 0 or -1 in each lane.
          unsafe lanes &-= unsafeBitCast(block .== feeds, to: SIMD16<UInt8>.self)
          index &+= 16
        }
        for lane in 0..<16 { total &+= Int(lanes[lane]) }
      }
      while index < range.upperBound {
        total &+= unsafe base.load(fromByteOffset: index, as: UInt8.self) == feeds[0] ? 1 : 0
        index &+= 1
      }
      return total
    }
  }
}
