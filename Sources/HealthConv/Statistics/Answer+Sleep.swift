import HealthModel
import HealthStatistics

extension Answer {
  /// Writes nights of sleep, or averages of them.
  func writeSleep(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var collector = SelectedSleep(
      selection,
      try SleepCollector(
        zone: plan.zone, priority: plan.priority, beginning: nightBeginning, limits: plan.limits,
        explains: explanation != nil))
    try read(into: &collector, unmet, &report)
    let nights = try collector.finish()
    report.add(nights)
    let clock = Self.clockText(Double(nightBeginning))
    let facts = [
      AnswerFact("zone", plan.zone.name),
      AnswerFact("night_span", "\(clock) to \(clock), named by the day on which it ends"),
      AnswerFact("sources", "priority", listing: nights.order),
    ]
    if explanation != nil {
      try writeNightExplanation(nights, facts, &output)
    } else if let period = sleepPeriod {
      try writePeriods(nights, period, facts, &output)
    } else {
      try writeNights(nights, facts, &output)
    }
    try output.end()
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }

  private func writeNights(
    _ nights: consuming SleepNights, _ facts: [AnswerFact], _ output: inout AnswerOutput
  ) throws(HealthError) {
    try output.begin(Self.sleepColumns, facts, bars: ["asleep"])
    while let night = try nights.next() {
      try output.row(Self.values(night))
    }
  }

  private func writePeriods(
    _ nights: consuming SleepNights, _ period: SleepPeriod, _ facts: [AnswerFact],
    _ output: inout AnswerOutput
  ) throws(HealthError) {
    var periods = SleepPeriods(nights, by: period, anchor: plan.anchor)
    var facts = facts
    let hasPartial: Bool
    switch period {
    case .interval(let interval):
      var intervalPlan = plan
      intervalPlan.interval = interval
      hasPartial = intervalPlan.hasPartialIntervals
      if interval.count > 1 { facts.append(AnswerFact("interval", interval.description)) }
    case .weekday: hasPartial = false
    }
    facts.append(
      AnswerFact(
        "averages", "over the nights that were measured; bed and wake time are circular means"))
    let lengths = ["asleep", "in_bed"].map { AnswerColumn($0, .minutes, unit: "min") }
    try output.begin(
      [AnswerColumn(period.name, .day)] + (hasPartial ? [AnswerColumn("partial")] : [])
        + [AnswerColumn("nights", .integer)] + lengths
        + [AnswerColumn("bed_time"), AnswerColumn("wake_time")], facts, bars: ["asleep"])
    while let row = try periods.next() {
      try output.row(
        [.text(row.label)] + (hasPartial ? [AnswerValue(row.isPartial ? "yes" : nil)] : [])
          + [
            .integer(row.nights), AnswerValue(row.asleep.map { $0 / 60 }),
            AnswerValue(row.inBed.map { $0 / 60 }),
            AnswerValue(row.bedTime.map(Self.clockText)),
            AnswerValue(row.wakeTime.map(Self.clockText)),
          ])
    }
  }

  /// A time of day, such as `07:05`.
  private static func clockText(_ second: Double) -> String {
    let minutes = Int((second / 60).rounded()) % 1_440
    return "\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)"
  }

  private static let sleepColumns: [AnswerColumn] =
    [
      AnswerColumn("night", .day), AnswerColumn("start", .timeOfDay),
      AnswerColumn("end", .timeOfDay),
    ]
    + ["in_bed", "asleep", "core", "deep", "rem", "unspecified", "awake", "naps"].map {
      AnswerColumn($0, .minutes, unit: "min")
    } + [AnswerColumn("efficiency", .number), AnswerColumn("source")]

  private static func values(_ night: SleepNight) -> [AnswerValue] {
    func clock(_ time: Timestamp?) -> AnswerValue {
      AnswerValue(time.map { $0.text(.iso8601).description })
    }
    return [.text(night.date), clock(night.start), clock(night.end)]
      + [
        night.inBed, night.asleep, night.core, night.deep, night.rem, night.unspecified,
        night.awake, night.naps,
      ].map { AnswerValue($0.map { $0 / 60 }) }
      + [AnswerValue(night.efficiency), AnswerValue(night.source)]
  }
}

/// Passes selected sleep samples to a collector.
private struct SelectedSleep: SampleConsumer, ~Copyable {
  let selection: Selection
  var collector: SleepCollector
  private var table = DescriptorTable<Bool>()

  init(_ selection: Selection, _ collector: consuming SleepCollector) {
    self.selection = selection
    self.collector = collector
  }

  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    guard case .category(let category) = copy sample else { return }
    let index = table.index(of: category.header.descriptor, kind: .category) { [selection] in
      $0.type == .category(.sleepAnalysis) && selection.selects($0, kind: $1)
    }
    let isWanted = table[index]
    if table.isLarge { _ = table.takeEntries() }
    if isWanted { try collector.add(sample) }
  }

  mutating func consumeRepeated(_ sample: borrowing Sample) {
    guard let descriptor = (copy sample).descriptor, selection.selects(descriptor, kind: .category)
    else { return }
    collector.addRepeated(sample)
  }

  consuming func finish() throws(HealthError) -> SleepNights {
    return try collector.finish()
  }
}
