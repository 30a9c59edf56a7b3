import HealthStatistics

extension Answer {
  /// Writes statistics in one row for each type and interval.
  func writeStatistics(to output: inout AnswerOutput) throws(ConversionError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var rows = try statisticsRows(&report, unmet)
    var table = StatisticsTable(plan, rows.types, units)
    // Only the first and the last day depend on it, or rows are calculated again.
    if let zone = report.zoneChoice?.zone { table.zone = .home(zone) }
    try output.begin(
      table.columns, table.facts(rows.summary) + unitFacts,
      bars: plan.interval == nil ? [] : ["sum", "average", "duration"])
    while let row = try calculating({ () throws(StatisticsError) in try rows.next() }) {
      try output.row(table.values(row))
    }
    try output.end()
    report.add(rows.summary)
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }

  /// The statistics of all samples that are selected.
  func statisticsRows(
    _ report: inout Answer.Report, _ unmet: UnmetConditions, only wanted: Set<SampleType>? = nil
  ) throws(ConversionError) -> StatisticsRows {
    let selection = selection
    var collector = try calculating { () throws(StatisticsError) in
      try StatisticsCollector(plan) { descriptor, kind in
        wanted?.contains(descriptor.type) ?? true
          && selection.selects(descriptor, kind: kind)
      }
    }
    try read(into: &collector, unmet, &report)
    do throws(StatisticsError) { return try collector.finish() } catch {
      throw ConversionError(error)
    }
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

/// The columns and rows of statistics.
private struct StatisticsTable {
  private let plan: StatisticsPlan
  var zone: DayZone
  private let hasSum: Bool
  private let hasValues: Bool
  private let hasCategories: Bool
  private let hasPartial: Bool
  private let hasDuration: Bool
  /// The types whose figures are shown in another unit than that of their rows, or as percent.
  private var units: [StatisticsType: FigureUnit] = [:]

  init(_ plan: StatisticsPlan, _ types: [StatisticsType], _ preferences: UnitPreferences) {
    (self.plan, zone) = (plan, plan.zone)
    for type in types { units[type] = preferences.figure(of: type) }
    hasSum = plan.options.contains(.cumulativeSum) && types.contains { $0.style == .cumulative }
    hasValues = types.contains { $0.isDiscrete }
    hasCategories = types.contains { $0.valueName != nil }
    hasPartial = plan.hasPartialIntervals
    hasDuration = types.contains { !$0.isQuantity } || plan.options.contains(.duration)
  }

  private var isSeparate: Bool { plan.sources == .separate || plan.sources == .max }

  private func has(_ option: StatisticsOptions) -> Bool {
    hasValues && plan.options.contains(option)
  }

  var columns: [AnswerColumn] {
    var columns: [AnswerColumn] = []
    if let interval = plan.interval { columns.append(AnswerColumn(interval.component.rawValue)) }
    if hasPartial { columns.append(AnswerColumn("partial")) }
    columns.append(AnswerColumn("type"))
    if hasCategories { columns.append(AnswerColumn("value")) }
    if isSeparate { columns.append(AnswerColumn("source")) }
    columns += [AnswerColumn("unit", .unit), AnswerColumn("count", .integer)]
    if hasSum { columns.append(AnswerColumn("sum", .number)) }
    if has(.discreteAverage) { columns.append(AnswerColumn("average", .number)) }
    if has(.discreteMin) { columns.append(AnswerColumn("minimum", .number)) }
    if has(.discreteMax) { columns.append(AnswerColumn("maximum", .number)) }
    if plan.options.contains(.mostRecent) { columns.append(AnswerColumn("latest", .number)) }
    if hasValues {
      columns += plan.percentiles.map { AnswerColumn("p" + Self.name($0), .number) }
    }
    if hasDuration { columns.append(AnswerColumn("duration", .minutes, unit: "min")) }
    if plan.interval == nil { columns += [AnswerColumn("first"), AnswerColumn("last")] }
    return columns
  }

  func values(_ row: StatisticsRow) -> [AnswerValue] {
    var values: [AnswerValue] = []
    if plan.interval != nil { values.append(AnswerValue(row.interval)) }
    if hasPartial { values.append(AnswerValue(row.isPartial ? "yes" : nil)) }
    values.append(.text(row.type.shortName))
    if hasCategories { values.append(AnswerValue(row.type.valueName)) }
    if isSeparate { values.append(AnswerValue(row.source)) }
    let unit = units.isEmpty ? nil : units[row.type]
    values += [AnswerValue(unit?.unit.description ?? row.type.unit), .integer(row.count)]
    func exact(_ number: ExactDecimal?) -> AnswerValue {
      if let unit { return unit.value(number) }
      return number.map { .number($0.description) } ?? .none
    }
    func shown(_ number: Double?) -> AnswerValue { AnswerValue(unit.map { $0(number) } ?? number) }
    if hasSum { values.append(exact(row.sum)) }
    if has(.discreteAverage) { values.append(shown(row.average)) }
    if has(.discreteMin) { values.append(exact(row.minimum)) }
    if has(.discreteMax) { values.append(exact(row.maximum)) }
    if plan.options.contains(.mostRecent) { values.append(exact(row.mostRecent)) }
    if hasValues {
      values += plan.percentiles.indices.map { index in
        index < row.percentiles.count ? shown(row.percentiles[index]) : .none
      }
    }
    if hasDuration { values.append(AnswerValue(row.duration.map { $0 / 60 })) }
    if plan.interval == nil {
      values.append(AnswerValue(day(row.extent?.start)))
      values.append(AnswerValue(day(row.extent?.end)))
    }
    return values
  }

  /// The day of a time in the zone that the table states.
  private func day(_ time: Timestamp?) -> String? {
    guard let time, let zone = zone.zone else { return time?.dayText }
    return time.shown(in: zone).dayText
  }

  func facts(_ summary: StatisticsSummary) -> [AnswerFact] {
    var facts = [AnswerFact("zone", zone.name)]
    if let interval = plan.interval, interval.count > 1 {
      facts.append(AnswerFact("interval", interval.description))
    }
    facts.append(summary.sourcesFact)
    return facts
  }

  private static func name(_ percentile: Double) -> String {
    let text = "\(percentile)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
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

extension Timestamp {
  /// The same instant on the clock of a zone.
  func shown(in zone: Zone) -> Timestamp {
    Timestamp(
      secondsSince1970: secondsSince1970, nanoseconds: nanoseconds,
      offsetMinutes: Int16(clamping: zone.offset(at: secondsSince1970) / 60))
  }
}
