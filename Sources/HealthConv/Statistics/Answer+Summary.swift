import HealthStatistics

extension Answer {
  /// Writes the main figures of each interval in one row.
  func writeSummary(to output: inout AnswerOutput) throws(ConversionError) -> Answer.Report {
    var report = Answer.Report()
    var answer = self
    answer.plan.isIntervalFirst = true
    answer.plan.options = .values
    answer.plan.percentiles = []
    if answer.plan.sources == .separate { answer.plan.sources = .priority }
    let interval = answer.plan.interval ?? .day
    answer.plan.interval = interval
    let hasPartial = answer.plan.hasPartialIntervals
    let types = Set(SummaryFigure.all.map { SampleType.quantity($0.type) })
    let unmet = makeUnmetConditions()
    var rows = try answer.statisticsRows(&report, unmet, only: types)
    let shown = SummaryFigure.all.map { units.figure($0.type) }
    let columns = zip(SummaryFigure.all, shown).map { $0.column($1) }
    try output.begin(
      [AnswerColumn(interval.component.rawValue)]
        + (hasPartial ? [AnswerColumn("partial")] : []) + columns,
      [AnswerFact("zone", plan.zone.name), rows.summary.sourcesFact] + unitFacts)
    var label: String?
    var isPartial = false
    var values: [AnswerValue] = []
    func write(_ output: inout AnswerOutput) throws(ConversionError) {
      guard let label else { return }
      let mark = hasPartial ? [AnswerValue(isPartial ? "yes" : nil)] : []
      try output.row([.text(label)] + mark + values)
    }
    while let row = try calculating({ () throws(StatisticsError) in try rows.next() }) {
      if row.interval != label {
        try write(&output)
        (label, isPartial) = (row.interval, row.isPartial)
        values = columns.map { _ in .none }
      }
      for (index, figure) in SummaryFigure.all.enumerated()
      where row.type.type == .quantity(figure.type) {
        values[index] = figure.value(row, in: shown[index])
      }
    }
    try write(&output)
    try output.end()
    report.add(rows.summary)
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }
}

/// A figure of a summary: a statistic of a type.
struct SummaryFigure {
  enum Statistic { case sum, average, minimum, maximum, latest }

  let name: String
  let type: QuantityType
  let statistic: Statistic

  static let all = [
    SummaryFigure(name: "steps", type: .stepCount, statistic: .sum),
    SummaryFigure(name: "distance", type: .distanceWalkingRunning, statistic: .sum),
    SummaryFigure(name: "flights", type: .flightsClimbed, statistic: .sum),
    SummaryFigure(name: "active_energy", type: .activeEnergyBurned, statistic: .sum),
    SummaryFigure(name: "basal_energy", type: .basalEnergyBurned, statistic: .sum),
    SummaryFigure(name: "exercise", type: .appleExerciseTime, statistic: .sum),
    SummaryFigure(name: "heart_rate", type: .heartRate, statistic: .average),
    SummaryFigure(name: "heart_rate_minimum", type: .heartRate, statistic: .minimum),
    SummaryFigure(name: "heart_rate_maximum", type: .heartRate, statistic: .maximum),
    SummaryFigure(name: "resting_heart_rate", type: .restingHeartRate, statistic: .average),
    SummaryFigure(name: "body_mass", type: .bodyMass, statistic: .latest),
  ]

  func column(_ figure: FigureUnit) -> AnswerColumn {
    if figure.unit == .minute { return figure.column(name, .minutes) }
    return figure.unit == .count ? AnswerColumn(name, .count) : figure.column(name)
  }

  func value(_ row: StatisticsRow, in unit: FigureUnit) -> AnswerValue {
    let exact =
      switch statistic {
      case .average: ExactDecimal?.none
      case .sum: row.sum
      case .minimum: row.minimum
      case .maximum: row.maximum
      case .latest: row.mostRecent
      }
    return statistic == .average ? AnswerValue(unit(row.average)) : unit.value(exact)
  }
}
