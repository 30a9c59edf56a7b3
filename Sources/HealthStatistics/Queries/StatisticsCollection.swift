package import HealthBytes
public import HealthModel

/// The statistics of consecutive intervals (`HKStatisticsCollection`). Those of intervals without samples have no quantities:
/// they are not 0.
public struct StatisticsCollection: Sendable, Equatable {
  private let all: [Statistics]
  private let order: [String]
  /// The type, and the intervals; `nil` where one holds everything.
  private let plan: (type: QuantityType, grid: CalendarGrid)?

  /// A collection without intervals.
  package init() { self.init([], sources: [], nil) }

  init(
    _ all: [Statistics], sources: [String], _ plan: (type: QuantityType, grid: CalendarGrid)?
  ) {
    self.all = all
    order = sources
    self.plan = plan
  }

  /// Whether both have the same statistics and sources.
  public static func == (a: StatisticsCollection, b: StatisticsCollection) -> Bool {
    a.all == b.all && a.order == b.order
  }

  /// The collection with the statistics of another one in the intervals that begin in a range, and with its sources.
  package func replacing(
    _ range: Range<Timestamp>, with other: StatisticsCollection
  ) -> StatisticsCollection {
    StatisticsCollection(
      all.filter { $0.startDate < range.lowerBound }
        + other.all.filter { range.contains($0.startDate) }
        + all.filter { $0.startDate >= range.upperBound }, sources: other.order,
      other.plan ?? plan)
  }

  /// The statistics of each interval that has samples, in the order of time.
  public func statistics() -> [Statistics] { all }

  /// All sources, from the highest priority on.
  public func sources() -> [String] { order }

  /// The statistics of the interval that an instant is in; `nil` where that has no samples.
  public func statistics(for date: Timestamp) -> Statistics? {
    all.last { $0.startDate <= date }.flatMap { date < $0.endDate ? $0 : nil }
  }

  /// Calls a function with the statistics of each interval, in the order of time, from the one that contains an instant
  /// to the one that contains another: also of those without samples, which have a ``Statistics/count`` of 0 and no quantities.
  ///
  /// - Parameter body: Gets the statistics, and a value to set to `true` in order to stop.
  public func enumerateStatistics<Failure: Error>(
    from start: Timestamp, to end: Timestamp,
    _ body: (Statistics, _ stop: inout Bool) throws(Failure) -> Void
  ) throws(Failure) {
    guard let (type, grid) = plan else { return }
    let limits = StatisticsCollector.seconds
    func clamped(_ time: Timestamp) -> Timestamp {
      limits.contains(time.secondsSince1970)
        ? time
        : Timestamp(
          secondsSince1970: time.secondsSince1970 < limits.lowerBound
            ? limits.lowerBound : limits.upperBound)
    }
    var time = clamped(start).microseconds
    let last = clamped(end).microseconds
    var next = all.firstIndex { $0.endDate > clamped(start) } ?? all.endIndex
    while time <= last {
      let cell = grid.cell(at: time)
      time = cell.end
      var found: [Statistics] = []
      while next < all.endIndex, all[next].startDate.microseconds < cell.end {
        found.append(all[next])
        next += 1
      }
      if found.isEmpty { found.append(Statistics(of: type, in: cell, grid)) }
      for statistics in found {
        var stop = false
        try body(statistics, &stop)
        if stop { return }
      }
    }
  }
}

/// What a query over intervals calculates, for several calculations of parts of it.
package struct CollectionPlan: Sendable {
  /// The type of the samples.
  package let type: QuantityType
  private let options: StatisticsOptions
  private let plan: StatisticsPlan
  private let grid: CalendarGrid

  /// A plan, as ``StatisticsCollectionQuery`` takes it.
  ///
  /// - Throws: `HealthError`: `.mismatch` for options that the type does not have.
  package init(
    _ type: QuantityType, _ options: StatisticsOptions, anchor: CalendarAnchor,
    interval: CalendarInterval, zone: Zone, sources: SourceRule, priority: [String]
  ) throws(HealthError) {
    try options.check(for: type)
    var plan = StatisticsPlan()
    (plan.anchor, plan.interval, plan.zone) = (anchor, interval, .zone(zone))
    (plan.sources, plan.priority) = (sources, priority)
    (self.type, self.options, self.plan) = (type, options, plan)
    grid = CalendarGrid(zone: zone, interval: interval, anchor: anchor, isOnly: true)
  }

  /// A collector that has seen nothing.
  package func collector() throws(HealthError) -> CollectorPair {
    try CollectorPair(type, options, plan)
  }

  /// Whether the weight of a sample depends on the samples before and after it.
  package var isWeighted: Bool {
    type.aggregationStyle == .discreteTemporallyWeighted && options.contains(.discreteAverage)
  }

  /// The first instant of the interval that an instant is in, and the first after it; `nil` for an instant that no calendar
  /// has.
  package func interval(at time: Timestamp) -> Range<Timestamp>? {
    guard StatisticsCollector.seconds.contains(time.secondsSince1970) else { return nil }
    let cell = grid.cell(at: time.microseconds)
    return Timestamp(microseconds: cell.start)..<Timestamp(microseconds: cell.end)
  }
}
