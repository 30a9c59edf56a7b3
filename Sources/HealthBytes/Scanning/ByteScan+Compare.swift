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

  /// Whether the bytes of `span` from `index` on begin with a text known when compiling, whose
  /// length is then known too, so that a few loads and comparisons are left.
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

  /// Compares eight bytes at a time, the last eight overlapping those before.
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

  /// Eight bytes as a word, the first the lowest.
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
