package import HealthBytes
public import HealthModel
public import HealthUnits

/// The result of a statistics calculation over one interval (`HKStatistics`).
public struct Statistics: Sendable, Equatable {
  /// The type of the samples.
  public let quantityType: QuantityType
  /// The first instant of the interval, with the UTC offset of its zone; of a query without intervals the earliest start.
  public let startDate: Timestamp
  /// The first instant after the interval; of a query without intervals the latest end.
  public let endDate: Timestamp
  /// The sources, beginning with the highest priority; `nil` unless statistics are separate by
  /// source.
  public let sources: [String]?
  /// The name of the interval, such as `2024-06-01`.
  public let label: String?
  /// How many samples start in the interval.
  public var count: Int { row?.count ?? 0 }

  private let unit: HealthUnit
  /// `nil` without samples.
  private let row: StatisticsRow?
  private let rows: [String: StatisticsRow]

  init(
    _ row: StatisticsRow, bySource rows: [StatisticsRow]?, order: [String], _ grid: CalendarGrid?
  ) {
    guard case .quantity(let type) = row.type.type else {
      preconditionFailure("statistics of a category have no quantities")
    }
    quantityType = type
    unit = row.type.unit.flatMap { try? HealthUnit($0) } ?? .null
    func date(_ bound: Timestamp) -> Timestamp { grid?.timestamp(bound.microseconds) ?? bound }
    startDate = row.bounds.map { date($0.start) } ?? row.extent?.start ?? .unknown
    endDate = row.bounds.map { date($0.end) } ?? row.extent?.end ?? .unknown
    label = row.interval
    self.row = row
    self.rows = Dictionary(
      (rows ?? []).map { ($0.source ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    sources = rows.map { rows in order.filter { name in rows.contains { $0.source == name } } }
  }

  /// The statistics of an interval without samples.
  init(of type: QuantityType, in cell: CalendarGrid.Cell, _ grid: CalendarGrid) {
    quantityType = type
    unit = .null
    (startDate, endDate) = (grid.timestamp(cell.start), grid.timestamp(cell.end))
    label = grid.label(of: cell.index)
    (row, rows, sources) = (nil, [:], nil)
  }

  private func row(of source: String?) -> StatisticsRow? { source.map { rows[$0] } ?? row }

  private func quantity(_ value: Double?) -> Quantity? { value.map { Quantity($0, unit) } }

  /// The sum. Over all sources, data that several sources counted are included once; for one
  /// source, all its data.
  public func sumQuantity(for source: String? = nil) -> Quantity? {
    quantity(row(of: source)?.sum?.doubleValue)
  }

  /// The average, as the aggregation style of the type defines it.
  public func averageQuantity(for source: String? = nil) -> Quantity? {
    quantity(row(of: source)?.average)
  }

  /// The least value.
  public func minimumQuantity(for source: String? = nil) -> Quantity? {
    quantity(row(of: source)?.minimum?.doubleValue)
  }

  /// The greatest value.
  public func maximumQuantity(for source: String? = nil) -> Quantity? {
    quantity(row(of: source)?.maximum?.doubleValue)
  }

  /// The value that ended last.
  public func mostRecentQuantity(for source: String? = nil) -> Quantity? {
    quantity(row(of: source)?.mostRecent?.doubleValue)
  }

  /// Start and end of the sample that ended last.
  public func mostRecentQuantityDateInterval(
    for source: String? = nil
  ) -> (start: Timestamp, end: Timestamp)? {
    row(of: source)?.mostRecentInterval
  }

  /// The length of the union of the samples' intervals.
  public func duration(for source: String? = nil) -> Quantity? {
    row(of: source)?.duration.map { Quantity($0, .second) }
  }
}

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

/// The parameters of a query over intervals, for calculating parts of it separately.
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
