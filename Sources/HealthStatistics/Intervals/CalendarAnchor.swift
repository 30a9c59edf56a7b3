public import HealthModel

/// Where the intervals of a collection are anchored: a date and a time on the clock. Intervals extend in both directions.
public struct CalendarAnchor: Sendable, Hashable {
  /// The day, in days since 1970-01-01.
  let day: Int64
  /// The same day as a date of the calendar.
  let date: (year: Int, month: Int, day: Int)
  /// When a day begins, in seconds after midnight.
  let secondOfDay: Int64

  /// 2001-01-01 00:00: a Monday, and the first day of a month, a quarter and a year.
  public static let standard = CalendarAnchor(secondsSince1970: 978_307_200)

  /// What a clock shows.
  ///
  /// - Parameter seconds: Seconds since 1970 began, as if the clock ran in UTC.
  public init(secondsSince1970 seconds: Int64) {
    let civil = Civil(secondsSince1970: seconds)
    date = (civil.year, civil.month, civil.day)
    secondOfDay = Int64(civil.secondOfDay)
    day = (seconds - secondOfDay) / 86_400
  }

  /// What the clock of a timestamp shows.
  public init(_ timestamp: Timestamp) {
    self.init(
      secondsSince1970: timestamp.secondsSince1970 + Int64(timestamp.offsetMinutes) * 60)
  }

  /// The anchor a text states: `2024-01-31` or `2024-01-31T18:00:00`; `nil` if it states none.
  public init?(_ text: String) {
    guard let time = Timestamp(text + "Z") ?? Timestamp(text + "T00:00:00Z") else { return nil }
    self.init(time)
  }

  /// The same day at 00:00.
  var atMidnight: CalendarAnchor { CalendarAnchor(secondsSince1970: day * 86_400) }

  /// Whether two anchors are the same day and time.
  public static func == (a: CalendarAnchor, b: CalendarAnchor) -> Bool {
    a.day == b.day && a.secondOfDay == b.secondOfDay
  }

  /// Feeds day and time to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    hasher.combine(secondOfDay)
  }
}
