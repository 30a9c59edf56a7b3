extension ByteBuffer {
  /// Appends the first bytes of a word, the lowest first, with one store for any count.
  ///
  /// - Parameter count: How many of them, `0...8`.
  @inlinable
  @inline(__always)
  public mutating func append(word: UInt64, count: Int = 8) {
    reserve(8)
    unsafe UnsafeMutableRawPointer(base + end).storeBytes(of: word.littleEndian, as: UInt64.self)
    end &+= min(max(0, count), 8)
  }

  /// Appends the first bytes of two words, as ``append(word:count:)`` does of one.
  ///
  /// - Parameter count: How many of them, `0...16`.
  @inlinable
  @inline(__always)
  public mutating func append(words first: UInt64, _ second: UInt64, count: Int) {
    reserve(16)
    let place = unsafe UnsafeMutableRawPointer(base + end)
    unsafe place.storeBytes(of: first.littleEndian, as: UInt64.self)
    unsafe place.storeBytes(of: second.littleEndian, toByteOffset: 8, as: UInt64.self)
    end &+= min(max(0, count), 16)
  }

  /// Appends the last hexadecimal digits of a word, in lower case.
  ///
  /// - Parameter digits: How many digits, `1...16`; by default, as many as it has without leading zeros.
  @inlinable
  public mutating func append(hexadecimal word: UInt64, digits: Int? = nil) {
    let significant = max(1, 16 &- word.leadingZeroBitCount / 4)
    let digits = min(max(1, digits ?? significant), 16)
    let shifted = word &<< UInt64(truncatingIfNeeded: 64 &- 4 &* digits)
    let head = Self.hexadecimal(UInt32(truncatingIfNeeded: shifted &>> 32))
    append(word: head, count: digits)
    if digits > 8 {
      append(word: Self.hexadecimal(UInt32(truncatingIfNeeded: shifted)), count: digits &- 8)
    }
  }

  /// The eight hexadecimal digits of a 32-bit number, the first digit in the lowest byte.
  ///
  /// - Returns: The digits, in lower case.
  @inlinable
  public static func hexadecimal(_ half: UInt32) -> UInt64 {
    var digits = UInt64(half.byteSwapped)
    digits = (digits | digits &<< 16) & 0x0000_ffff_0000_ffff
    digits = (digits | digits &<< 8) & 0x00ff_00ff_00ff_00ff
    digits = (digits &>> 4 | digits &<< 8) & 0x0f0f_0f0f_0f0f_0f0f
    // 1 where a digit is 10 or more.
    let letters = (digits &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
    return digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
  }
}

extension [UInt8] {
  /// Overwrites the bytes from `offset` on with a range of other bytes.
  ///
  /// One `memcpy`; `replaceSubrange` becomes one only with optimization. The caller guarantees that all bytes fit.
  mutating func overwrite(at offset: Int, with other: borrowing [UInt8], _ range: Range<Int>) {
    overwrite(at: offset, with: other.span.extracting(range))
  }

  /// Overwrites the bytes from `offset` on. The caller guarantees that all bytes fit.
  public mutating func overwrite(at offset: Int, with source: Span<UInt8>) {
    precondition(offset >= 0 && source.count <= count - offset)
    unsafe withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: source)
      }
    }
  }

  /// Adds zeros up to a count. Without optimization, an appended sequence of zeros takes a hundred times as long.
  package mutating func lengthen(to count: Int) {
    guard count > self.count else { return }
    var longer = [UInt8](repeating: 0, count: count)
    longer.overwrite(at: 0, with: span)
    self = longer
  }

  /// Moves a range of the bytes to the front, over the bytes before it.
  package mutating func moveToFront(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    unsafe withUnsafeMutableBytes { storage in
      unsafe storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[range]))
    }
  }
}
