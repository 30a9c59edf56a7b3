import HealthStatistics

extension Answer {
  /// Writes statistics in one row for each interval, with columns for each type: its main statistic, or those that are chosen.
  func writeWide(to output: inout AnswerOutput) throws(ConversionError) -> Answer.Report {
    guard let interval = plan.interval, plan.sources != .separate else {
      throw ConversionError(.usage, "a wide table requires intervals, and sources that are merged")
    }
    var report = Answer.Report()
    var answer = self
    answer.plan.isIntervalFirst = true
    let unmet = makeUnmetConditions()
    var rows = try answer.statisticsRows(&report, unmet)
    let table = StatisticsTable(answer.plan, rows.types, units)
    var types: [StatisticsType] = []
    for type in rows.types where !types.contains(type) { types.append(type) }
    types.sort { ($0.shortName, $0.valueName ?? "") < ($1.shortName, $1.valueName ?? "") }
    // All options mean that none was chosen.
    let chosen = plan.options == .values ? nil : plan.options
    let columns = types.flatMap { WideColumn.columns(of: $0, chosen) }
    var places: [StatisticsType: Range<Int>] = [:]
    for (place, column) in columns.enumerated() {
      places[column.type] = (places[column.type]?.lowerBound ?? place)..<(place + 1)
    }
    let hasPartial = answer.plan.hasPartialIntervals
    try output.begin(
      [AnswerColumn(interval)]
        + (hasPartial ? [AnswerColumn("partial")] : [])
        + columns.map { $0.column(in: table.unitName(of: $0.type)) },
      [AnswerFact("zone", plan.zone.name)]
        + (interval.count > 1 ? [AnswerFact("interval", interval.description)] : [])
        + [rows.summary.sourcesFact] + unitFacts)
    var label: String?
    var isPartial = false
    var values: [AnswerValue] = []
    func write(_ output: inout AnswerOutput) throws(ConversionError) {
      guard let label else { return }
      try output.row(
        [.text(label)] + (hasPartial ? [AnswerValue(isPartial ? "yes" : nil)] : []) + values)
    }
    while let row = try calculating({ () throws(StatisticsError) in try rows.next() }) {
      if row.interval != label {
        try write(&output)
        (label, isPartial) = (row.interval, row.isPartial)
        values = columns.map { _ in .none }
      }
      for place in places[row.type] ?? 0..<0 { values[place] = columns[place].value(row, table) }
    }
    try write(&output)
    try output.end()
    report.add(rows.summary)
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }
}

/// A statistic of a type, as a column.
private struct WideColumn {
  private enum Statistic: String, CaseIterable {
    case sum, average, minimum, maximum, latest, duration

    var option: StatisticsOptions {
      switch self {
      case .sum: .cumulativeSum
      case .average: .discreteAverage
      case .minimum: .discreteMin
      case .maximum: .discreteMax
      case .latest: .mostRecent
      case .duration: .duration
      }
    }
  }

  let type: StatisticsType
  private let statistic: Statistic
  /// Whether the name of the statistic is that of the column, too.
  private let isNamed: Bool

  /// The columns of a type: its sum, its average or its duration, or those that were chosen and that it has.
  static func columns(of type: StatisticsType, _ chosen: StatisticsOptions?) -> [WideColumn] {
    let main: Statistic =
      !type.isQuantity ? .duration : type.style == .cumulative ? .sum : .average
    guard let chosen, type.isQuantity else {
      return [WideColumn(type: type, statistic: main, isNamed: false)]
    }
    return Statistic.allCases.filter { statistic in
      guard chosen.contains(statistic.option) else { return false }
      switch statistic {
      case .sum: return main == .sum
      case .average, .minimum, .maximum: return main == .average
      case .latest, .duration: return true
      }
    }.map { WideColumn(type: type, statistic: $0, isNamed: true) }
  }

  func column(in unit: String?) -> AnswerColumn {
    var name = type.shortName
    if let value = type.valueName { name += "_" + value }
    if isNamed { name += "_" + statistic.rawValue }
    if statistic == .duration { return AnswerColumn(name, .minutes, unit: "min") }
    guard unit != "count" else { return AnswerColumn(name, .count) }
    return AnswerColumn(name, .number, unit: unit)
  }

  func value(_ row: StatisticsRow, _ table: StatisticsTable) -> AnswerValue {
    switch statistic {
    case .sum: table.exact(row.sum, of: type)
    case .average: AnswerValue(table.shown(row.average, of: type))
    case .minimum: table.exact(row.minimum, of: type)
    case .maximum: table.exact(row.maximum, of: type)
    case .latest: table.exact(row.mostRecent, of: type)
    case .duration: AnswerValue(row.duration.map { $0 / 60 })
    }
  }
}
