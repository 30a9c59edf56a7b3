import HealthStatistics

extension Answer {
  /// The length of a split.
  public enum SplitUnit: String, Sendable, CaseIterable {
    /// A kilometer.
    case kilometer = "km"
    /// An international mile.
    case mile = "mi"

    /// In meters.
    var length: Double { self == .mile ? 1_609.344 : 1_000 }
  }

  /// Writes the splits of workouts with a route. Their heart rates are those of records, of another
  /// reading.
  func writeSplits(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    let figures = units.figures
    let length = split ?? (figures.distance.unit == .mile ? .mile : .kilometer)
    var distances = figures
    distances.distance = FigureUnit(.kilometer, shownIn: length == .mile ? .mile : nil)
    let table = WorkoutPartTable(
      output: output, units: distances, hasKind: false,
      facts: unitFacts + [
        AnswerFact("durations", "without pauses"),
        AnswerFact("distances", "along the route, not those that the workout states"),
        AnswerFact("heart_rates", "those of the records in the time of a split"), workoutClock,
      ])
    let missing = Counter()
    var report = Answer.Report()
    try writeParts(table, to: &output, &report) { workout in
      let parts = WorkoutFigures.splits(of: workout, length: length.length)
      if parts == nil { missing.count += 1 }
      return parts ?? []
    }
    if missing.count > 0 {
      report.notes.append(
        "\(missing.count.grouped) workout\(missing.count == 1 ? " has" : "s have") no route, and no splits"
      )
    }
    return report
  }

  /// Writes the laps, segments and intervals of workouts.
  func writeLaps(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    let table = WorkoutPartTable(
      output: output, units: units.figures, hasKind: true,
      facts: unitFacts + [
        AnswerFact("durations", "without pauses"),
        AnswerFact(
          "figures",
          "those that an interval states, if they are not 0, otherwise those of the records in its time"
        ),
        workoutClock,
      ])
    let missing = Counter()
    var report = Answer.Report()
    try writeParts(table, to: &output, &report) { workout in
      let parts = WorkoutFigures.parts(of: workout)
      if parts.isEmpty { missing.count += 1 }
      return parts
    }
    if missing.count > 0 {
      report.notes.append(
        "\(missing.count.grouped) workout\(missing.count == 1 ? " has" : "s have") no laps, segments or intervals"
      )
    }
    return report
  }

  private func writeParts(
    _ table: WorkoutPartTable, to output: inout AnswerOutput, _ report: inout Answer.Report,
    _ parts: @escaping (Workout) -> [WorkoutFigures]
  ) throws(HealthError) {
    var table = table
    try table.output.begin(table.columns, table.facts, isSorted: false)
    let unmet = makeUnmetConditions()
    try readWorkouts(into: &table, unmet, &report, parts)
    output = table.output
    try output.end()
    report.rows = output.rows
    if report.readError == nil { report.selectionNotes = unmet.notes(selected: output.rows) }
  }

  /// Counts in the first reading, and once more in another one.
  private final class Counter {
    var count = 0
  }
}

/// The columns and rows of parts of workouts.
private struct WorkoutPartTable: WorkoutOutput {
  var output: AnswerOutput
  let units: FigureUnits
  /// Whether parts are of several kinds, and records may have their distance.
  let hasKind: Bool
  let facts: [AnswerFact]

  var rows: Int { output.rows }

  var columns: [AnswerColumn] {
    let number =
      hasKind
      ? [AnswerColumn("part"), AnswerColumn("number", .integer), AnswerColumn("begin", .time)]
      : [AnswerColumn("split", .integer)]
    return [AnswerColumn("start", .time), AnswerColumn("activity", .name)] + number
      + (hasKind
        ? [AnswerColumn("duration", .duration, unit: "min"), units.distance.column("distance")]
        : [units.distance.column("distance"), AnswerColumn("duration", .pace, unit: "min")])
      + units.rateColumns
      + [
        units.heartRate.column("average_heart_rate"), units.heartRate.column("maximum_heart_rate"),
      ] + (hasKind ? [units.energy.column("energy")] : [units.elevation.column("elevation")])
      + [AnswerColumn("source")]
  }

