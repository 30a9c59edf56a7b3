import HealthBytes
import HealthConv
import HealthStatistics

extension Tool {
  /// Statistics of types, as the command `stats` calculates them.
  static let statistics = Tool(
    name: "statistics", title: "Statistics",
    description:
      "Sums of cumulative types (steps, energy), averages and extremes of others (heart rate, weight), minutes of categories; "
      + "by minute, hour, day, week, month, quarter or year. Sources that measured the same count once.",
    parameters: [
      .types, .since, .until, .interval, .zone,
      Parameter(
        "sources", .choice(SourceRule.allCases.map(\.rawValue)),
        "How sources of cumulative types are merged. Default: priority (where sources overlap, the watch before the phone). "
          + "none adds all up, which counts what several measured twice."),
      Parameter(
        "statistics", .choices(StatisticName.all.map(\.name)),
        "Which statistics. Default: all that a type has, except duration."),
      Parameter("percentiles", .numbers, "Percentiles of types that are not cumulative, 0 to 100."),
      .units,
    ],
    output: answerOutput, required: answerMembers
  ) { (arguments, server) throws(ToolError) in
    var answer = try server.answer(.statistics, arguments)
    if let rule = arguments.text("sources").flatMap(SourceRule.init) { answer.plan.sources = rule }
    let names = arguments.texts("statistics")
    if !names.isEmpty {
      answer.plan.options = StatisticsOptions(
        StatisticName.all.filter { names.contains($0.name) }.map(\.option))
    }
    answer.plan.percentiles = arguments.numbers("percentiles")
    guard answer.plan.percentiles.count <= 16,
      answer.plan.percentiles.allSatisfy({ 0...100 ~= $0 })
    else { throw ToolError("'percentiles' expects up to 16 numbers from 0 to 100") }
    return try server.result(of: answer, interval: answer.plan.interval)
  }

  static let answer = Tool(
    name: "answer", title: "Predefined tables",
    description:
      "sleep: a row a night with the minutes of each stage. workouts: a row each. splits: the kilometers of workouts with a "
      + "route. summary: the main figures of each day. activity: the rings of each day next to the sums of the records. laps: "
      + "laps, segments and intervals of workouts. blood-pressure: a row a reading, or averages with 'interval'. cycles: menstrual "
      + "cycles. ecg: electrocardiograms. beats: RMSSD and SDNN of recordings of beats. audiograms: averages of each ear. agreement: "
      + "totals stated by the device, next to the sums of the records. For "
      + "whole nights, let since be 18:00 of the day before: 2026-01-31T18:00:00.",
    parameters: [
      Parameter(
        "answer", .choice(Answer.Kind.allCases.filter { $0 != .statistics }.map(\.rawValue)),
        "The table.", isRequired: true),
      .since, .until,
      Parameter(
        "interval", .text, "The length of the rows of summary (default: day) or blood-pressure."),
      .zone,
      Parameter(
        "split", .choice(Answer.SplitUnit.allCases.map(\.rawValue)), "The length of splits."),
      .units,
    ],
    output: answerOutput, required: answerMembers
  ) { (arguments, server) throws(ToolError) in
    let kind = arguments.text("answer").flatMap(Answer.Kind.init) ?? .summary
    var answer = try server.answer(kind, arguments)
    if kind != .summary, kind != .bloodPressure, answer.plan.interval != nil {
      throw ToolError("'interval' is only for the answers 'summary' and 'blood-pressure'")
    }
    if kind == .bloodPressure, answer.plan.interval?.isWithinDay == true {
      throw ToolError("'interval' of the answer 'blood-pressure' is a day or longer")
    }
    if let split = arguments.text("split").flatMap(Answer.SplitUnit.init) {
      guard kind == .splits else { throw ToolError("'split' is only for the answer 'splits'") }
      answer.split = split
    }
    return try server.result(
      of: answer, interval: kind == .summary ? answer.plan.interval ?? .day : answer.plan.interval)
  }

