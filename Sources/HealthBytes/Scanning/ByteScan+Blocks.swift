extension ByteScan {
  /// A mask with a lane for each of sixteen bytes.
  @usableFromInline typealias Mask = SIMDMask<SIMD16<Int8>>

  /// The first index in `from..<to` for which `matches` is true, or `to`.
  ///
  /// Blocks may reach past `to` as long as the span does; what is found there does not count. Only
  /// the last bytes of the span itself need a shorter load.
  @inlinable
  @inline(__always)
  static func first(
    in bytes: Span<UInt8>, from: Int, to: Int, where matches: (SIMD16<UInt8>) -> Mask
  ) -> Int {
    let range = clamped(from, to, bytes.count)
    let to = range.upperBound
    let count = bytes.count
    return unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return to }
      var index = range.lowerBound
      let lastWhole = count &- 16
      while index <= lastWhole, index < to {
        let block = unsafe base.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let lane = firstLane(matches(block))
        if lane < 16 { return min(index &+ lane, to) }
        index &+= 16
      }
      guard index < to else { return to }
      let lane = firstLane(matches(unsafe partialBlock(base + index, count &- index)))
      return lane < 16 ? min(index &+ lane, to) : to
    }
  }

  /// The range `from..<to` as far as it lies in `0..<count`.
  @inlinable
  @inline(__always)
  static func clamped(_ from: Int, _ to: Int, _ count: Int) -> Range<Int> {
    let to = min(max(0, to), count)
    return unsafe Range(uncheckedBounds: (min(max(0, from), to), to))
  }

  /// The number of the first true lane; 16 if no lane is true.
  @inlinable
  @inline(__always)
  static func firstLane(_ mask: Mask) -> Int {
    let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let low = UInt64(littleEndian: halves[0])
    if low != 0 { return low.trailingZeroBitCount &>> 3 }
    return 8 &+ UInt64(littleEndian: halves[1]).trailingZeroBitCount &>> 3
  }

  /// The bytes below a limit when taken as signed numbers: below 0 all bytes of multi-byte
  /// characters, below 0x20 those and the control characters.
  @inlinable
  @inline(__always)
  static func isBelow(_ block: SIMD16<UInt8>, _ limit: Int8) -> Mask {
    unsafe unsafeBitCast(block, to: SIMD16<Int8>.self) .< SIMD16(repeating: limit)
  }

  /// Fewer than sixteen bytes, with zeros after them. Out of line: only the end of a span needs it.
  @inlinable
  @inline(never)
  static func partialBlock(_ base: UnsafeRawPointer, _ count: Int) -> SIMD16<UInt8> {
    let (low, high) = unsafe partialWords(base, count)
    return unsafe unsafeBitCast(SIMD2(low, high), to: SIMD16<UInt8>.self)
  }

  /// The first eight and the next eight of fewer than sixteen bytes, with zeros after them.
  ///
  /// No loop: two loads that overlap in the middle, the second shifted to its place.
  @inlinable
  @inline(__always)
  static func partialWords(_ base: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    if count >= 8 {
      let low = unsafe base.loadUnaligned(as: UInt64.self)
      let tail = unsafe base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      return (low, count == 8 ? 0 : UInt64(littleEndian: tail) &>> UInt64(128 &- count &* 8))
    }
    if count >= 4 {
      let low = unsafe UInt64(base.loadUnaligned(as: UInt32.self))
      let tail = unsafe UInt64(base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return (low | tail &<< UInt64(count &* 8 &- 32), 0)
    }
    var low: UInt64 = 0
    for index in 0..<count {
      unsafe low |= UInt64(base.load(fromByteOffset: index, as: UInt8.self)) &<< UInt64(index &* 8)
    }
    return (low, 0)
  }
}
