import HealthStatistics

extension Answer {
  /// Writes the activity of each day: what its summary states, and what the records of the day add up to.
  func writeActivity(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var plan = plan
    (plan.interval, plan.isIntervalFirst, plan.options) = (.day, true, [.cumulativeSum])
    if plan.sources == .separate { plan.sources = .priority }
    var reading = try ActivityReading(plan, selection, mostDays)
    try read(into: &reading, unmet, &report)
    var days = try reading.finish()
    let energy = units.figure(.activeEnergyBurned)
    try output.begin(
      Self.activityColumns(energy),
      [AnswerFact("zone", plan.zone.name), days.records.summary.sourcesFact]
        + unitFacts + [AnswerFact("records", "what the records of the day add up to")])
    while let (date, day) = try days.next() {
      try output.row([.text(date)] + day.values(energy))
    }
    try output.end()
    report.add(days.records.summary)
    if days.leftOut > 0 {
      report.note(
        days.leftOut, "of ActivitySummary", "there are more than \(mostDays.grouped) days")
    }
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }

  static let activityTypes: Set<SampleType> = [
    .quantity(.activeEnergyBurned), .quantity(.appleExerciseTime), .category(.appleStandHour),
  ]

  private static func activityColumns(_ energy: FigureUnit) -> [AnswerColumn] {
    [
      AnswerColumn("day", .day), energy.column("active_energy"),
      energy.column("active_energy_goal"),
      energy.column("active_energy_records"),
    ]
      + ["exercise", "exercise_goal", "exercise_records"].map {
        AnswerColumn($0, .minutes, unit: "min")
      } + [
        AnswerColumn("stand_hours", .number), AnswerColumn("stand_hours_goal", .number),
        AnswerColumn("stand_hours_records", .integer),
      ]
  }
}

struct ActivityDay {
  var summary: Sample.ActivitySummaryFields?
  /// Sums of the records.
  var energy: ExactDecimal?
  var exercise: ExactDecimal?
  /// Hours in which the records state that the person stood.
  var standHours: Int?

  /// In kilocalories.
  var statedEnergy: Double? { kilocalories(summary?.activeEnergyBurned) }

  /// An energy of the summary in kilocalories. A summary without a unit is in kilocalories.
  private func kilocalories(_ number: Number?) -> Double? {
    let own = summary?.activeEnergyBurnedUnit.map { try? HealthUnit($0) } ?? .kilocalorie
    guard let unit = own.map({ FigureUnit($0, shownIn: .kilocalorie) }), unit.unit == .kilocalorie
    else { return nil }
    return unit(number?.doubleValue)
  }

  func values(_ unit: FigureUnit) -> [AnswerValue] {
    func energy(_ number: Number?) -> AnswerValue { AnswerValue(unit(kilocalories(number))) }
    func plain(_ number: Number?) -> AnswerValue { AnswerValue(number?.doubleValue) }
    return [
      energy(summary?.activeEnergyBurned), energy(summary?.activeEnergyBurnedGoal),
      unit.value(self.energy), plain(summary?.appleExerciseTime),
      plain(summary?.appleExerciseTimeGoal), exercise.map { .number($0.description) } ?? .none,
      plain(summary?.appleStandHours), plain(summary?.appleStandHoursGoal),
      standHours.map { .integer($0) } ?? .none,
    ]
  }
}

/// Takes summaries and the records that they sum up.
struct ActivityReading: SampleConsumer, ~Copyable {
  /// How many summaries may be in memory.
  private let most: Int
  private var records: StatisticsCollector
  /// Has one row for each hour in which the person stood, however many sources state it.
  private var hours: StatisticsCollector
  private var summaries: [String: Sample.ActivitySummaryFields] = [:]
  private var leftOut = 0
  private let selection: Selection

  init(
    _ plan: StatisticsPlan, _ selection: Selection, _ most: Int
  ) throws(HealthError) {
    let types = Answer.activityTypes
    let records = try StatisticsCollector(plan) { descriptor, kind in
      types.contains(descriptor.type) && selection.selects(descriptor, kind: kind)
    }
    var hourly = plan
    hourly.interval = .hour
    let hours = try StatisticsCollector(hourly) { selection.selects($0, kind: $1) }
    self.records = records
    self.hours = hours
    (self.selection, self.most) = (selection, most)
  }

  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    switch copy sample {
    case .quantity: try records.consume(sample)
    case .category(let category):
      guard category.type == .appleStandHour else { return try records.consume(sample) }
      guard category.value == .appleStandHourStood else { return }
      try records.consume(sample)
      try hours.consume(sample)
    case .activitySummary(let summary):
      guard selection.selects(summary.header.descriptor, kind: .activitySummary),
        let date = summary.fields.dateComponents, date.utf8.count == 10
      else { return }
      if summaries.count < most || summaries[date] != nil {
        summaries[date] = summary.fields
      } else {
        leftOut += 1
      }
    default: break
    }
  }

  /// Makes a zone that of all samples which name none.
  mutating func useZone(_ zone: Zone) -> Bool { records.useZone(zone) && hours.useZone(zone) }

  consuming func finish() throws(HealthError) -> Days {
    let leftOut = leftOut
    var summaries = summaries
    let rows = try records.finish()
    let hourRows = try hours.finish()
    let days = rows.days
    summaries = summaries.filter { days.contains(dateNamed: $0.key) }
    return Days(
      records: rows, hours: hourRows, summaries: summaries, dates: summaries.keys.sorted(),
      leftOut: leftOut)
  }

  /// The days that have a summary or records, in the order of time.
  struct Days: ~Copyable {
    var records: StatisticsRows
    private var hours: StatisticsRows
    let summaries: [String: Sample.ActivitySummaryFields]
    let dates: [String]
    /// Summaries beyond the limit.
    let leftOut: Int
    private var place = 0
    private var waiting: StatisticsRow?
    private var waitingHour: StatisticsRow?
    private var hasBegun = false

    init(
      records: consuming StatisticsRows, hours: consuming StatisticsRows,
      summaries: [String: Sample.ActivitySummaryFields], dates: [String], leftOut: Int
    ) {
      self.records = records
      self.hours = hours
      (self.summaries, self.dates, self.leftOut) = (summaries, dates, leftOut)
    }

    mutating func next() throws(HealthError) -> (date: String, day: ActivityDay)? {
      if !hasBegun {
        hasBegun = true
        waiting = try records.next()
      }
      let stated = place < dates.count ? dates[place] : nil
      guard let date = [stated, waiting?.interval].compactMap(\.self).min() else { return nil }
      var day = ActivityDay()
      if date == stated {
        day.summary = summaries[date]
        place += 1
      }
      while let row = waiting, row.interval == date {
        switch row.type.type {
        case .quantity(.activeEnergyBurned): day.energy = row.sum
        case .quantity(.appleExerciseTime): day.exercise = row.sum
        default: day.standHours = try standHours(ofDay: row.index)
        }
        waiting = try records.next()
      }
      return (date, day)
    }

    /// How many hours of a day have a sample that starts in them. Days come in the order of time.
    private mutating func standHours(ofDay day: Int64) throws(HealthError) -> Int {
      var count = 0
      while true {
        if waitingHour == nil { waitingHour = try hours.next() }
        guard let hour = waitingHour, hour.indexOfDay <= day else { return count }
        if hour.indexOfDay == day, hour.count > 0 { count += 1 }
        waitingHour = nil
      }
    }
  }
}
