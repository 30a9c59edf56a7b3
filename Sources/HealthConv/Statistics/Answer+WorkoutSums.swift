import HealthStatistics

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
