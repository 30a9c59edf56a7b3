package import HealthBytes
package import HealthModel

/// What a query over intervals calculates, for several calculations of parts of it.
package struct CollectionPlan: Sendable {
  /// The type of the samples.
  package let type: QuantityType
  private let options: StatisticsOptions
  private let plan: StatisticsPlan
  private let grid: CalendarGrid

  /// A plan, as ``StatisticsCollectionQuery`` takes it.
  ///
  /// - Throws: `StatisticsError`: `.mismatch` for options that the type does not have.
  package init(
    _ type: QuantityType, _ options: StatisticsOptions, anchor: CalendarAnchor,
    interval: CalendarInterval, zone: Zone, sources: SourceRule, priority: [String]
  ) throws(StatisticsError) {
    try options.check(for: type)
    var plan = StatisticsPlan()
    (plan.anchor, plan.interval, plan.zone) = (anchor, interval, .zone(zone))
    (plan.sources, plan.priority) = (sources, priority)
    (self.type, self.options, self.plan) = (type, options, plan)
    grid = CalendarGrid(zone: zone, interval: interval, anchor: anchor, isOnly: true)
  }

  /// A collector that has seen nothing.
  package func collector() throws(StatisticsError) -> CollectorPair {
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
