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

  /// Writes the splits of workouts with a route, in the order of the input.
  func writeSplits(to output: inout AnswerOutput) throws(ConversionError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    let figures = units.figures
    let length = split ?? (figures.distance.unit == .mile ? .mile : .kilometer)
    let unit = length.rawValue
    var distances = figures
    distances.distance = FigureUnit(.kilometer, shownIn: length == .mile ? .mile : nil)
    try output.begin(
      [
        AnswerColumn("start"), AnswerColumn("activity", .name), AnswerColumn("split", .integer),
        AnswerColumn("distance", .number, unit: unit), AnswerColumn("duration", .pace, unit: "min"),
      ] + distances.rateColumns + [
        figures.elevation.column("elevation"), AnswerColumn("source"),
      ],
      unitFacts + [
        AnswerFact("durations", "without pauses"),
        AnswerFact("distances", "along the route, not those that the workout states"),
      ])
    var printer = SplitPrinter(
      selection: selection, unit: length, units: distances, output: output
    )
    try read(into: &printer, unmet, &report)
    if let error = printer.error { throw error }
    output = printer.output
    try output.end()
    report.rows = output.rows
    let missing = printer.withoutRoute
    if missing > 0 {
      report.notes.append(
        "\(missing.grouped) workout\(missing == 1 ? " has" : "s have") no route, and no splits")
    }
    if report.readError == nil { report.selectionNotes = unmet.notes(selected: output.rows) }
    return report
  }
}

/// Prints the splits of each workout that it is given.
private struct SplitPrinter: SampleConsumer {
  let selection: Selection
  let unit: Answer.SplitUnit
  let units: FigureUnits
  var output: AnswerOutput
  /// Why writing to the output failed.
  var error: ConversionError?
  /// How many workouts have no route.
  var withoutRoute = 0

  mutating func consume(_ sample: borrowing Sample) throws(StatisticsError) {
    guard case .workout(let workout) = copy sample, error == nil else { return }
    guard selection.selects(workout.header.descriptor, kind: .workout) else { return }
    guard let route = RouteFigures(workout) else {
      withoutRoute += 1
      return
    }
    let rate = WorkoutRate(workout.activityType)
    let start = AnswerValue.text(workout.start.text(.iso8601).description)
    do throws(ConversionError) {
      for (index, split) in route.splits(of: unit.length).enumerated() {
        let distance = split.distance / unit.length
        let begin: [AnswerValue] = [
          start, .text(workout.activityType.shortName), .integer(index + 1),
          AnswerValue(distance), AnswerValue(split.duration / 60),
        ]
        let rate = rate.value(split.duration / 60, split.distance / 1_000, in: units.distance.unit)
        try output.row(
          begin + rate.answers + [
            AnswerValue(units.elevation(split.climb)), .text(workout.source.name),
          ])
      }
    } catch { self.error = error }
  }
}
