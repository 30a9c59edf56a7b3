import HealthStatistics

extension Answer {
  /// Writes the workouts, in the order of the input.
  func writeWorkouts(to output: inout AnswerOutput) throws(ConversionError) -> Answer.Report {
    var report = Answer.Report()
    let use = makeUse()
    try output.begin(Self.workoutColumns, [AnswerFact("durations", "without pauses")])
    var printer = WorkoutPrinter(selection: selection, use: use, output: output)
    try read(into: &printer, use, &report)
    if let error = printer.error { throw error }
    output = printer.output
    try output.end()
    report.rows = output.rows
    if report.readError == nil { report.selectionNotes = use.notes(selected: output.rows) }
    return report
  }

  private static let workoutColumns = [
    AnswerColumn("start"), AnswerColumn("activity"),
    AnswerColumn("duration", .minutes, unit: "min"),
    AnswerColumn("distance", .number, unit: "km"),
    AnswerColumn("pace", .number, unit: "min/km"),
    AnswerColumn("energy", .number, unit: "kcal"),
    AnswerColumn("average_heart_rate", .number, unit: "count/min"),
    AnswerColumn("maximum_heart_rate", .number, unit: "count/min"),
    AnswerColumn("elevation", .number, unit: "m"), AnswerColumn("source"),
  ]
}

/// Prints each workout that it is given.
private struct WorkoutPrinter: SampleConsumer {
  let selection: Selection
  let use: SelectionUse
  var output: AnswerOutput
  /// Why writing to the output failed.
  var error: ConversionError?

  mutating func consume(_ sample: borrowing Sample) throws(StatisticsError) {
    guard case .workout(let workout) = copy sample, error == nil else { return }
    use.see(workout.header.descriptor, kind: .workout)
    guard selection.selects(workout.header.descriptor, kind: .workout) else { return }
    let figures = WorkoutFigures(workout)
    do throws(ConversionError) {
      try output.row([
        .text(figures.start.text(.iso8601).description), .text(figures.activity),
        AnswerValue(figures.minutes), AnswerValue(figures.distance),
        AnswerValue(figures.pace), AnswerValue(figures.energy),
        AnswerValue(figures.averageHeartRate), AnswerValue(figures.maximumHeartRate),
        AnswerValue(figures.elevation), .text(figures.source),
      ])
    } catch { self.error = error }
  }
}
