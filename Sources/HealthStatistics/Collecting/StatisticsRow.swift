public import HealthModel

/// The statistics of one type in one interval; of one source, where sources are separate.
public struct StatisticsRow: Sendable, Equatable {
  /// The type, and the unit of all values.
  public let type: StatisticsType
  /// The source, where sources are separate; the one with the largest sum, where that one counts.
  public let source: String?
  /// The name of the interval: a day such as `2024-06-01`, a week by its first day, `2024-06`, `2024-Q2`, `2024`, an hour
  /// such as `2024-06-01T08:00`; `nil` where one interval holds everything.
  public let interval: String?
  /// Rises with the interval.
  public let index: Int64
  /// The first instant of the interval and the first after it; `nil` where one interval holds everything, and where days
  /// begin by the clock of each record.
  public let bounds: (start: Timestamp, end: Timestamp)?
  /// Whether the limits of the plan leave out some days of the interval.
  public let isPartial: Bool
  /// How many samples start in the interval.
  public let count: Int
  /// The sum, if it was requested and the type has one.
  public let sum: ExactDecimal?
  /// The average as the type's style defines it, if it was requested and the type has one.
  public let average: Double?
  /// The least value.
  public let minimum: ExactDecimal?
  /// The greatest value.
  public let maximum: ExactDecimal?
  /// The value that ended last.
  public let mostRecent: ExactDecimal?
  /// Start and end of the sample with that value.
  public let mostRecentInterval: (start: Timestamp, end: Timestamp)?
  /// The length of the union of the samples' intervals within this one, in seconds: of categories always, of quantities if it
  /// was requested.
  public let duration: Double?
  /// The requested percentiles, in their order; empty for types that have none.
  public let percentiles: [Double]
  /// The earliest start and the latest end of samples that start in the interval, with the UTC offsets of their clocks.
  public let extent: (start: Timestamp, end: Timestamp)?

  /// Whether all fields are the same.
  public static func == (a: StatisticsRow, b: StatisticsRow) -> Bool {
    a.type == b.type && a.source == b.source && a.interval == b.interval && a.index == b.index
      && a.isPartial == b.isPartial
      && a.count == b.count && a.sum == b.sum && a.average == b.average
      && a.minimum == b.minimum && a.maximum == b.maximum && a.mostRecent == b.mostRecent
      && a.mostRecentInterval?.start == b.mostRecentInterval?.start
      && a.mostRecentInterval?.end == b.mostRecentInterval?.end && a.duration == b.duration
      && a.percentiles == b.percentiles && a.extent?.start == b.extent?.start
      && a.extent?.end == b.extent?.end
  }
}
