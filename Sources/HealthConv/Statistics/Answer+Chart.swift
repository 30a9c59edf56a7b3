import HealthStatistics

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
