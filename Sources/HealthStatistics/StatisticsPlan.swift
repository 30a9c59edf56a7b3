import HealthModel

/// The settings of a ``StatisticsCollector``.
public struct StatisticsPlan: Sendable {
  /// The statistics to calculate; those that a type does not have are left out of its rows.
  public var options: StatisticsOptions = .values
  /// The length of the intervals; `nil` for one interval that holds everything.
  public var interval: CalendarInterval?
  /// The anchor of the intervals.
  public var anchor = CalendarAnchor.standard
  /// The rows that are wanted. Samples beyond them still have an effect: on what counts where sources overlap, on weights by
  /// time, and with the part of their value that is within the limits.
  public var limits = RowLimits()
  /// The clock by which days begin.
  public var zone = DayZone.automatic
  /// How sources that measured the same are merged.
  public var sources = SourceRule.priority
  /// The sources with the highest priority: names, patterns or parts of names. What persons entered by hand, watches,
  /// phones and apps follow.
  public var priority: [String] = []
  /// The percentiles of discrete types, 0 to 100. Each value waits on the disk for them.
  public var percentiles: [Double] = []
  /// Whether rows come by interval and then by type; else by type and then by interval.
  public var isIntervalFirst = false
  /// Whether to explain the row of each type. The limits are those of one row.
  public var explainsRow = false

  /// Whether a sample of a discrete type that lasts from 2 to 16 hours belongs to the day on which it ends, as the average of a
  /// night does; else to that on which it starts. Intervals shorter than a day contain the samples that start in them.
  package var countsNightsAtEnd = true

  /// Whether some intervals may be wanted only in part.
  package var hasPartialIntervals: Bool {
    interval != nil && interval != .day && limits.cut(interval, anchor)
  }

  /// Everything by default: no intervals, the zone that records name, sources by priority.
  public init() {}
}
