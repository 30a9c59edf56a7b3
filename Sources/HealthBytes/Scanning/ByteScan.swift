/// Searches spans of bytes, sixteen bytes at a time: the inner loops of all tokenizers.
///
/// All functions take a range `from..<to` of a span and clamp it to the span, so no index is out of bounds. If nothing is
/// found, they return the end of the range.
@safe
@usableFromInline package enum ByteScan {
  /// The first byte that ends plain text in an attribute value: the closing quote, `<`, `&`, a
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

  /// The first byte that must be escaped in a JSON string: `"`, `\`, or below 0x20.
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
  /// - Parameter other: The second byte to search for.
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
        // A lane counts up to 255 blocks.
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

extension ByteScan {
  /// Whether the bytes of `span` from `index` on begin with all of `other`.
  ///
  /// - Parameter index: Where to begin; outside of the span nothing is equal.
  @inlinable
  public static func equal(_ span: Span<UInt8>, at index: Int, to other: [UInt8]) -> Bool {
    equal(span, at: index, to: other.span)
  }

  /// Whether the bytes of `span` from `index` on begin with all of `other`.
  ///
  /// - Parameter index: Where to begin; outside of the span nothing is equal.
  @inlinable
  public static func equal(_ span: Span<UInt8>, at index: Int, to other: Span<UInt8>) -> Bool {
    unsafe other.withUnsafeBytes { unsafe equal(span, index, $0.baseAddress, $0.count) }
  }

  /// Whether the bytes of `span` from `index` on begin with a literal. The compiler knows its length, so that a few loads and
  /// comparisons remain.
  ///
  /// - Parameter index: Where to begin; outside of the span nothing is equal.
  @inlinable
  @inline(__always)
  public static func equal(_ span: Span<UInt8>, at index: Int, to other: StaticString) -> Bool {
    unsafe equal(span, index, UnsafeRawPointer(other.utf8Start), other.utf8CodeUnitCount)
  }

  @inlinable
  @inline(__always)
  static func equal(
    _ span: Span<UInt8>, _ index: Int, _ other: UnsafeRawPointer?, _ count: Int
  ) -> Bool {
    guard index >= 0, index <= span.count, span.count &- index >= count else { return false }
    return unsafe span.withUnsafeBytes { buffer in
      guard count > 0, let base = buffer.baseAddress, let other = unsafe other else {
        return count == 0
      }
      return unsafe equal(base + index, other, count)
    }
  }

  /// Compares eight bytes at a time; the last eight overlap the ones before.
  @inlinable
  @inline(__always)
  static func equal(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
    guard count >= 8 else {
      return unsafe partialWords(one, count).0 == partialWords(other, count).0
    }
    var index = 0
    while index < count &- 8 {
      if unsafe word(one, index) != word(other, index) { return false }
      index &+= 8
    }
    return unsafe word(one, count &- 8) == word(other, count &- 8)
  }

  /// Eight bytes as a little-endian word.
  ///
  /// - Returns: The word, or `nil` if not all eight bytes are in the span.
  @inlinable
  @inline(__always)
  public static func word(_ bytes: Span<UInt8>, at index: Int) -> UInt64? {
    guard index >= 0, index <= bytes.count &- 8 else { return nil }
    return unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      return unsafe word(base, index)
    }
  }

  @inlinable
  @inline(__always)
  static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension ByteScan {
  /// A hash of a range, for caches and tables that also compare the bytes.
  ///
  /// Each step hashes sixteen bytes with one 64 by 64 bit multiplication, folded to 64 bits, as in wyhash and rapidhash but
  /// with other constants, so the values differ. The seeds are fixed: the same bytes have the same hash in every process, and
  /// collisions can be made on purpose. It must not be used as an identity.
  @inlinable
  public static func hash64(_ bytes: Span<UInt8>, from: Int, to: Int) -> UInt64 {
    let range = clamped(from, to, bytes.count)
    let count = range.count
    // Digits of the square roots of 2, 3 and 5, made odd.
    var state: UInt64 = 0x6A09_E667_F3BC_C909
    guard count > 0 else { return state }
    return unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return state }
      var base = unsafe start + range.lowerBound
      var rest = count
      while rest > 16 {
        state = unsafe fold(word(base, 0) ^ state, word(base, 8) ^ 0xBB67_AE85_84CA_A73B)
        unsafe base += 16
        rest &-= 16
      }
      let low: UInt64
      let high: UInt64
      if rest == 16 {
        (low, high) = unsafe (word(base, 0), word(base, 8))
      } else {
        (low, high) = unsafe partialWords(base, rest)
      }
      state = fold(low ^ state, high ^ 0xBB67_AE85_84CA_A73B)
      return fold(state, 0x3C6E_F372_FE94_F82B ^ UInt64(truncatingIfNeeded: count))
    }
  }

  /// The exclusive or of the two halves of a product.
  @inlinable
  @inline(__always)
  static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.low ^ product.high
  }
}

