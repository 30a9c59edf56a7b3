import HealthStatistics

struct StatisticsTable {
  /// A row, and how many of its days have data.
  struct Entry {
    let row: StatisticsRow
    let days: Int?
  }

  private let plan: StatisticsPlan
  var zone: DayZone
  private let hasSum: Bool
  private let hasValues: Bool
  private let hasCategories: Bool
  private let hasPartial: Bool
  private let hasDuration: Bool
  /// The types whose figures are shown in another unit than that of their rows, or as percent.
  private var units: [StatisticsType: FigureUnit] = [:]
  private let series: Answer.SeriesOptions
  private let hasDayCounts: Bool

  init(
    _ plan: StatisticsPlan, _ types: [StatisticsType], _ preferences: UnitPreferences,
    _ series: Answer.SeriesOptions = Answer.SeriesOptions()
  ) {
    (self.plan, self.series, zone) = (plan, series, plan.zone)
    for type in types { units[type] = preferences.figure(of: type) }
    hasSum = plan.options.contains(.cumulativeSum) && types.contains { $0.style == .cumulative }
    hasValues = types.contains { $0.isDiscrete }
    hasCategories = types.contains { $0.valueName != nil }
    hasPartial = plan.hasPartialIntervals
    hasDayCounts = hasSum && DayCounts.plan(for: plan) != nil
    hasDuration = types.contains { !$0.isQuantity } || plan.options.contains(.duration)
  }

  private var isSeparate: Bool { plan.sources == .separate || plan.sources == .max }

  private func has(_ option: StatisticsOptions) -> Bool {
    hasValues && plan.options.contains(option)
  }

  /// A column of what the course of a series is about.
  private func figure(_ name: String) -> AnswerColumn {
    let column = AnswerColumn(name, .number)
    return series.isEmpty ? column : column.required
  }

  var columns: [AnswerColumn] {
    var columns: [AnswerColumn] = []
    if let interval = plan.interval { columns.append(AnswerColumn(interval)) }
    if hasPartial { columns.append(AnswerColumn("partial")) }
    columns.append(AnswerColumn("type"))
    if hasCategories { columns.append(AnswerColumn("value")) }
    if isSeparate { columns.append(AnswerColumn("source").required) }
    columns += [AnswerColumn("unit", .unit), AnswerColumn("count", .integer)]
    if hasSum { columns.append(AnswerColumn("sum", .number)) }
    if hasDayCounts {
      columns += [
        figure("per_day"), AnswerColumn("days", .integer),
      ]
    }
    if has(.discreteAverage) { columns.append(figure("average")) }
    if has(.discreteMin) { columns.append(AnswerColumn("minimum", .number)) }
    if has(.discreteMax) { columns.append(AnswerColumn("maximum", .number)) }
    if plan.options.contains(.mostRecent) { columns.append(AnswerColumn("latest", .number)) }
    if hasValues {
      columns += plan.percentiles.map { AnswerColumn("p" + Self.name($0), .number) }
    }
    if hasDuration { columns.append(AnswerColumn("duration", .minutes, unit: "min")) }
    if plan.interval == nil { columns += ["first", "last"].map { AnswerColumn($0, .day) } }
    if series.comparesToPrevious {
      columns += ["before", "difference"].map { AnswerColumn($0, .number).required }
      columns.append(AnswerColumn("percent", .number).required.inPercent)
    }
    if series.movingAverage != nil {
      columns.append(AnswerColumn("moving_average", .number).required)
    }
    if series.hasTrend { columns += ["trend", "slope"].map { AnswerColumn($0, .number).required } }
    return columns
  }

  /// The rows of one type, with the course of each source.
  func values(ofSeries entries: [Entry]) -> [[AnswerValue]] {
    var figures: [String?: SeriesFigures] = [:]
    for entry in entries {
      guard let figure = figure(of: entry) else { continue }
      figures[isSeparate ? entry.row.source : nil, default: SeriesFigures()]
        .add(figure, at: entry.row.index)
    }
    var courses = figures.mapValues {
      $0.courses(window: series.movingAverage ?? 1).reversed() as [SeriesFigures.Course]
    }
    return entries.map { entry in
      let source = isSeparate ? entry.row.source : nil
      let course = figure(of: entry) == nil ? nil : courses[source]?.popLast()
      var values = values(entry)
      if series.comparesToPrevious {
        values += [course?.before, course?.difference, course?.percent].map { AnswerValue($0) }
      }
      if series.movingAverage != nil { values.append(AnswerValue(course?.movingAverage)) }
      if series.hasTrend { values += [course?.trend, course?.slope].map { AnswerValue($0) } }
      return values
    }
  }

  /// What the course of a series is about, in the unit that is shown.
  func figure(of entry: Entry) -> Double? {
    guard entry.row.type.isQuantity else { return nil }
    if let sum = exact(entry.row.sum, of: entry.row.type).double {
      return hasDayCounts ? entry.days.flatMap { $0 > 0 ? sum / Double($0) : nil } : sum
    }
    return shown(entry.row.average, of: entry.row.type)
  }

  /// A figure of a type in the unit that is shown.
  func exact(_ number: ExactDecimal?, of type: StatisticsType) -> AnswerValue {
    if let unit = units.isEmpty ? nil : units[type] { return unit.value(number) }
    return number.map { .number($0.description) } ?? .none
  }

  /// A figure of a type in the unit that is shown.
  func shown(_ number: Double?, of type: StatisticsType) -> Double? {
    guard !units.isEmpty, let unit = units[type] else { return number }
    return unit(number)
  }

  /// The text of the unit in which figures of a type are shown.
  func unitName(of type: StatisticsType) -> String? {
    units[type]?.unit.description ?? type.unit
  }

  func values(_ entry: Entry) -> [AnswerValue] {
    let row = entry.row
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
    if hasDayCounts {
      let days = entry.days.flatMap { $0 > 0 ? $0 : nil }
      values.append(AnswerValue(days.flatMap { _ in figure(of: entry) }))
      values.append(days.map { .integer($0) } ?? .none)
    }
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
