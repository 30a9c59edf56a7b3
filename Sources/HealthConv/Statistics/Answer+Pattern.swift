import HealthStatistics

extension Answer {
  /// A repeating period that has averages.
  public enum Pattern: String, Sendable, CaseIterable {
    /// Monday to Sunday.
    case weekday
    /// 00:00 to 23:00, on the clock.
    case hourOfDay = "hour-of-day"
  }

  /// Writes statistics in one row for each type and weekday or hour of the day (`ClockPattern`).
  func writePattern(
    _ pattern: Pattern, to output: inout AnswerOutput
  ) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    var answer = self
    answer.plan.interval = pattern == .weekday ? .day : .hour
    answer.plan.options = [.cumulativeSum, .discreteAverage, .discreteMin, .discreteMax]
    let unmet = makeUnmetConditions()
    var rows = try answer.statisticsRows(&report, unmet)
    let table = StatisticsTable(answer.plan, rows.types, units)
    let hasCategories = rows.types.contains { $0.valueName != nil }
    let hasDurations = rows.types.contains { !$0.isQuantity }
    let isSeparate = plan.sources == .separate
    let average =
      pattern == .weekday
      ? "over the days with data"
      : "of sums over all days with data, of others over those of the hour"
    try output.begin(
      [AnswerColumn(pattern == .weekday ? "weekday" : "hour"), AnswerColumn("type")]
        + (hasCategories ? [AnswerColumn("value")] : [])
        + (isSeparate ? [AnswerColumn("source").required] : [])
        + [
          AnswerColumn("unit", .unit), AnswerColumn("count", .integer),
          AnswerColumn("days", .integer),
          AnswerColumn("average", .number), AnswerColumn("minimum", .number),
          AnswerColumn("maximum", .number),
        ] + (hasDurations ? [AnswerColumn("duration", .minutes, unit: "min")] : []),
      [
        AnswerFact("zone", plan.zone.name), rows.summary.sourcesFact,
        AnswerFact("averages", average),
      ] + unitFacts, bars: ["average", "duration"])
    var type: StatisticsType?
    var patterns: [String: ClockPattern] = [:]
    func write(_ output: inout AnswerOutput) throws(HealthError) {
      guard let type else { return }
      for (source, pattern) in patterns.sorted(by: { $0.key < $1.key }) {
        for slot in pattern.slots.indices where pattern.averages[slot] != nil {
          let figures = pattern.slots[slot]
          var values: [AnswerValue] = [.text(pattern.names[slot]), .text(type.shortName)]
          if hasCategories { values.append(AnswerValue(type.valueName)) }
          if isSeparate { values.append(.text(source)) }
          values += [
            AnswerValue(table.unitName(of: type)), .integer(figures.count),
            .integer(pattern.days(of: slot)),
          ]
          let average = pattern.averages[slot]
          values += [type.isQuantity ? average : nil, figures.minimum, figures.maximum].map {
            AnswerValue(table.shown($0, of: type))
          }
          if hasDurations { values.append(AnswerValue(type.isQuantity ? nil : average)) }
          try output.row(values)
        }
      }
    }
    while let row = try rows.next() {
      if row.type != type {
        try write(&output)
        (type, patterns) = (row.type, [:])
      }
      let source = isSeparate ? row.source ?? "" : ""
      patterns[source, default: ClockPattern(pattern == .weekday ? .weekday : .hourOfDay)].add(row)
    }
    try write(&output)
    try output.end()
    report.add(rows.summary)
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }
}
