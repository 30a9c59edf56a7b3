/// The sort key of a record: 128 bits, the high word first.
@usableFromInline package struct SortKey: Sendable, Hashable, Comparable {
  /// The word that is compared first.
  public let high: UInt64
  /// The word that decides where the first is alike.
  public let low: UInt64

  /// A key of two words.
  @inlinable public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Orders by the high word, then by the low one.
  @inlinable public static func < (a: SortKey, b: SortKey) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }
}
