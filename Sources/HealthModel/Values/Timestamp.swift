/// An instant, and the offset from UTC that the clock it was read from had.
///
/// Exports write every date of a file with the offset that the phone had when it exported, so the
/// offset does not determine where the sample was taken: that is in `MetadataKey.timeZone`, where
/// anything is. Two timestamps are equal when they are the same instant.
public struct Timestamp: Sendable {
  /// Whole seconds since 1970-01-01 00:00:00 UTC, leap seconds not counted.
  public let secondsSince1970: Int64
  /// Nanoseconds after that second, 0 to 999,999,999.
  public let nanoseconds: Int32
  /// The clock's offset from UTC in minutes, east positive.
  public let offsetMinutes: Int16
  /// The text the date was read from, where the export's form of it is another.
  @usableFromInline package let spelling: Spelling?

  /// An instant as seen on a clock.
  ///
  /// - Parameters:
  ///   - secondsSince1970: Whole seconds since 1970-01-01 00:00:00 UTC.
  ///   - nanoseconds: Nanoseconds after that second, 0 to 999,999,999.
  ///   - offsetMinutes: The clock's offset from UTC in minutes, east positive.
  @inlinable package init(
    secondsSince1970: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int16 = 0,
    spelling: Spelling?
  ) {
    self.secondsSince1970 = secondsSince1970
    self.nanoseconds = nanoseconds
    self.offsetMinutes = offsetMinutes
    self.spelling = spelling
  }

  /// An instant as seen on a clock.
  ///
  /// - Parameters:
  ///   - secondsSince1970: Whole seconds since 1970-01-01 00:00:00 UTC.
  ///   - nanoseconds: Nanoseconds after that second, 0 to 999,999,999.
  ///   - offsetMinutes: The clock's offset from UTC in minutes, east positive.
  @inlinable public init(
    secondsSince1970: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int16 = 0
  ) {
    self.init(
      secondsSince1970: secondsSince1970, nanoseconds: nanoseconds, offsetMinutes: offsetMinutes,
      spelling: nil)
  }

  /// An instant that was read: of the years 1 to 9999 on its clock, at most 18 hours from UTC, as a text can state it;
  /// `nil` for any other.
  @inlinable package init?(
    validating seconds: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int64 = 0,
    spelling: Spelling? = nil
  ) {
    guard Self.isInRange(seconds: seconds, offsetMinutes: offsetMinutes) else { return nil }
    self.init(
      secondsSince1970: seconds, nanoseconds: nanoseconds,
      offsetMinutes: Int16(truncatingIfNeeded: offsetMinutes), spelling: spelling)
  }

  /// Whether a text can state an instant: of the years 1 to 9999 on its clock, at most 18 hours from UTC.
  @inlinable package static func isInRange(seconds: Int64, offsetMinutes: Int64) -> Bool {
    // A difference that leaves 64 bits becomes a large number, too.
    let clock = UInt64(bitPattern: seconds &+ offsetMinutes &* 60 &+ 62_135_596_800)
    return clock < 315_537_897_600 && offsetMinutes >= -1_080 && offsetMinutes <= 1_080
  }

  /// An unknown date: start and end of a document without dates.
  ///
  /// No text is read as this date, and no format writes it. It is before all others.
  public static let unknown = Timestamp(secondsSince1970: unknownSeconds)

  @usableFromInline static var unknownSeconds: Int64 { -1 &<< 60 }

  /// Whether it is a date, and not ``unknown``.
  @inlinable public var isKnown: Bool { secondsSince1970 != Self.unknownSeconds }

  /// The time in seconds since 1970, with the fraction.
  public var timeIntervalSince1970: Double {
    Double(secondsSince1970) + Double(nanoseconds) / 1e9
  }

  /// The time that passed since another timestamp, in seconds; negative if that is later.
  public func timeInterval(since other: Timestamp) -> Double {
    Double(secondsSince1970) - Double(other.secondsSince1970)
      + (Double(nanoseconds) - Double(other.nanoseconds)) / 1e9
  }

  @inlinable var civil: Civil {
    Civil(secondsSince1970: secondsSince1970 &+ Int64(offsetMinutes) &* 60)
  }
}

extension Timestamp: Hashable, Comparable {
  /// Whether two timestamps are the same instant.
  public static func == (a: Timestamp, b: Timestamp) -> Bool {
    a.secondsSince1970 == b.secondsSince1970 && a.nanoseconds == b.nanoseconds
  }

  /// Whether an instant is before another.
  public static func < (a: Timestamp, b: Timestamp) -> Bool {
    (a.secondsSince1970, a.nanoseconds) < (b.secondsSince1970, b.nanoseconds)
  }

  /// Feeds the instant to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(secondsSince1970)
    hasher.combine(nanoseconds)
  }
}
