import HealthBytes
package import HealthErrors
import HealthModel

/// How many days of an interval have data, for averages per day as Health shows them: days without a sample do not count.
///
/// It is read side by side with the rows of longer intervals, which come by type and then by interval.
package struct DayCounts: ~Copyable {
  private var days: StatisticsRows
  private let grid: CalendarGrid?
  private let isSeparate: Bool
  private var waiting: (row: StatisticsRow, index: Int64)?
  private var type: StatisticsType?
  private var index: Int64 = 0
  private var counts: [String?: Int] = [:]

  /// The plan for the rows of days.
  ///
  /// - Parameter plan: The plan for the rows of longer intervals.
  /// - Returns: `nil` where intervals are no longer than a day.
  package static func plan(for plan: StatisticsPlan) -> StatisticsPlan? {
    guard let interval = plan.interval, !interval.isWithinDay, interval != .day,
      plan.options.contains(.cumulativeSum)
    else { return nil }
    var days = plan
    (days.interval, days.options, days.percentiles) = (.day, .cumulativeSum, [])
    return days
  }

  /// Counts of rows of days.
  ///
  /// - Parameter plan: The plan for the rows of longer intervals.
  package init(_ days: consuming StatisticsRows, for plan: StatisticsPlan) {
    self.days = days
    isSeparate = plan.sources == .separate
    grid = (try? Zone("UTC")).map {
      CalendarGrid(zone: $0, interval: plan.interval, anchor: plan.anchor, isOnly: true)
    }
  }

  /// The days with data in the interval of a row. Rows come in their order.
  package mutating func count(of row: StatisticsRow) throws(HealthError) -> Int {
    if type != row.type || index != row.index {
      (type, index) = (row.type, row.index)
      counts = [:]
      while let day = try next() {
        guard day.row.type == row.type, day.index == row.index else {
          // Days of earlier rows were counted, and those of later ones wait.
          waiting = day
          break
        }
        counts[isSeparate ? day.row.source : nil, default: 0] += 1
      }
    }
    return counts[isSeparate ? row.source : nil] ?? 0
  }

  private mutating func next() throws(HealthError) -> (row: StatisticsRow, index: Int64)? {
    if let waiting = waiting.take() { return waiting }
    guard let grid, let row = try days.next() else { return nil }
    return (row, grid.index(ofDay: grid.anchor.day + row.index))
  }
}
