import HealthBytes
import HealthStatistics

extension Answer {
  /// The kinds whose rows can be explained.
  public static let explainedKinds: [Kind] = [.statistics, .sleep, .summary, .activity]

  /// Makes of the row what calculating its explanation needs.
  mutating func prepareExplanation(of row: RowName) throws(HealthError) {
    func unfit(_ expected: String) -> HealthError {
      HealthError(
        .usage, "'\(row.text.printableName)' names no row to explain, expected \(expected)")
    }
    guard Self.explainedKinds.contains(kind), sleepPeriod == nil else {
      throw HealthError(
        .usage, "rows of workouts, of splits and of averages of nights have no explanation")
    }
    plan.explainsRow = true
    plan.options.formUnion(.values)
    plan.percentiles = []
    if kind == .summary || kind == .activity {
      plan.interval = kind == .activity ? .day : plan.interval ?? row.interval
      if plan.sources == .separate { plan.sources = .priority }
    }
    if kind == .sleep {
      guard row.interval == .day else {
        throw unfit("the day on which a night ends, such as 2024-03-05")
      }
      plan.limits = row.limits(.day, .standard) ?? plan.limits
      return
    }
    guard let own = row.interval else {
      guard plan.interval == nil else { throw unfit("a date such as 2024-03-05") }
      return
    }
    guard !hasDates else {
      throw HealthError(.usage, "cannot select by dates and explain the row of a date")
    }
    let interval = plan.interval ?? own
    plan.interval = interval
    guard let limits = row.limits(interval, plan.anchor) else {
      throw unfit("a time such as 2024-03-05T13:00 for a row of \(interval)")
    }
    plan.limits = limits
  }

  // MARK: Statistics

  /// Writes the explanation of the row of each type.
  func writeExplanation(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    let types: Set<SampleType>? =
      switch kind {
      case .summary: Set(SummaryFigure.all.map { .quantity($0.type) })
      case .activity: Self.activityTypes
      default: nil
      }
    var rows = try statisticsRows(&report, unmet, only: types)
    var answers: [StatisticsRow] = []
    while let row = try rows.next() {
      answers.append(row)
    }
    let table = ExplanationTable(rows.summary, answers, units)
    try output.begin(
      table.columns,
      [AnswerFact("zone", plan.zone.name), rowFact(answers.first), rows.summary.sourcesFact]
        + unitFacts + [Self.partsFact])
    for row in table.rows { try output.row(row) }
    try output.end()
    report.add(rows.summary)
    report.finish(output, notes: notes(unmet, rows: output.rows))
    return report
  }

  private static let partsFact = AnswerFact(
    "parts", "counted = answer; counted + hidden + excluded = plain, what all samples add up to")

  /// The row, with its limits if they are the same for all samples.
  private func rowFact(_ row: StatisticsRow?) -> AnswerFact {
    guard let row, let label = row.interval else {
      return AnswerFact("row", explanation?.text ?? "")
    }
    guard let bounds = row.bounds else { return AnswerFact("row", label) }
    func text(_ time: Timestamp) -> String {
      (plan.zone.zone.map { time.shown(in: $0) } ?? time).text(.iso8601).description
    }
    return AnswerFact("row", "\(label), from \(text(bounds.start)) to \(text(bounds.end))")
  }

  // MARK: Sleep

  /// Writes what a night is made of.
  func writeNightExplanation(
    _ nights: consuming SleepNights, _ facts: [AnswerFact], _ output: inout AnswerOutput
  ) throws(HealthError) {
    try output.begin(
      ["stage", "part", "source", "hidden_by", "reason"].map { AnswerColumn($0).required }
        + [
          AnswerColumn("samples", .integer).required,
          AnswerColumn("time", .minutes, unit: "min").required,
        ],
      facts + [Self.partsFact])
    while let night = try nights.next() {
      guard let explanation = night.explanation else { continue }
      let stages = explanation.lines.reduce(into: [String?]()) { stages, line in
        if stages.last != line.stage { stages.append(line.stage) }
      }
      for stage in stages {
        let lines = explanation.lines.filter { $0.stage == stage }
        for line in lines { try output.row(Self.values(line)) }
        try writeTotals(stage, SleepExplanation(lines), &output)
      }
      let asleep = explanation.lines.filter(\.isAsleep)
      if !asleep.isEmpty { try writeTotals("all asleep", SleepExplanation(asleep), &output) }
    }
  }

  private func writeTotals(
    _ stage: String?, _ explanation: SleepExplanation, _ output: inout AnswerOutput
  ) throws(HealthError) {
    for (part, time) in [
      ("answer", explanation.microseconds { $0.part == .counted }),
      ("plain", explanation.microseconds { _ in true }),
    ] {
      try output.row(
        [AnswerValue(stage), .text(part), .none, .none, .none, .none, Self.minutes(time)])
    }
  }

  private static func values(_ line: SleepExplanation.Line) -> [AnswerValue] {
    var (part, hider, reason) = ("counted", String?.none, String?.none)
    switch line.part {
    case .counted: break
    case .hidden(let other):
      (part, hider) = ("hidden", other)
      reason =
        other == line.source
        ? "another sample of the source counts at the same time" : Self.priorityReason
    case .excluded(let exclusion): (part, reason) = ("excluded", exclusion.text)
    }
    return [
      AnswerValue(line.stage), .text(part), .text(line.source), AnswerValue(hider),
      AnswerValue(reason), .integer(line.samples), minutes(line.microseconds),
    ]
  }

