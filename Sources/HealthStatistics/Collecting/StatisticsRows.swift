import HealthBytes
public import HealthErrors
import HealthModel

/// The rows of statistics, one at a time: by type and interval, or by interval and type.
public struct StatisticsRows: ~Copyable {
  /// What the rows of a series have in common.
  struct Group {
    let type: StatisticsType
    let source: String?
  }

  /// How the statistics were calculated.
  public let summary: StatisticsSummary
  /// The types of which there are samples.
  package var types: [StatisticsType] { groups.map(\.type) }
  /// The days that the limits of the plan select.
  package var days: WantedDays {
    let plan = summary.plan
    let grid =
      clocks.main
      ?? (try? Zone("UTC")).map {
        CalendarGrid(
          zone: $0, interval: .day, anchor: plan.anchor, isOnly: true, limits: plan.limits)
      }
    return WantedDays(first: grid?.days.first, end: grid?.days.end)
  }
  private let groups: [Group]
  private let clocks: ClockTable
  private var records: SortedRecords
  /// The row that was read ahead, to choose the source with the largest sum.
  private var waiting: (key: UInt64, row: StatisticsRow)?
  private var hasEnded = false
  /// The names and the bounds of intervals that rows had: those of a day are the same for each type.
  private var intervals: [Int64: StatisticsRow.Interval] = [:]

  private static let mostIntervals = 4_096

  /// Merges the partial statistics of each series and interval, and sorts them in the order of the rows.
  init(
    _ partials: consuming SortedRecords, _ values: consuming ExternalSorter?, _ groups: [Group],
    _ clocks: ClockTable, _ summary: StatisticsSummary
  ) throws(HealthError) {
    var writer = try StatisticsRowWriter(groups, values, summary.plan)
    var current: (key: UInt64, partial: Partial)?
    while try partials.next() {
      let key = partials.key.high
      let partial = partials.withBytes { Partial($0) }
      if let (known, sum) = current {
        if known == key {
          var merged = sum
          merged.merge(partial)
          current = (key, merged)
          continue
        }
        try writer.write(known, sum)
      }
      current = (key, partial)
    }
    if let (known, sum) = current { try writer.write(known, sum) }
    records = try writer.sorted()
    (self.summary, self.groups, self.clocks) = (summary, groups, clocks)
  }

  /// The next row; `nil` at the end. Intervals without samples have no rows.
  public mutating func next() throws(HealthError) -> StatisticsRow? {
    guard summary.plan.sources == .max else { return try read()?.row }
    if waiting == nil { waiting = try read() }
    guard var best = waiting else { return nil }
    waiting = nil
    // Of equal sums, the one of the first source counts.
    while let other = try read() {
      guard other.key == best.key, best.row.type.style == .cumulative else {
        waiting = other
        break
      }
      if let sum = other.row.sum, let most = best.row.sum, sum > most { best = other }
    }
    return best.row
  }

  private mutating func read() throws(HealthError) -> (key: UInt64, row: StatisticsRow)? {
    guard !hasEnded, try records.next() else {
      hasEnded = true
      return nil
    }
    let record = records.withBytes { bytes in
      let start = 16 + Partial.byteCount
      return (
        series: Int(bytes.word(at: 0)), cell: Int64(bitPattern: bytes.word(at: 8)),
        partial: Partial(bytes.extracting(16..<start)),
        percentiles: stride(from: start, to: bytes.count, by: 8).map {
          Double(bitPattern: bytes.word(at: $0))
        }
      )
    }
    let row = StatisticsRow(
      record.partial, of: groups[record.series], in: interval(record.cell), clocks,
      summary.plan.options, percentiles: record.percentiles)
    return (records.key.high, row)
  }

  private mutating func interval(_ cell: Int64) -> StatisticsRow.Interval {
    if let known = intervals[cell] { return known }
    if intervals.count >= Self.mostIntervals { intervals.removeAll(keepingCapacity: true) }
    let interval = StatisticsRow.Interval(cell, clocks.main)
    intervals[cell] = interval
    return interval
  }
}

/// Sorts the statistics of each series and interval in the order of the rows, with their percentiles.
private struct StatisticsRowWriter: ~Copyable {
  private var sorter: ExternalSorter
  private var percentiles: PercentileReader
  private var buffer: ByteBuffer
  private let order: RowOrder

  init(
    _ groups: [StatisticsRows.Group], _ values: consuming ExternalSorter?, _ plan: StatisticsPlan
  ) throws(HealthError) {
    let reader = try PercentileReader(values, plan.percentiles)
    let sorter = try ExternalSorter(memory: 1 << 22, fanIn: 32)
    percentiles = reader
    self.sorter = sorter
    buffer = ByteBuffer(capacity: 512)
    order = RowOrder(groups, isIntervalFirst: plan.isIntervalFirst)
  }

