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
  /// The sources, from the highest priority on, where statistics are separate by source.
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

  /// Those of an interval without samples.
  init(of type: QuantityType, in cell: CalendarGrid.Cell, _ grid: CalendarGrid) {
    quantityType = type
    unit = .null
    (startDate, endDate) = (grid.timestamp(cell.start), grid.timestamp(cell.end))
    label = grid.label(of: cell.index)
    (row, rows, sources) = (nil, [:], nil)
  }

  private func row(of source: String?) -> StatisticsRow? { source.map { rows[$0] } ?? row }

  private func quantity(_ value: Double?) -> Quantity? { value.map { Quantity($0, unit) } }

  /// The sum, without what was counted twice; of one source, all that it has.
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
