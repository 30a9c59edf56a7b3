import HealthStatistics

extension Answer {
  /// Writes the main figures of each interval in one row.
  func writeSummary(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var plan = plan
    (plan.isIntervalFirst, plan.options, plan.percentiles) = (true, .values, [])
    if plan.sources == .separate { plan.sources = .priority }
    let interval = plan.interval ?? .day
    plan.interval = interval
    let hasPartial = plan.hasPartialIntervals
    // Nights and stand hours belong to days: intervals within a day do not have them.
    let hasDailyFigures = !interval.isWithinDay
    var reading = try SummaryReading(plan, selection, nightBeginning: nightBeginning)
    try read(into: &reading, unmet, &report)
    var rows = try reading.finish()
    let figureUnits = SummaryFigure.all.map { units.figure($0.type) }
    let figures = zip(SummaryFigure.all, figureUnits).map { $0.column($1) }
    let added =
      [AnswerColumn("mindful", .minutes, unit: "min")]
      + (hasDailyFigures
        ? [AnswerColumn("stand_hours", .integer), AnswerColumn("asleep", .minutes, unit: "min")]
        : [])
    let place = SummaryFigure.all.firstIndex { $0.name == "heart_rate" } ?? 0
    try output.begin(
      [AnswerColumn(interval)]
        + (hasPartial ? [AnswerColumn("partial")] : []) + figures[..<place] + added
        + figures[place...],
      [AnswerFact("zone", self.plan.zone.name), rows.records.summary.sourcesFact]
        + (hasDailyFigures
          ? [AnswerFact("nights", "the average of those that end in the interval")] : [])
        + unitFacts)
    while let row = try rows.next() {
      let mark = hasPartial ? [AnswerValue(row.isPartial ? "yes" : nil)] : []
      let values = zip(SummaryFigure.all, figureUnits).enumerated().map { index, figure in
        row.figures[index].map { figure.0.value($0, in: figure.1) } ?? .none
      }
      let added =
        [AnswerValue(row.mindful)]
        + (hasDailyFigures
          ? [row.standHours.map { .integer($0) } ?? .none, AnswerValue(row.asleep.map { $0 / 60 })]
          : [])
      try output.row([.text(row.label)] + mark + values[..<place] + added + values[place...])
    }
    try output.end()
    report.add(rows.records.summary)
    report.add(rows.nights)
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }
}

private struct SummaryRow {
  var label: String
  var isPartial: Bool
  var figures: [StatisticsRow?]
  /// In minutes.
  var mindful: Double?
  var standHours: Int?
  /// In seconds.
  var asleep: Double?
}

/// Calculates the records, the hours stood and the nights of a summary in one pass.
private struct SummaryReading: SampleConsumer, ~Copyable {
  private var records: StatisticsCollector
  /// Has one row for each hour in which the person stood, however many sources state it.
  private var hours: StatisticsCollector
  private var nights: SleepCollector
  private let selection: Selection
  private let plan: StatisticsPlan

  init(
    _ plan: StatisticsPlan, _ selection: Selection, nightBeginning: Int
  ) throws(HealthError) {
    let types = Set(
      SummaryFigure.all.map { SampleType.quantity($0.type) } + [.category(.mindfulSession)])
    let records = try StatisticsCollector(plan) { descriptor, kind in
      types.contains(descriptor.type) && selection.selects(descriptor, kind: kind)
    }
    var hourly = plan
    hourly.interval = .hour
    let hours = try StatisticsCollector(hourly) { selection.selects($0, kind: $1) }
    nights = try SleepCollector(
      zone: plan.zone, priority: plan.priority, beginning: nightBeginning, limits: plan.limits)
    self.records = records
    self.hours = hours
    (self.selection, self.plan) = (selection, plan)
  }

  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    try records.consume(sample)
    guard sample.kind == .category, plan.interval?.isWithinDay != true,
      case .category(let category) = copy sample
    else { return }
    if category.type == .appleStandHour, category.value == .appleStandHourStood {
      try hours.consume(sample)
    }
    if category.type == .sleepAnalysis,
      selection.selects(category.header.descriptor, kind: .category)
    {
      try nights.add(sample)
    }
  }

  consuming func finish() throws(HealthError) -> Rows {
    let plan = plan
    let recordRows = try records.finish()
    let hourRows = try hours.finish()
    let sleep = try nights.finish()
    return Rows(
      records: recordRows, hours: hourRows, nights: sleep, periods: CalendarPeriods(plan))
  }

  /// The intervals that have figures, in the order of time.
  struct Rows: ~Copyable {
    var records: StatisticsRows
    private var hours: StatisticsRows
    var nights: SleepNights
    private let periods: CalendarPeriods
    private var record: StatisticsRow?
    private var hour: (row: StatisticsRow, period: CalendarPeriods.Period)?
    private var night: (night: SleepNight, period: CalendarPeriods.Period)?
    private var hasBegun = false

    init(
      records: consuming StatisticsRows, hours: consuming StatisticsRows,
      nights: consuming SleepNights, periods: CalendarPeriods
    ) {
      self.records = records
      self.hours = hours
      self.nights = nights
      self.periods = periods
    }

    private mutating func readHour() throws(HealthError) {
      hour = nil
      while hour == nil, let row = try hours.next() {
        if row.count > 0, let period = periods.period(ofHour: row) { hour = (row, period) }
      }
    }

    private mutating func readNight() throws(HealthError) {
      night = nil
      while night == nil, let next = try nights.next() {
        if let period = periods.period(of: next.date) { night = (next, period) }
      }
    }

    mutating func next() throws(HealthError) -> SummaryRow? {
      if !hasBegun {
        hasBegun = true
        record = try records.next()
        try readHour()
        try readNight()
      }
      let heads = [record?.index, hour?.period.index, night?.period.index].compactMap(\.self)
      guard let index = heads.min() else { return nil }
      let period = [hour?.period, night?.period].compactMap(\.self).first { $0.index == index }
      let own = record?.index == index ? record : nil
      var row = SummaryRow(
        label: own?.interval ?? period?.label ?? "",
        isPartial: own?.isPartial ?? period?.isPartial ?? false,
        figures: SummaryFigure.all.map { _ in nil })
      while let next = record, next.index == index {
        for (place, figure) in SummaryFigure.all.enumerated()
        where next.type.type == .quantity(figure.type) {
          row.figures[place] = next
        }
        if next.type.type == .category(.mindfulSession), let duration = next.duration {
          row.mindful = (row.mindful ?? 0) + duration / 60
        }
        record = try records.next()
      }
      while let next = hour, next.period.index == index {
        row.standHours = (row.standHours ?? 0) + 1
        try readHour()
      }
      var (asleep, count) = (0.0, 0)
      while let next = night, next.period.index == index {
        if let own = next.night.asleep { (asleep, count) = (asleep + own, count + 1) }
        try readNight()
      }
      if count > 0 { row.asleep = asleep / Double(count) }
      return row
    }
  }
}

/// A figure of a summary: a statistic of a type.
struct SummaryFigure: Sendable {
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
    SummaryFigure(
      name: "heart_rate_variability", type: .heartRateVariabilitySDNN, statistic: .average),
    SummaryFigure(name: "oxygen_saturation", type: .oxygenSaturation, statistic: .average),
    SummaryFigure(name: "vo2_max", type: .vo2Max, statistic: .latest),
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
