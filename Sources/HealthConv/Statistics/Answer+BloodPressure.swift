import HealthModel
import HealthStatistics

extension Answer {
  /// Writes readings of the blood pressure, or averages of them.
  func writeBloodPressure(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var collector = SelectedPressures(
      selection,
      try BloodPressureCollector(zone: plan.zone, findsPulse: true))
    try read(into: &collector, unmet, &report)
    var readings = try collector.finish()
    let periods = CalendarPeriods(plan)
    let (pressure, pulse) = (units.figure(.bloodPressureSystolic), units.figure(.heartRate))
    let facts = [
      AnswerFact("zone", plan.zone.name),
      AnswerFact("pulse", "a heart rate of the same source at the same time"),
    ]
    if let interval = plan.interval {
      let ranges = [
        "systolic_minimum", "systolic_maximum", "diastolic_minimum", "diastolic_maximum",
      ]
      try output.begin(
        [AnswerColumn(interval)]
          + (plan.hasPartialIntervals ? [AnswerColumn("partial")] : [])
          + [
            AnswerColumn("readings", .integer), pressure.column("systolic"),
            pressure.column("diastolic"), pulse.column("pulse"),
          ] + ranges.map { pressure.column($0) },
        facts + [AnswerFact("averages", "over the readings, which count alike")] + unitFacts,
        bars: ["systolic"])
      var current: (period: CalendarPeriods.Period, averages: PressureAverages)?
      func write(_ output: inout AnswerOutput) throws(HealthError) {
        guard let (period, averages) = current else { return }
        try output.row(
          [.text(period.label)]
            + (plan.hasPartialIntervals ? [AnswerValue(period.isPartial ? "yes" : nil)] : [])
            + averages.values(pressure, pulse))
      }
      while let reading = try readings.next() {
        guard periods.contains(reading.date), let period = periods.period(of: reading.date) else {
          continue
        }
        if current?.period != period {
          try write(&output)
          current = (period, PressureAverages())
        }
        current?.averages.add(reading)
      }
      try write(&output)
    } else {
      try output.begin(
        [
          AnswerColumn("time", .time), pressure.column("systolic"), pressure.column("diastolic"),
          pulse.column("pulse"), AnswerColumn("source"),
        ], facts + unitFacts)
      while let reading = try readings.next() {
        guard periods.contains(reading.date) else { continue }
        try output.row([
          .text(reading.time.text(.iso8601).description), AnswerValue(pressure(reading.systolic)),
          AnswerValue(pressure(reading.diastolic)), AnswerValue(pulse(reading.pulse)),
          .text(reading.source),
        ])
      }
    }
    try output.end()
    if readings.skipped > 0 {
      report.note(
        readings.skipped, "of a blood pressure",
        "the other pressure is not there, or the unit or the date is not valid")
    }
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }
}

private struct PressureAverages {
  private var readings: [Double] = [0, 0]
  private var count = 0
  private var pulse: (sum: Double, count: Int) = (0, 0)
  private var least: [Double] = [.infinity, .infinity]
  private var most: [Double] = [-.infinity, -.infinity]

  mutating func add(_ reading: BloodPressureReading) {
    count += 1
    for (index, value) in [reading.systolic, reading.diastolic].enumerated() {
      readings[index] += value
      least[index] = min(least[index], value)
      most[index] = max(most[index], value)
    }
    if let own = reading.pulse { pulse = (pulse.sum + own, pulse.count + 1) }
  }

  func values(_ pressure: FigureUnit, _ rate: FigureUnit) -> [AnswerValue] {
    func shown(_ value: Double, _ unit: FigureUnit) -> AnswerValue {
      let figure: Double = unit(value)
      return AnswerValue(figure)
    }
    let averages = readings.map { shown($0 / Double(count), pressure) }
    let pulse = pulse.count > 0 ? shown(pulse.sum / Double(pulse.count), rate) : .none
    return [.integer(count)] + averages + [pulse]
      + [0, 1].flatMap { [shown(least[$0], pressure), shown(most[$0], pressure)] }
  }
}

/// A collector of the blood pressure that takes selected samples only.
private struct SelectedPressures: SampleConsumer, ~Copyable {
  private let selection: Selection
  private var collector: BloodPressureCollector
  private var table = DescriptorTable<Bool>()

  init(_ selection: Selection, _ collector: consuming BloodPressureCollector) {
    self.selection = selection
    self.collector = collector
  }

  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    let kind = sample.kind
    guard kind == .quantity || kind == .correlation, let descriptor = sample.descriptor else {
      return
    }
    if table.isLarge { _ = table.takeEntries() }
    let index = table.index(of: descriptor, kind: kind) { [selection] in
      BloodPressureCollector.isWanted($0) && selection.selects($0, kind: $1)
    }
    if table[index] { try collector.add(sample) }
  }

  consuming func finish() throws(HealthError) -> BloodPressureReadings {
    return try collector.finish()
  }
}
