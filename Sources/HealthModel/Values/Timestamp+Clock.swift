extension Timestamp {
  /// What the clock showed on which a timestamp was read.
  public struct Clock: Sendable, Hashable {
    /// The year of the proleptic Gregorian calendar.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 59.
    public let second: Int
  }

  /// What the clock showed, at the timestamp's own offset from UTC.
  public var clock: Clock {
    let civil = civil
    let second = civil.secondOfDay
    return Clock(
      year: civil.year, month: civil.month, day: civil.day, hour: second / 3_600,
      minute: second / 60 % 60, second: second % 60)
  }

  /// The instant some nanoseconds later, on the same clock.
  ///
  /// - Parameter nanoseconds: How much later; negative for earlier.
  /// - Returns: The instant, without a spelling.
  public func advanced(byNanoseconds nanoseconds: Int64) -> Timestamp {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var second = secondsSince1970 &+ quotient
    var rest = Int64(self.nanoseconds) + remainder
    if rest < 0 {
      rest += 1_000_000_000
      second &-= 1
    } else if rest >= 1_000_000_000 {
      rest -= 1_000_000_000
      second &+= 1
    }
    return Timestamp(
      secondsSince1970: second, nanoseconds: Int32(truncatingIfNeeded: rest),
      offsetMinutes: offsetMinutes)
  }
}
