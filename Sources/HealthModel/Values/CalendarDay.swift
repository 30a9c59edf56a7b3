/// A day of the calendar, without a time of day and without a zone (`DateComponents` of year, month and day).
public struct CalendarDay: Hashable, Sendable, Comparable, LosslessStringConvertible {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 on.
  public let day: Int

  /// A day of the proleptic Gregorian calendar; `nil` if it has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
      day <= Civil.days(inMonth: month, of: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that the clock of a timestamp shows.
  public init(_ time: Timestamp) {
    let civil = Civil(
      secondsSince1970: time.secondsSince1970 &+ Int64(time.offsetMinutes) &* 60)
    (year, month, day) = (civil.year, civil.month, civil.day)
  }

  /// The day that a text such as `2024-06-01` states; `nil` for any other text.
  public init?(_ text: String) {
    guard text.utf8.count == 10, let midnight = Timestamp(text + "T00:00:00Z") else { return nil }
    self.init(midnight)
  }

  /// The day as in `2024-06-01`.
  public var description: String { midnight.dayText }

  /// Its first instant on a clock that runs in UTC.
  package var midnight: Timestamp {
    Timestamp(
      secondsSince1970: Civil(year: year, month: month, day: day, secondOfDay: 0)
        .secondsSince1970)
  }

  /// Whether `a` is before `b`.
  public static func < (a: CalendarDay, b: CalendarDay) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}
