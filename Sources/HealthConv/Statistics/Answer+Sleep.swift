import HealthStatistics

extension Answer {
  /// Writes nights of sleep.
  func writeSleep(to output: inout AnswerOutput) throws(ConversionError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var collector = SelectedSleep(
      selection: selection, unmet: unmet,
      collector: try calculating { () throws(StatisticsError) in
        try SleepCollector(zone: plan.zone, priority: plan.priority)
      })
    try read(into: &collector, unmet, &report)
    var nights = try collector.finish()
    try output.begin(
      Self.sleepColumns,
      [
        AnswerFact("zone", plan.zone.name),
        AnswerFact("nights", "18:00 to 18:00, named by the day on which they end"),
        AnswerFact(
          "sources",
          nights.sources.count < 2
            ? "priority" : "priority (\(nights.sources.joined(separator: ", ")))"),
      ], bars: ["asleep"])
    while let night = try calculating({ () throws(StatisticsError) in try nights.next() }) {
      try output.row(Self.values(night))
    }
    try output.end()
    report.addSleep(skipped: nights.skipped)
    report.rows = output.rows
    return report
  }

  private static let sleepColumns: [AnswerColumn] =
    [AnswerColumn("night"), AnswerColumn("from"), AnswerColumn("to")]
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
      ].map { AnswerValue($0 / 60) } + [AnswerValue(night.efficiency), AnswerValue(night.source)]
  }
}

/// A sleep collector that takes selected sources only.
private struct SelectedSleep: SampleConsumer, ~Copyable {
  let selection: Selection
  let unmet: UnmetConditions
  var collector: SleepCollector
  private var table = DescriptorTable<Bool>()

  init(selection: Selection, unmet: UnmetConditions, collector: consuming SleepCollector) {
    (self.selection, self.unmet) = (selection, unmet)
    self.collector = collector
  }

  mutating func consume(_ sample: borrowing Sample) throws(StatisticsError) {
    guard case .category(let category) = copy sample else { return }
    let index = table.index(of: category.header.descriptor, kind: .category) { [selection, unmet] in
      unmet.note($0, kind: $1)
      return $0.type == .category(.sleepAnalysis) && selection.selects($0, kind: $1)
    }
    let isWanted = table[index]
    if table.isLarge { _ = table.takeEntries() }
    if isWanted { try collector.add(sample) }
  }

  consuming func finish() throws(ConversionError) -> SleepNights {
    do throws(StatisticsError) { return try collector.finish() } catch {
      throw ConversionError(error)
    }
  }
}