  private static func minutes(_ microseconds: Int64) -> AnswerValue {
    AnswerValue(Double(microseconds) / 6e7)
  }

  fileprivate static let priorityReason = "has priority at the same time"
}

private struct ExplanationTable {
  private let summary: StatisticsSummary
  private let answers: [StatisticsRow]
  private let units: UnitPreferences
  private let hasValues: Bool
  private let hasSums: Bool
  private let hasAverages: Bool

  init(_ summary: StatisticsSummary, _ answers: [StatisticsRow], _ units: UnitPreferences) {
    (self.summary, self.answers, self.units) = (summary, answers, units)
    let types = summary.explanations.map(\.type)
    hasValues = types.contains { $0.valueName != nil }
    hasSums = types.contains { $0.style == .cumulative }
    hasAverages = types.contains { $0.isDiscrete }
  }

  var columns: [AnswerColumn] {
    [AnswerColumn("type")] + (hasValues ? [AnswerColumn("value")] : [])
      + ["part", "source", "hidden_by", "reason"].map { AnswerColumn($0).required }
      + [AnswerColumn("samples", .integer).required]
      + (hasSums ? [AnswerColumn("sum", .number).required] : [])
      + (hasAverages ? [AnswerColumn("average", .number).required] : []) + [
        AnswerColumn("unit", .unit)
      ]
  }

  var rows: [[AnswerValue]] {
    summary.explanations.sorted { order($0.type) < order($1.type) }.flatMap { rows(of: $0) }
  }

  /// Types are in the order of their statistics; those without statistics are last.
  private func order(_ type: StatisticsType) -> Int {
    answers.firstIndex { $0.type == type } ?? answers.count
  }

  private func rows(of explanation: Explanation) -> [[AnswerValue]] {
    let type = explanation.type
    let answers = answers.filter { $0.type == type }
    // Of the largest of several sources, one counts.
    let largest =
      summary.plan.sources == .max && type.style == .cumulative ? answers.first?.source : nil
    var rows: [[AnswerValue]] = []
    for line in explanation.lines.largest(largest) where line.part != .beyondEdges {
      rows.append(values(line, type, isLargest: largest != nil))
    }
    for answer in answers {
      rows.append(
        row(
          type, "answer", answer.source, reason: answerReason(type),
          type.style == .cumulative ? nil : answer.count, answer.sum, answer.average
        ))
    }
    let plain = explanation.plainSum
    rows.append(
      row(
        type, "plain", nil, reason: nil, explanation.samples, plain,
        plain.mean(of: explanation.samples)))
    for line in explanation.lines where line.part == .beyondEdges {
      rows.append(values(line, type, isLargest: false))
    }
    return rows
  }

  private func values(
    _ line: Explanation.Line, _ type: StatisticsType, isLargest: Bool
  ) -> [AnswerValue] {
    var (part, hider, reason) = ("counted", String?.none, String?.none)
    switch line.part {
    case .counted: break
    case .hidden(let other):
      (part, hider) = ("hidden", other)
      reason = isLargest ? "has the largest sum" : Answer.priorityReason
    case .excluded(let exclusion): (part, reason) = ("excluded", exclusion.text)
    case .beyondEdges:
      (part, reason) = ("other rows", "samples over an edge of the row are shared out by time")
    }
    return row(
      type, part, line.source, hiddenBy: hider, reason: reason, line.samples, line.sum,
      line.sum.mean(of: line.samples))
  }

  private func row(
    _ type: StatisticsType, _ part: String, _ source: String?, hiddenBy: String? = nil,
    reason: String?, _ samples: Int?, _ sum: ExactDecimal?, _ average: Double?
  ) -> [AnswerValue] {
    let unit = units.figure(of: type)
    let isCumulative = type.style == .cumulative
    var values: [AnswerValue] = [.text(type.shortName)]
    if hasValues { values.append(AnswerValue(type.valueName)) }
    values += [.text(part), AnswerValue(source), AnswerValue(hiddenBy), AnswerValue(reason)]
    values.append(samples.map { .integer($0) } ?? .none)
    if hasSums {
      values.append(
        !isCumulative ? .none : unit?.value(sum) ?? sum.map { .number($0.description) } ?? .none)
    }
    if hasAverages {
      values.append(type.isDiscrete ? AnswerValue(unit.map { $0(average) } ?? average) : .none)
    }
    values.append(AnswerValue(unit?.unit.description ?? type.unit))
    return values
  }

  private func answerReason(_ type: StatisticsType) -> String? {
    switch type.style {
    case .discreteTemporallyWeighted: "weighted by time"
    case .discreteEquivalentContinuousLevel: "the level of equal energy"
    default: nil
    }
  }
}

extension [Explanation.Line] {
  /// The lines with those of all other sources hidden by the one with the largest sum.
  fileprivate func largest(_ name: String?) -> [Explanation.Line] {
    guard let name else { return self }
    let lines = map { line in
      line.part == .counted && line.name != name ? line.hidden(by: name) : line
    }
    return lines.filter { $0.part == .counted } + lines.filter { $0.part != .counted }
  }
}

extension ExactDecimal {
  /// The mean of so many values with this sum.
  fileprivate func mean(of count: Int) -> Double? {
    count > 0 ? doubleValue / Double(count) : nil
  }
}
