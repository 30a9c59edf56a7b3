import HealthBytes
import HealthModel

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
