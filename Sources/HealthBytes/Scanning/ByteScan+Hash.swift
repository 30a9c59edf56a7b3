extension ByteScan {
  /// A hash of a range, for caches and tables that compare the bytes before they believe it.
  ///
  /// Sixteen bytes a step, each step one 64 by 64 bit multiplication folded to 64 bits, as in
  /// wyhash and rapidhash; those two publish other constants, so the values differ from theirs. The
  /// seeds are fixed: the same bytes give the same hash in every process, and somebody who wants
  /// collisions can make them. Never an identity.
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

  /// The two halves of a product, folded into one.
  @inlinable
  @inline(__always)
  static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.low ^ product.high
  }
}
