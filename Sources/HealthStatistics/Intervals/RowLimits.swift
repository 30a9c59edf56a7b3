import HealthBytes
import HealthModel

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