  /// Writes the statistics of a key. Keys must come in ascending order.
  mutating func write(_ key: UInt64, _ partial: Partial) throws(HealthError) {
    let (series, cell) = PartialTable.parts(of: key)
    if cell == CalendarGrid.outside { return }
    buffer.removeAll()
    buffer.append(word: UInt64(series))
    buffer.append(word: UInt64(bitPattern: cell))
    partial.append(to: &buffer)
    for value in try percentiles.values(of: key, count: Int(partial.count)) {
      buffer.append(word: value.bitPattern)
    }
    let place = order.key(series, cell)
    try buffer.withBytes { (bytes) throws(HealthError) in try sorter.add(place, bytes) }
  }

  consuming func sorted() throws(HealthError) -> SortedRecords { try sorter.sorted() }
}

/// What rows are sorted by: the type by its short name and the interval; then the source by its name.
private struct RowOrder {
  private let ranks: [UInt64]
  private let sources: [UInt64]
  private let isIntervalFirst: Bool

  init(_ groups: [StatisticsRows.Group], isIntervalFirst: Bool) {
    self.isIntervalFirst = isIntervalFirst
    let types = Set(groups.map(\.type)).map { type in
      let value = (type.value?.number ?? .max, type.value?.name ?? "")
      return (type.shortName, type.identifier, type.unit ?? "", value.0, value.1, type)
    }.sorted { ($0.0, $0.1, $0.2, $0.3, $0.4) < ($1.0, $1.1, $1.2, $1.3, $1.4) }
    let numbers = Dictionary(
      types.enumerated().map { ($1.5, UInt64($0)) }, uniquingKeysWith: { first, _ in first })
    ranks = groups.map { numbers[$0.type] ?? 0 }
    let names = Set(groups.compactMap(\.source)).sorted()
    let places = Dictionary(
      names.enumerated().map { ($1, UInt64($0) + 1) }, uniquingKeysWith: { first, _ in first })
    sources = groups.map { $0.source.flatMap { places[$0] } ?? 0 }
  }

  func key(_ series: Int, _ cell: Int64) -> SortKey {
    let cell = UInt64(truncatingIfNeeded: cell + 1 << 39)
    let high = isIntervalFirst ? cell << 20 | ranks[series] : ranks[series] << 40 | cell
    return SortKey(high: high, low: sources[series])
  }
}

/// Finds percentiles among sorted values, series by series and interval by interval.
///
/// Of n values, the p-th percentile is at the index (n - 1)p/100; between two values it is interpolated, as
/// PostgreSQL's `percentile_cont` and NumPy do by default.
struct PercentileReader: ~Copyable {
  private var records: SortedRecords?
  private let percentiles: [Double]
  private var hasRecord: Bool

  init(_ values: consuming ExternalSorter?, _ percentiles: [Double]) throws(HealthError) {
    var records: SortedRecords?
    if let values = values.take() { records = try values.sorted() }
    hasRecord = try records?.next() == true
    self.records = records
    self.percentiles = percentiles
  }

  private mutating func advance() throws(HealthError) {
    hasRecord = try records?.next() == true
  }

  /// The percentiles of the values of a key; none if it has no values.
  ///
  /// - Parameter key: The series and the interval. Keys must come in ascending order.
  /// - Returns: One value for each percentile.
  mutating func values(of key: UInt64, count: Int) throws(HealthError) -> [Double] {
    guard hasRecord, records?.key.high == key, count > 0 else { return [] }
    let places = percentiles.map { Double(count - 1) * min(max(0, $0), 100) / 100 }
    var found = [Double](repeating: 0, count: places.count)
    var (index, last) = (0, 0.0)
    while hasRecord, let record = records?.key, record.high == key {
      let value = Self.value(record.low)
      for (number, place) in places.enumerated() {
        if Double(index) <= place {
          found[number] = value
        } else if Double(index - 1) < place {
          found[number] = last + (value - last) * (place - Double(index - 1))
        }
      }
      last = value
      index += 1
      try advance()
    }
    return found
  }

  /// The number from which ``order(_:)`` made an integer.
  private static func value(_ order: UInt64) -> Double {
    Double(bitPattern: order >> 63 == 1 ? order & ~(1 << 63) : ~order)
  }

  /// An integer that orders like the number.
  static func order(_ value: Double) -> UInt64 {
    let bits = value.bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}

/// How many days of an interval have data, for averages per day as Health shows them: days without a sample do not count.
///
/// It is read in step with the rows of longer intervals, which come by type and then by interval.
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
  /// - Returns: `nil` if intervals are not longer than a day, or no sums are requested.
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
