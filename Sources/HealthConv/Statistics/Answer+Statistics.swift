import HealthStatistics

extension Answer {
  /// What the columns of a series of intervals have in addition to the statistics of each interval, of quantities only: of the
  /// average per day of cumulative types (the sum, of days), of the average of others.
  public struct SeriesOptions: Sendable, Equatable {
    /// The figure of the interval before, the difference, and the difference in percent.
    public var comparesToPrevious = false
    /// The mean of so many intervals up to each one, 2 to 1,000; `nil` for none.
    public var movingAverage: Int?
    /// The straight line through all figures by least squares, and how much it rises from an interval to the next one.
    public var hasTrend = false

    /// None of them.
    public init() {}

    var isEmpty: Bool { self == SeriesOptions() }
  }

  /// Writes statistics in one row for each type and interval.
  func writeStatistics(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    if let pattern { return try writePattern(pattern, to: &output) }
    if isWide { return try writeWide(to: &output) }
    if isChart { return try writeChart(to: &output) }
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var plan = plan
    var reading = try StatisticsReading(plan, selection)
    try read(into: &reading, unmet, &report)
    if dependsOnZone, !isMerged, let zone = report.zoneChoice?.zone, reading.useZone(zone) {
      plan.zone = .home(zone)
      report.hasAdoptedZone = true
    }
    var result = try reading.finish()
    var table = StatisticsTable(plan, result.rows.types, units, series)
    // Rows were calculated with it, or depend on it only on the first and the last day, or are calculated again.
    if let zone = report.zoneChoice?.zone { table.zone = .home(zone) }
    try output.begin(
      table.columns, table.facts(result.rows.summary) + unitFacts,
      bars: plan.interval == nil ? [] : ["sum", "average", "duration"])
    var waiting: [StatisticsTable.Entry] = []
    while let row = try result.rows.next() {
      let days = try row.sum == nil ? nil : result.days?.count(of: row)
      let entry = StatisticsTable.Entry(row: row, days: days)
      if series.isEmpty {
        try output.row(table.values(entry))
        continue
      }
      if let last = waiting.last, last.row.type != row.type {
        for values in table.values(ofSeries: waiting) { try output.row(values) }
        waiting = []
      }
      waiting.append(entry)
      if waiting.count > mostIntervals {
        throw HealthError(
          .unsupported,
          "cannot calculate the course of more than \(mostIntervals.grouped) intervals of a type, expected longer intervals or "
            + "fewer")
      }
    }
    for values in table.values(ofSeries: waiting) { try output.row(values) }
    try output.end()
    report.add(result.rows.summary)
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }

  /// The statistics of all samples that are selected.
  func statisticsRows(
    _ report: inout Answer.Report, _ unmet: UnmetConditions, only wanted: Set<SampleType>? = nil
  ) throws(HealthError) -> StatisticsRows {
    let selection = selection
    var collector = try StatisticsCollector(plan) { descriptor, kind in
      wanted?.contains(descriptor.type) ?? true
        && selection.selects(descriptor, kind: kind)
    }
    try read(into: &collector, unmet, &report)
    return try collector.finish()
  }

  /// What is worth noting about the selection, once all rows were written.
  func notes(_ unmet: UnmetConditions, rows: Int) -> [Selection.Note] {
    if let since = rowDates.since, let until = rowDates.until, since.excludes(before: until) {
      return [.emptyInterval(since: since, until: until)]
    }
    let notes = unmet.notes(selected: rows)
    let hasDates = rowDates.since != nil || rowDates.until != nil
    return rows == 0 && hasDates && notes.isEmpty ? [.noSample] : notes
  }
}

/// Calculates statistics, and the days with data of longer intervals.
struct StatisticsReading: SampleConsumer, ~Copyable {
  private var rows: StatisticsCollector
  private var days: StatisticsCollector?
  private let plan: StatisticsPlan

  init(_ plan: StatisticsPlan, _ selection: Selection) throws(HealthError) {
    let rows = try StatisticsCollector(plan) { selection.selects($0, kind: $1) }
    if let daily = DayCounts.plan(for: plan) {
      days = try StatisticsCollector(daily) { descriptor, kind in
        guard case .quantity(let type) = descriptor.type else { return false }
        return type.aggregationStyle == .cumulative && selection.selects(descriptor, kind: kind)
      }
    } else {
      days = nil
    }
    self.rows = rows
    self.plan = plan
  }