  /// The samples and sources that make up a row.
  static let explain = Tool(
    name: "explain", title: "Explain a number",
    description:
      "What one row of statistics, summary, activity or sleep is made of: what of each source was counted, what another source "
      + "hides, what is excluded and why, next to what all samples add up to. Use it when a number is doubted or differs from "
      + "that of another program.",
    parameters: [
      Parameter(
        "row", .text,
        "The row: a day or the day on which a night ends 2026-01-31, a month 2026-01, a quarter 2026-Q1, a year 2026, an hour "
          + "2026-01-31T08:00, or all.", isRequired: true),
      Parameter(
        "answer", .choice(Answer.explainedKinds.map(\.rawValue)),
        "The table that has the row. Default: statistics."),
      .types, .interval, .zone,
      Parameter(
        "sources", .choice(SourceRule.allCases.map(\.rawValue)),
        "How sources of cumulative types are merged. Default: priority."),
      .units,
    ],
    output: answerOutput, required: answerMembers
  ) { (arguments, server) throws(ToolError) in
    let kind = arguments.text("answer").flatMap(Answer.Kind.init) ?? .statistics
    var answer = try server.answer(kind, arguments)
    let text = arguments.text("row") ?? ""
    guard let row = RowName(text) else {
      throw ToolError(
        "'row' is '\(text.clipped)', expected a date such as 2026-01-31, a month, a quarter, a year, an hour such as "
          + "2026-01-31T08:00, or all")
    }
    answer.explanation = row
    if let rule = arguments.text("sources").flatMap(SourceRule.init) { answer.plan.sources = rule }
    return try server.result(of: answer, interval: nil)
  }

  private static let answerMembers = [
    "zone", "sources", "columns", "rows", "definition", "left_out",
  ]

  private static let answerOutput: [(String, JSONText)] = [
    ("zone", .schema("string", "The time zone in which days begin.")),
    ("sources", .schema("string", "How sources that measured the same were merged.")),
    (
      "columns",
      .list(
        of: .object([
          ("type", .string("object")),
          (
            "properties",
            .object([("name", .schema("string")), ("unit", .schema("string"))])
          ), ("required", .array([.string("name")])),
        ]), "The columns. Without a unit here, the unit is in the row.")
    ),
    ("rows", .list(of: .schema("object"), "A member for each column that has a value.")),
    ("definition", .schema("string", "What the figures are.")),
    ("left_out", .list(of: .schema("string"), "What is not in the result.")),
    ("notes", .list(of: .schema("string"), "Samples that are in no row, and why.")),
  ]
}

/// The statistics of the tool `statistics`, by the names of the command `stats`.
private struct StatisticName {
  let name: String
  let option: StatisticsOptions

  static let all = [
    StatisticName(name: "sum", option: .cumulativeSum),
    StatisticName(name: "average", option: .discreteAverage),
    StatisticName(name: "minimum", option: .discreteMin),
    StatisticName(name: "maximum", option: .discreteMax),
    StatisticName(name: "latest", option: .mostRecent),
    StatisticName(name: "duration", option: .duration),
  ]
}

extension AssistantServer {
  /// An answer, configured by the arguments that all answers share.
  fileprivate func answer(
    _ kind: Answer.Kind, _ arguments: Arguments
  ) throws(ToolError) -> Answer {
    var answer = Answer(kind, of: datasets)
    answer.selection = try selection(arguments)
    (answer.plan, answer.units, answer.knownZone) = (plan, units, knownZone)
    if let text = arguments.text("interval") {
      guard let interval = CalendarInterval(text) else {
        throw ToolError(
          "'interval' is '\(text.clipped)', expected minute, hour, day, week, month, quarter, year, or several such as '2 weeks'"
        )
      }
      answer.plan.interval = interval
    }
    if let zone = arguments.text("zone") {
      answer.plan.zone =
        zone == DayZone.record.name
        ? .record : .zone(try withToolErrors { () throws(HealthError) in try Zone.named(zone) })
    }
    let wanted = arguments.texts("units")
    if !wanted.isEmpty {
      answer.units = try withToolErrors { () throws(HealthError) in
        var units = wanted.contains { !$0.contains("=") } ? UnitPreferences() : units
        for text in wanted { try units.add(text) }
        return units
      }
    }
    return answer
  }

