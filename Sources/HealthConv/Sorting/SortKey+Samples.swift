extension SortKey {
  /// The key that sorts identities.
  public init(_ id: SampleID) { self.init(high: id.high, low: id.low) }

  /// The key that sorts by time; what has no time comes first.
  public init(_ time: Timestamp?) {
    guard let time else {
      self.init(high: 0, low: 0)
      return
    }
    // With the sign turned over, two's complement sorts as an unsigned word does.
    self.init(
      high: UInt64(bitPattern: time.secondsSince1970) ^ 1 &<< 63,
      low: UInt64(truncatingIfNeeded: time.nanoseconds))
  }
}