extension ByteScan {
  /// The first byte that is not UTF-8: the first byte of a sequence that is cut short, overlong, a
  /// surrogate or beyond U+10FFFF (Unicode 16, table 3-7).
  ///
  /// Runs of ASCII go sixteen bytes at a time.
  ///
  /// - Parameter to: The end of the range; a sequence that extends beyond it counts as cut short.
  /// - Returns: Its index, or `nil` if all bytes are UTF-8.
  public static func validateUTF8(_ bytes: Span<UInt8>, from: Int, to: Int) -> Int? {
    let range = clamped(from, to, bytes.count)
    let to = range.upperBound
    var index = range.lowerBound
    while true {
      index = firstNonASCII(in: bytes, from: index, to: to)
      // Multi-byte characters often follow one another.
      while index < to, bytes[index] >= 0x80 {
        let length = sequenceLength(bytes, at: index, to: to)
        if length == 0 { return index }
        index += length
      }
      if index >= to { return nil }
    }
  }

  /// The first byte that is not UTF-8, as ``validateUTF8(_:from:to:)``, and the first that is zero, in one pass.
  public static func validateText(
    _ bytes: Span<UInt8>, from: Int, to: Int
  ) -> (invalid: Int?, zero: Int?) {
    let range = clamped(from, to, bytes.count)
    let to = range.upperBound
    let zeros = SIMD16<UInt8>(repeating: 0)
    var index = range.lowerBound
    while true {
      index = first(in: bytes, from: index, to: to) { isBelow($0, 0) .| ($0 .== zeros) }
      if index >= to { return (nil, nil) }
      if bytes[index] == 0 { return (validateUTF8(bytes, from: index, to: to), index) }
      while index < to, bytes[index] >= 0x80 {
        let length = sequenceLength(bytes, at: index, to: to)
        if length == 0 { return (index, nil) }
        index += length
      }
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

extension ByteScan {
  /// The first byte that must be escaped in XML, or may have to be: `"`, `<`, `>`, `&`, a control
  /// character (below 0x20), or 0xEF, which begins the characters U+FFFE and U+FFFF among others.
  ///
  /// - Returns: Its index; `to` if it is not found.
  @inlinable
  public static func firstXMLEscape(in bytes: Span<UInt8>, from: Int, to: Int) -> Int {
    let quotes = SIMD16(repeating: UInt8(ascii: "\""))
    let openings = SIMD16(repeating: UInt8(ascii: "<"))
    let closings = SIMD16(repeating: UInt8(ascii: ">"))
    let ampersands = SIMD16(repeating: UInt8(ascii: "&"))
    let spaces = SIMD16(repeating: UInt8(ascii: " "))
    let leads = SIMD16<UInt8>(repeating: 0xEF)
    return first(in: bytes, from: from, to: to) { block in
      (block .== quotes) .| (block .== openings) .| (block .== closings)
        .| (block .== ampersands) .| (block .< spaces) .| (block .== leads)
    }
  }
}

extension Collection<UInt8> {
  /// How many bytes at the beginning are the byte order mark of UTF-8: 3 or 0.
  package var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