  func selection(_ arguments: Arguments) throws(ToolError) -> Selection {
    var selection = Selection()
    for name in arguments.texts("types") {
      do throws(HealthError) { selection.types.append(try TypePattern(name)) } catch {
        throw ToolError("\(error.message.clipped) The tool describe lists the types of the data.")
      }
    }
    selection.since = try bound("since", arguments)
    selection.until = try bound("until", arguments)
    return selection
  }

  private func bound(_ name: String, _ arguments: Arguments) throws(ToolError) -> DateBound? {
    guard let text = arguments.text(name) else { return nil }
    guard let bound = DateBound(text) else {
      throw ToolError(
        "'\(name)' is '\(text.clipped)', expected a date such as 2026-01-31 or 2026-01-31T08:00:00")
    }
    return bound
  }

  /// Turns an error into a tool error. The client gets the message of a usage error; other messages may name files and go
  /// to the log only.
  func withToolErrors<Result>(
    _ body: () throws(HealthError) -> Result
  ) throws(ToolError) -> Result {
    do throws(HealthError) { return try body() } catch {
      if error.kind == .usage { throw ToolError(error.description.clipped) }
      throw toolError(logging: error)
    }
  }

  func toolError(logging error: HealthError) -> ToolError {
    onError(error)
    return switch error.kind {
    case .malformed:
      ToolError(
        "The data are damaged, so a figure would cover only a part of them. The person can validate them with this program."
      )
    case .noInput: ToolError("The data cannot be opened. The person is shown the reason.")
    default: ToolError("The data cannot be read. The person is shown the reason.")
    }
  }

  /// Calculates an answer, and returns its rows with the definition of the figures.
  fileprivate func result(
    of answer: Answer, interval: CalendarInterval?
  ) throws(ToolError) -> ToolResult {
    let order = CalendarInterval.Component.allCases
    var longer: [CalendarInterval.Component?] = []
    if let interval { longer += order.drop { $0 != interval.component }.dropFirst().map { $0 } }
    if interval != nil, answer.kind == .statistics { longer.append(nil) }
    let allowsNames = grant.permissions.contains(.names)
    let table = ReplyTable(limit: limit, longerIntervals: longer, naming: name) {
      allowsNames ? $0.clipped : "unknown value"
    }
    let report = try withToolErrors { () throws(HealthError) in try answer.write(to: table) }
    if let error = report.readError { throw toolError(logging: error) }
    var members = table.members.filter { $0.0 != "version" }
    members += answer.kind.facts.filter { members[$0.0] == nil }
    members += [
      (
        "definition",
        .string(answer.explanation == nil ? answer.kind.definition : explanationDefinition)
      ), ("left_out", leftOut(.figures)),
    ]
    let notes = report.selectionNotes.map(\.description) + report.notes
    if !notes.isEmpty { members.append(("notes", .array(notes.map { .string($0.clipped) }))) }
    return ToolResult(
      members: members, offer: { limit, other in table.offer(for: limit, other: other) })
  }

  /// The name of a source for the client, which depends on the grant.
  func name(_ source: String) -> String {
    grant.permissions.contains(.names) ? source.clipped : grant.labels.label(of: source)
  }

  /// The data that a result lacks because of the grant.
  func leftOut(_ content: LeftOut) -> JSONText {
    var texts: [String] = []
    if let since = grant.since { texts.append("samples that start before \(since)") }
    if !grant.permissions.contains(.names) {
      texts.append("names of sources and other text of files, types that HealthKit does not define")
    }
    if content == .samples, !grant.permissions.contains(.locations) {
      texts.append("coordinates")
    }
    return .array(texts.map { .string($0) })
  }

  enum LeftOut { case figures, samples }
}
