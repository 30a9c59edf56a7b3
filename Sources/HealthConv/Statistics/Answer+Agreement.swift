import HealthModel
import HealthStatistics

extension Answer {
  /// Writes the totals that the device stated, next to what the records add up to: a row for each day and figure.
  func writeAgreement(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var plan = plan
    (plan.interval, plan.isIntervalFirst, plan.options) = (.day, true, [.cumulativeSum])
    if plan.sources == .separate { plan.sources = .priority }
    var reading = AgreementReading(
      try ActivityReading(plan, selection, mostDays), selection, plan.zone, mostWorkouts)
    try read(into: &reading, unmet, &report)
    let (workouts, left) = (reading.workouts, reading.left)
    var days = try reading.finish()
    let wanted = days.records.days
    var agreement = Agreement()
    while let (date, day) = try days.next() {
      agreement.add(date, day)
    }
    report.add(days.records.summary)
    if days.leftOut > 0 {
      report.note(
        days.leftOut, "of ActivitySummary", "there are more than \(mostDays.grouped) days")
    }
    if left > 0 {
      report.note(left, "of workouts", "there are more than \(mostWorkouts.grouped)")
    }
    if report.readError == nil {
      let listed = workouts.filter { wanted.contains(dateNamed: $0.date) }
      // Without workouts there is nothing to read once more.
      let own = listed.isEmpty ? [] : try completed(listed.map(\.figures.unmeasured), &report)
      for (workout, records) in zip(listed, own) {
        agreement.add(workout.figures, records, on: workout.date)
      }
    }
    let totals = agreement.totals
    try output.begin(
      Self.agreementColumns,
      [AnswerFact("zone", plan.zone.name), days.records.summary.sourcesFact] + unitFacts
        + agreementFacts(totals, agreement.figuresWithoutRecords))
    for total in totals { try output.row(agreementRow(total)) }
    try output.end()
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }

  private static let agreementColumns = [
    AnswerColumn("day", .day), AnswerColumn("figure"), AnswerColumn("stated", .number),
    AnswerColumn("records", .number), AnswerColumn("unit", .unit),
    AnswerColumn("difference", .number), AnswerColumn("difference_percent", .number).inPercent,
    AnswerColumn("agrees").required,
  ]

  /// The unit of a figure; `nil` for one that is shown in the unit of the calculation.
  private func unit(of figure: Agreement.Figure) -> FigureUnit {
    switch figure {
    case .activeEnergy, .workoutEnergy: units.figures.energy
    case .workoutDistance: units.figures.distance
    case .exercise: FigureUnit(.minute)
    case .standHours: FigureUnit(.count)
    }
  }

  private func agreementRow(_ total: Agreement.Total) -> [AnswerValue] {
    let unit = unit(of: total.figure)
    let (stated, records) = (unit(total.stated), unit(total.records))
    return [
      .text(total.date), .text(total.figure.rawValue), AnswerValue(stated), AnswerValue(records),
      .text(unit.unit.description), AnswerValue(records - stated),
      AnswerValue(total.share.map { ($0 * 100_000).rounded() / 1_000 }),
      .text(total.isClose ? "yes" : "no"),
    ]
  }

  /// The share of days that agree, those that agree least, and what is not compared.
  private func agreementFacts(
    _ totals: [Agreement.Total], _ missing: [Agreement.Figure]
  ) -> [AnswerFact] {
    let summaries = Agreement.summaries(of: totals)
    let shares = summaries.map { "\($0.figure.words) \($0.close) of \($0.days) days" }
    let worst = summaries.compactMap { summary in
      summary.worst.isEmpty
        ? nil
        : "\(summary.figure.words) on \(summary.worst.prefix(3).map(\.date).joined(separator: ", "))"
    }
    return [
      AnswerFact("totals", "those of activity summaries and workouts of Apple's devices"),
      AnswerFact(
        "agreement",
        !shares.isEmpty
          ? "within 1 %: " + shares.joined(separator: ", ")
          : missing.isEmpty ? "no totals are stated" : "no total has records to compare it with"),
    ] + (worst.isEmpty ? [] : [AnswerFact("worst", worst.joined(separator: "; "))])
      + (missing.isEmpty
        ? []
        : [
          AnswerFact(
            "not_compared",
            missing.map(\.words).joined(separator: ", ") + ": no records, on any day")
        ])
  }
}

extension Agreement {
  /// Adds the values of the summary of a day, and the sums of its records.
  mutating func add(_ date: String, _ day: ActivityDay) {
    if day.energy != nil { noteRecords(of: .activeEnergy) }
    if day.exercise != nil { noteRecords(of: .exercise) }
    if day.standHours != nil { noteRecords(of: .standHours) }
    guard let summary = day.summary else { return }
    add(stated: day.statedEnergy, .activeEnergy, on: date)
    add(stated: summary.appleExerciseTime?.doubleValue, .exercise, on: date)
    add(stated: summary.appleStandHours?.doubleValue, .standHours, on: date)
    add(records: day.energy?.doubleValue, .activeEnergy, on: date)
    add(records: day.exercise?.doubleValue, .exercise, on: date)
    add(records: day.standHours.map { Double($0) }, .standHours, on: date)
  }

  /// Adds a workout and the same workout with the figures of the records in its time. A workout without such records is not compared.
  mutating func add(_ workout: WorkoutFigures, _ records: WorkoutFigures, on date: String) {
    if let energy = workout.energy, let own = records.energy {
      add(stated: energy, .workoutEnergy, on: date)
      add(records: own, .workoutEnergy, on: date)
    }
    if let distance = workout.statedDistance, let own = records.statedDistance {
      add(stated: distance, .workoutDistance, on: date)
      add(records: own, .workoutDistance, on: date)
    }
  }
}

/// Collects the same samples as an answer about activity, and the workouts of Apple's devices.
private struct AgreementReading: SampleConsumer, ~Copyable {
  private var activity: ActivityReading
  private let selection: Selection
  private let zone: DayZone
  private let most: Int
  private(set) var workouts: [(date: String, figures: WorkoutFigures)] = []
  private var size = 0
  /// How many workouts are left out.
  private(set) var left = 0

  init(
    _ activity: consuming ActivityReading, _ selection: Selection, _ zone: DayZone, _ most: Int
  ) {
    self.activity = activity
    (self.selection, self.zone, self.most) = (selection, zone, most)
  }

  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    guard case .workout(let workout) = copy sample else { return try activity.consume(sample) }
    let descriptor = workout.header.descriptor
    guard SourceClass(descriptor) != .app, selection.selects(descriptor, kind: .workout) else {
      return
    }
    let figures = WorkoutFigures(workout)
    guard figures.unmeasured.isIncomplete else { return }
    guard size + figures.size <= most else {
      left += 1
      return
    }
    size += figures.size
    workouts.append((shown(workout.header).dayText, figures))
  }

  /// The start on the clock by which its day begins.
  private func shown(_ header: SampleHeader) -> Timestamp {
    if case .zone(let zone) = zone { return header.start.shown(in: zone) }
    return header.ownZone == nil
      ? zone.zone.map { header.start.shown(in: $0) } ?? header.start
      : header.localStart
  }

  consuming func finish() throws(HealthError) -> ActivityReading.Days {
    try activity.finish()
  }
}