  mutating func write(_ figures: WorkoutFigures) throws(HealthError) {
    guard let part = figures.part else { return }
    var values: [AnswerValue] = [
      .text(part.workoutStart.text(.iso8601).description), .text(figures.activity),
    ]
    let distance = AnswerValue(units.distance(figures.distance))
    if hasKind {
      values += [
        .text(part.kind.rawValue), .integer(part.number),
        .text(figures.start.text(.iso8601).description), AnswerValue(figures.minutes), distance,
      ]
    } else {
      values += [.integer(part.number), distance, AnswerValue(figures.minutes)]
    }
    values += units.rate(figures).answers
    values += [figures.averageHeartRate, figures.maximumHeartRate].map {
      AnswerValue(units.heartRate($0))
    }
    values.append(
      AnswerValue(hasKind ? units.energy(figures.energy) : units.elevation(figures.elevation)))
    try output.row(values + [.text(figures.source)], at: part.workoutStart)
  }
}

extension Answer {
  /// How workouts are grouped for totals.
  public enum WorkoutGrouping: String, Sendable, CaseIterable {
    /// All workouts of an activity.
    case activity
    /// All workouts of an activity in a month.
    case month
    /// All workouts of an activity in a year.
    case year
  }

  /// Writes totals and records of workouts, in one row for each activity and period.
  func writeWorkoutSums(
    by period: WorkoutGrouping, to output: inout AnswerOutput
  ) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    var list = SummedWorkouts(period)
    try readWorkouts(into: &list, unmet, &report)
    let units = units.figures
    let records = ["longest", "longest_on"]
    try output.begin(
      (period == .activity ? [] : [AnswerColumn(period.rawValue, .day)])
        + [
          AnswerColumn("activity", .name), AnswerColumn("workouts", .integer),
          AnswerColumn("duration", .duration, unit: "min"), units.distance.column("distance"),
          units.energy.column("energy"), AnswerColumn(records[0], .duration, unit: "min"),
          AnswerColumn(records[1], .day), units.distance.column("farthest"),
          AnswerColumn("farthest_on", .day),
          AnswerColumn("fastest", .pace, unit: "min"), AnswerColumn("fastest_on", .day),
        ],
      unitFacts + [
        AnswerFact("durations", "without pauses"),
        AnswerFact(
          "fastest",
          "minutes for a \(units.distance.unit == .mile ? "mile" : "kilometer"), of workouts of at least one kilometer"
        ),
        workoutClock,
      ], bars: ["duration"])
    for (group, sum) in list.sums.sorted {
      // Minutes per kilometer become minutes per unit of distance.
      let pace = sum.fastest.map { $0.value / (units.distance(1)) }
      let label = group.period.map { [AnswerValue.text($0)] } ?? []
      try output.row(
        label + [
          .text(group.activity), .integer(sum.count), AnswerValue(sum.minutes),
          AnswerValue(units.distance(sum.distance)), AnswerValue(units.energy(sum.energy)),
          AnswerValue(sum.longest?.value), AnswerValue(sum.longest?.date),
          AnswerValue(units.distance(sum.farthest?.value)), AnswerValue(sum.farthest?.date),
          AnswerValue(pace), AnswerValue(sum.fastest?.date),
        ])
    }
    try output.end()
    if list.sums.skipped > 0 {
      report.notes.append(
        "\(list.sums.skipped.grouped) workouts are not counted: there are too many activities and periods"
      )
    }
    report.rows = output.rows
    if report.readError == nil { report.selectionNotes = unmet.notes(selected: output.rows) }
    return report
  }
}

private struct SummedWorkouts: WorkoutOutput {
  private(set) var sums: WorkoutSums
  private(set) var rows = 0

  init(_ period: Answer.WorkoutGrouping) {
    let periods: [Answer.WorkoutGrouping: WorkoutSums.Period] = [.month: .month, .year: .year]
    sums = WorkoutSums(by: periods[period])
  }

  mutating func write(_ figures: WorkoutFigures) throws(HealthError) {
    rows += 1
    sums.add(figures)
  }
}