  @inline(__always)
  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    try rows.consume(sample)
    if days != nil { try days?.consume(sample) }
  }

  struct Result: ~Copyable {
    var rows: StatisticsRows
    var days: DayCounts?
  }

  /// Makes a zone that of all samples which name none, if their intervals stay the same.
  mutating func useZone(_ zone: Zone) -> Bool {
    rows.useZone(zone) && days?.useZone(zone) ?? true
  }

  consuming func finish() throws(HealthError) -> Result {
    let plan = plan
    let daily = days
    guard let daily else { return Result(rows: try rows.finish(), days: nil) }
    return Result(rows: try rows.finish(), days: DayCounts(try daily.finish(), for: plan))
  }
}

extension UnitPreferences {
  /// The unit of the figures of a type, if they are shown in another one than that of their rows, or as percent.
  func figure(of type: StatisticsType) -> FigureUnit? {
    guard case .quantity(let quantity) = type.type,
      let own = type.unit.flatMap({ try? HealthUnit($0) })
    else { return nil }
    let figure = FigureUnit(own, shownIn: unit(for: quantity))
    return figure.isUnchanged ? nil : figure
  }
}

extension StatisticsSummary {
  /// How sources were merged.
  var sourcesFact: AnswerFact {
    switch plan.sources {
    case .none: AnswerFact("sources", "none (all samples add up)")
    case .priority: AnswerFact("sources", "priority", listing: order)
    case .max: AnswerFact("sources", "max (of each interval the source with the largest sum)")
    case .separate: AnswerFact("sources", "separate")
    }
  }
}

extension Answer {
  /// Writes the main figure of each interval of one type for a chart of bars: the average per day of a cumulative type (the sum, of
  /// intervals of a day), the average of others, the minutes of a category. Intervals without data have rows without a figure, so
  /// the time axis is to scale.
  func writeChart(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    guard let interval = plan.interval, !interval.isWithinDay, plan.sources != .separate
    else {
      throw HealthError(
        .usage, "a chart requires intervals of a day or longer, and merged sources")
    }
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var reading = try StatisticsReading(plan, selection)
    try read(into: &reading, unmet, &report)
    var result = try reading.finish()
    let types = Set(result.rows.types.map { $0 })
    if types.count > 1 {
      throw HealthError(
        .usage,
        "a chart is of one type, found "
          + types.map { $0.shortName + ($0.valueName.map { " " + $0 } ?? "") }.sorted().prefix(8)
          .joined(separator: ", ")
          + ". A condition on the value selects one value of a category")
    }
    let table = StatisticsTable(plan, result.rows.types, units)
    let periods = CalendarPeriods(plan)
    let type = types.first
    let name = type.map { type in
      !type.isQuantity
        ? "duration"
        : type.style == .cumulative ? (interval == .day ? "sum" : "per_day") : "average"
    }
    let isCount = type?.unit == "count"
    let unit = type.flatMap { table.unitName(of: $0) }
    let column =
      name == "duration"
      ? AnswerColumn("duration", .minutes, unit: "min")
      : AnswerColumn(name ?? "sum", isCount ? .count : .number, unit: isCount ? nil : unit)
    try output.begin(
      [AnswerColumn(interval), column],
      [AnswerFact("type", type?.shortName ?? "none"), AnswerFact("zone", plan.zone.name)]
        + [result.rows.summary.sourcesFact] + unitFacts, bars: [column.name])
    var last: Int64?
    while let row = try result.rows.next() {
      let days = try row.sum == nil ? nil : result.days?.count(of: row)
      if let last, row.index - last > 1 {
        let gap = row.index - last - 1
        let shown = gap > Self.shownGap ? Self.shownGap - 1 : gap
        for index in (last + 1)...(last + shown) {
          try output.row([AnswerValue(periods.label(of: index)), .none])
        }
        if gap > shown {
          let text = "… \(Int(gap - shown).grouped) more without data"
          try output.row([.text(text), .none])
        }
      }
      last = row.index
      let figure =
        row.type.isQuantity
        ? table.figure(of: .init(row: row, days: days)) : row.duration.map { $0 / 60 }
      try output.row([AnswerValue(row.interval), AnswerValue(figure)])
    }
    try output.end()
    report.add(result.rows.summary)
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }

  /// The longest gap of which each interval has a row.
  private static let shownGap: Int64 = 7
}
