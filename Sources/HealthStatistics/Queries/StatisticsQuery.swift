public import HealthBytes
public import HealthModel

/// Calculates the statistics of one type over all samples that are added (`HKStatisticsQuery`).
///
/// ```swift
/// var query = try StatisticsQuery(quantityType: .stepCount, options: .cumulativeSum)
/// while let sample = try samples.next() { try query.add(sample) }
/// let steps = try query.statistics()?.sumQuantity()
/// ```
public struct StatisticsQuery: ~Copyable {
  private var collectors: CollectorPair

  /// Makes a query to which no samples were added yet.
  ///
  /// - Parameter quantityType: The type; samples of other types are skipped.
  /// - Throws: `HealthError`: `.mismatch` for options that the type does not have.
  public init(
    quantityType: QuantityType, options: StatisticsOptions, sources: SourceRule = .priority,
    priority: [String] = []
  ) throws(HealthError) {
    var plan = StatisticsPlan()
    (plan.sources, plan.priority) = (sources, priority)
    collectors = try CollectorPair(quantityType, options, plan)
  }

  /// Adds a sample, and those nested in it.
  public mutating func add(_ sample: borrowing Sample) throws(HealthError) {
    try collectors.add(sample)
  }

  /// The statistics; `nil` without samples.
  public consuming func statistics() throws(HealthError) -> Statistics? {
    try collectors.finish().statistics().first
  }
}

/// Calculates the statistics of one type over consecutive intervals (`HKStatisticsCollectionQuery`).
///
/// ```swift
/// var query = try StatisticsCollectionQuery(
///   quantityType: .stepCount, options: .cumulativeSum, anchor: CalendarAnchor("2024-01-01")!,
///   interval: .day, zone: Zone("Europe/Berlin"))
/// ```
public struct StatisticsCollectionQuery: ~Copyable {
  private var collectors: CollectorPair

  /// Makes a query to which no samples were added yet.
  ///
  /// - Parameter quantityType: The type; samples of other types are skipped.
  /// - Throws: `HealthError`: `.mismatch` for options that the type does not have.
  public init(
    quantityType: QuantityType, options: StatisticsOptions,
    anchor: CalendarAnchor = .standard, interval: CalendarInterval, zone: Zone,
    sources: SourceRule = .priority, priority: [String] = []
  ) throws(HealthError) {
    var plan = StatisticsPlan()
    (plan.anchor, plan.interval, plan.zone) = (anchor, interval, .zone(zone))
    (plan.sources, plan.priority) = (sources, priority)
    collectors = try CollectorPair(quantityType, options, plan)
  }

  /// Adds a sample, and those nested in it.
  public mutating func add(_ sample: borrowing Sample) throws(HealthError) {
    try collectors.add(sample)
  }

  /// The statistics of all intervals that have samples.
  public consuming func statisticsCollection() throws(HealthError) -> StatisticsCollection {
    try collectors.finish()
  }
}

/// A collector of statistics of all sources together and, with `.separateBySource`, a second one for each source's statistics.
package struct CollectorPair: ~Copyable {
  private var merged: StatisticsCollector
  private var separate: StatisticsCollector?
  private let type: QuantityType
  private let grid: CalendarGrid?

  init(
    _ type: QuantityType, _ options: StatisticsOptions, _ plan: StatisticsPlan
  ) throws(HealthError) {
    try options.check(for: type)
    let grid = plan.zone.zone.flatMap { zone in
      plan.interval.map {
        CalendarGrid(zone: zone, interval: $0, anchor: plan.anchor, isOnly: true)
      }
    }
    var plan = plan
    plan.options = options
    // HealthKit: the interval in which a sample starts.
    plan.countsNightsAtEnd = false
    let isWanted = { @Sendable (descriptor: SampleDescriptor, _: SampleKind) in
      descriptor.type == .quantity(type)
    }
    var separatePlan = plan
    separatePlan.sources = .separate
    var separate: StatisticsCollector?
    if options.contains(.separateBySource) {
      separate = try StatisticsCollector(separatePlan, isWanted: isWanted)
    }
    merged = try StatisticsCollector(plan, isWanted: isWanted)
    self.separate = separate
    (self.type, self.grid) = (type, grid)
  }

  /// Records the source of a descriptor, as if a sample of it had been added.
  package mutating func addSource(of descriptor: SampleDescriptor) {
    merged.addSource(of: descriptor)
  }

  package mutating func add(_ sample: borrowing Sample) throws(HealthError) {
    try merged.add(sample)
    try separate?.add(sample)
  }

  package consuming func finish() throws(HealthError) -> StatisticsCollection {
    let (type, grid) = (type, grid)
    var bySource: [Int64: [StatisticsRow]]?
    if let collector = separate.take() {
      var rows = try collector.finish()
      var found: [Int64: [StatisticsRow]] = [:]
      while let row = try rows.next() { found[row.index, default: []].append(row) }
      bySource = found
    }
    var rows = try merged.finish()
    let order = rows.summary.sources
    var all: [Statistics] = []
    while let row = try rows.next() {
      all.append(
        Statistics(row, bySource: bySource.map { $0[row.index] ?? [] }, order: order, grid))
    }
    return StatisticsCollection(all, sources: order, grid.map { (type, $0) })
  }
}
