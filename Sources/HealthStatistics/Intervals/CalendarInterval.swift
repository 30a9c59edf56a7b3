import HealthBytes
public import HealthModel

/// The length of the intervals of a statistics collection, in components of the calendar (`DateComponents` in HealthKit).
public struct CalendarInterval: Sendable, Hashable, CustomStringConvertible {
  /// The components.
  public enum Component: String, Sendable, CaseIterable {
    /// 60 seconds, counted from the beginning of each day.
    case minute
    /// 60 minutes, counted from the beginning of each day, so that a day has 23 to 25 of them; on the clock of each sample
    /// if samples of several zones share rows.
    case hour
    /// From midnight to midnight on the clock: 23 to 25 hours.
    case day
    /// Seven days, by default from Monday on.
    case week
    case month
    case quarter
    case year
  }

  /// The component.
  public let component: Component
  /// How many of them make an interval, 1 at least; of minutes 1,440 and of hours 24 at most.
  public let count: Int

  /// So many of a component. A count out of its range becomes the nearest.
  public init(_ component: Component, count: Int = 1) {
    self.component = component
    self.count = min(max(1, count), component.mostCounted)
  }

  /// One minute.
  public static let minute = CalendarInterval(.minute)
  /// One hour.
  public static let hour = CalendarInterval(.hour)
  /// One day.
  public static let day = CalendarInterval(.day)
  /// One week.
  public static let week = CalendarInterval(.week)
  /// One month.
  public static let month = CalendarInterval(.month)
  /// Three months.
  public static let quarter = CalendarInterval(.quarter)
  /// One year.
  public static let year = CalendarInterval(.year)

  /// The interval a text states, such as `day`, `2 weeks` or `6hours`; `nil` if it states none.
  public init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    var name = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    if name.hasSuffix("s") { name.removeLast() }
    guard let component = Component(rawValue: name) else { return nil }
    let count = digits.isEmpty ? 1 : Int(digits) ?? 0
    guard count >= 1, count <= component.mostCounted else { return nil }
    self.init(component, count: count)
  }

  /// The text that reads back as the interval: `day`, `2 weeks`.
  public var description: String {
    count == 1 ? component.rawValue : "\(count) \(component.rawValue)s"
  }

  /// Whether there are several in a day: they are parts of the day that they begin in.
  package var isWithinDay: Bool { component == .minute || component == .hour }

  /// The length of intervals of minutes and hours; the last of a day may be shorter.
  var seconds: Int64 { Int64(count) * (component == .minute ? 60 : 3_600) }
}

extension CalendarInterval.Component {
  /// The largest count in an interval.
  fileprivate var mostCounted: Int {
    switch self {
    case .minute: 1_440
    case .hour: 24
    default: 10_000
    }
  }
}

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

  /// A date and time as a clock shows it, without a time zone.
  ///
  /// - Parameter seconds: Seconds since 1970 began, as if the clock ran in UTC.
  public init(secondsSince1970 seconds: Int64) {
    let civil = Civil(secondsSince1970: seconds)
    date = (civil.year, civil.month, civil.day)
    secondOfDay = Int64(civil.secondOfDay)
    day = (seconds - secondOfDay) / 86_400
  }

  /// The local time of a timestamp.
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

/// The intervals that days such as `2024-06-01` are in, and which days are wanted.
package struct CalendarPeriods: Sendable {
  /// An interval.
  package struct Period: Sendable, Equatable {
    /// Rises with time, as the index of the rows of statistics by the same intervals.
    package let index: Int64
    /// The name: `2024-06`.
    package let label: String
    /// Whether the limits leave out some of its days.
    package let isPartial: Bool
  }

  private let grid: CalendarGrid?
  private let days: WantedDays

  /// The intervals of a plan of a day or longer.
  package init(_ plan: StatisticsPlan) {
    let own = plan.zone.zone ?? (try? Zone("UTC"))
    let limits = own.map {
      CalendarGrid(
        zone: $0, interval: .day, anchor: plan.anchor.atMidnight, isOnly: true, limits: plan.limits)
    }
    days = WantedDays(first: limits?.days.first, end: limits?.days.end)
    let dayLimits = RowLimits(since: days.first.map { .day($0) }, until: days.end.map { .day($0) })
    grid = (try? Zone("UTC")).map {
      CalendarGrid(
        zone: $0, interval: plan.interval, anchor: plan.anchor.atMidnight, isOnly: true,
        limits: dayLimits)
    }
  }

  /// Whether a day is within the limits.
  package func contains(_ date: String) -> Bool { days.contains(dateNamed: date) }

  /// The interval of a day; `nil` without intervals.
  package func period(of date: String) -> Period? {
    CalendarAnchor(date).flatMap { period(ofDay: $0.day) }
  }

  /// The name of an interval by its index.
  package func label(of index: Int64) -> String? { grid?.label(of: index) }

  /// The interval of a row of an hour.
  package func period(ofHour row: StatisticsRow) -> Period? {
    grid.flatMap { period(ofDay: $0.anchor.day + row.indexOfDay) }
  }

  private func period(ofDay day: Int64) -> Period? {
    guard let grid else { return nil }
    let index = grid.index(ofDay: day)
    return grid.label(of: index).map {
      Period(index: index, label: $0, isPartial: grid.isPartial(index))
    }
  }
}

/// Days from the first on and before the end, by their numbers since 1970-01-01.
package struct WantedDays: Sendable {
  let first: Int64?
  let end: Int64?

  /// Whether a day such as `2024-06-01` is wanted.
  package func contains(dateNamed date: String) -> Bool {
    guard first != nil || end != nil else { return true }
    guard let time = Timestamp(date + "T00:00:00Z") else { return false }
    let day = time.secondsSince1970.floorDivided(by: 86_400)
    return day >= first ?? .min && day < end ?? .max
  }
}

/// The first and the last rows of a table that has a row for each interval or night.
///
/// A row is wanted if its day is: so the day or the night of a limit is whole, and of a longer interval the days that are
/// wanted count. Limits are read on the clock of the rows.
public struct RowLimits: Sendable, Equatable {
  /// One limit.
  public enum Limit: Sendable, Equatable {
    /// A day, by its number since 1970-01-01.
    case day(Int64)
    /// What a clock shows, in microseconds since 1970 began, as if it ran in UTC.
    case clock(Int64)
    /// An instant, in microseconds since 1970 began.
    case instant(Int64)
  }

  /// The first day, or a time in it.
  public var since: Limit?
  /// The day after the last one, or a time in the last one, exclusive.
  public var until: Limit?

  /// All rows.
  public init(since: Limit? = nil, until: Limit? = nil) {
    (self.since, self.until) = (since, until)
  }

  /// Whether the limits leave out some days of an interval, as far as that is the same on all clocks.
  func cut(_ interval: CalendarInterval?, _ anchor: CalendarAnchor) -> Bool {
    for limit in [since, until] {
      if case .instant = limit { return interval?.isWithinDay != true }
    }
    guard let interval, !interval.isWithinDay, let zone = try? Zone("UTC") else {
      return false
    }
    return CalendarGrid(zone: zone, interval: interval, anchor: anchor, isOnly: true, limits: self)
      .hasPartialIntervals
  }
}
