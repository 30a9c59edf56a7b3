import HealthStatistics

extension Answer {
  /// Writes menstrual cycles, one in each row.
  func writeCycles(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var collector = SelectedFlow(
      selection,
      try CategoryDayCollector(zone: plan.zone) { $0 == .menstrualFlow })
    try read(into: &collector, unmet, &report)
    var days = try collector.finish()
    try output.begin(
      [
        AnswerColumn("start", .day), AnswerColumn("length", .integer, unit: "d"),
        AnswerColumn("flow", .integer, unit: "d"), AnswerColumn("next_start", .day),
      ],
      [
        AnswerFact("zone", plan.zone.name),
        AnswerFact(
          "starts",
          "the day that the samples state; if they state none, the first day with flow after ten without"
        ),
        AnswerFact("flow", "days with flow, spotting included"),
      ])
    let periods = CalendarPeriods(plan)
    var finder = MenstrualCycleFinder()
    func write(
      _ cycle: MenstrualCycle, next: String?, _ output: inout AnswerOutput
    ) throws(HealthError) {
      guard periods.contains(cycle.start) else { return }
      try output.row([
        .text(cycle.start), cycle.length.map { .integer($0) } ?? .none,
        .integer(cycle.flowDays), AnswerValue(next),
      ])
    }
    while let day = try days.next() {
      if let cycle = finder.add(day) { try write(cycle, next: day.date, &output) }
    }
    if let cycle = finder.finish() { try write(cycle, next: nil, &output) }
    try output.end()
    let skipped = days.skipped.values.reduce(0, +)
    if skipped > 0 {
      report.note(skipped, "of MenstrualFlow", "the value or the length is out of range")
    }
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }
}

/// A collector of days with menstrual flow that takes selected sources only.
private struct SelectedFlow: SampleConsumer, ~Copyable {
  private let selection: Selection
  private var collector: CategoryDayCollector

  init(_ selection: Selection, _ collector: consuming CategoryDayCollector) {
    self.selection = selection
    self.collector = collector
  }

  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    guard case .category(let category) = copy sample, category.type == .menstrualFlow,
      selection.selects(category.header.descriptor, kind: .category)
    else { return }
    try collector.add(sample)
  }

  consuming func finish() throws(HealthError) -> CategoryDays {
    return try collector.finish()
  }
}
