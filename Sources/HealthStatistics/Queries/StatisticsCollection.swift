public import HealthModel

/// The statistics of consecutive intervals (`HKStatisticsCollection`). Intervals without samples are not in it: they are
/// not 0.
public struct StatisticsCollection: Sendable, Equatable {
  private let all: [Statistics]
  private let order: [String]

  /// A collection without intervals.
  package init() { self.init([], sources: []) }

  init(_ all: [Statistics], sources: [String]) {
    self.all = all
    order = sources
  }

  /// The collection with the statistics of another one in the intervals that begin in a range, and with its sources.
  package func replacing(
    _ range: Range<Timestamp>, with other: StatisticsCollection
  ) -> StatisticsCollection {
    StatisticsCollection(
      all.filter { $0.startDate < range.lowerBound }
        + other.all.filter { range.contains($0.startDate) }
        + all.filter { $0.startDate >= range.upperBound }, sources: other.order)
  }

  /// The statistics of each interval that has samples, in the order of time.
  public func statistics() -> [Statistics] { all }

  /// All sources, from the highest priority on.
  public func sources() -> [String] { order }

  /// The statistics of the interval that an instant is in; `nil` where that has no samples.
  public func statistics(for date: Timestamp) -> Statistics? {
    all.last { $0.startDate <= date }.flatMap { date < $0.endDate ? $0 : nil }
  }

  /// Calls a function with the statistics of each interval with samples that begins in a range.
  ///
  /// - Parameter body: Gets the statistics; returns whether to go on.
  public func enumerateStatistics(
    from start: Timestamp, to end: Timestamp, _ body: (Statistics) -> Bool
  ) {
    for statistics in all where statistics.startDate >= start && statistics.startDate <= end {
      if !body(statistics) { return }
    }
  }
}
