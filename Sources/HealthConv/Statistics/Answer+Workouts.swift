import HealthStatistics
import HealthStore

extension Answer {
  /// Writes the workouts. Those that state no distance, energy or heart rate wait for another
  /// reading, of the records in their time.
  func writeWorkouts(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    if let workoutGrouping { return try writeWorkoutSums(by: workoutGrouping, to: &output) }
    var report = Answer.Report()
    var table = WorkoutTable(output: output, units: units.figures)
    try table.output.begin(
      table.columns,
      unitFacts + [
        AnswerFact("durations", "without pauses"),
        AnswerFact(
          "figures",
          "those of the workout, if they are not 0; else of the records in its time; a distance else along its route"
        ), workoutClock,
      ], isSorted: false)
    let unmet = makeUnmetConditions()
    try readWorkouts(into: &table, unmet, &report)
    output = table.output
    try output.end()
    report.rows = output.rows
    if report.readError == nil { report.selectionNotes = unmet.notes(selected: output.rows) }
    return report
  }

  /// By which clock the times of a row are.
  static let ownClock = AnswerFact(
    "times", "on the clock of the zone that a sample names, else with the offset of its date")

  /// By which clock the times of workouts are.
  var workoutClock: AnswerFact {
    if case .zone(let zone) = plan.zone { AnswerFact("times", zone.name) } else { Self.ownClock }
  }

  /// Writes the figures of each workout, or of its parts, in the order of the input.
  func readWorkouts(
    into output: inout some WorkoutOutput, _ unmet: UnmetConditions, _ report: inout Answer.Report,
    _ figures: @escaping (Workout) -> [WorkoutFigures] = { [WorkoutFigures($0)] }
  ) throws(HealthError) {
    let shown = plan.zone
    var printer = WorkoutPrinter(selection, output) { workout in
      guard case .zone(let zone) = shown else { return figures(workout) }
      return figures(workout).map { $0.shown(in: zone) }
    }
    printer.mostHeld = mostWorkouts
    try read(into: &printer, unmet, &report)
    try printer.check()
    report.noteReversed(printer.reversed)
    let held = printer.takeHeld()
    if !held.isEmpty {
      for figures in try completed(held, &report) { try printer.output.write(figures) }
    }
    if printer.left > 0 {
      var unread = Answer.Report()
      printer.skipped = printer.output.rows
      printer.mostHeld = 0
      try read(into: &printer, makeUnmetConditions(), &unread)
      try printer.check()
    }
    output = printer.output
    report.noteIncomplete(
      printer.incomplete, of: kind, "there are more than \(mostWorkouts.grouped)")
  }

  /// Reads the datasets once more, for the records in the time of workouts. The selection applies to the workouts, not to
  /// their records. Sets `report.hasVersions` if one dataset has several versions of such a record: then all counted.
  func completed(
    _ workouts: [WorkoutFigures], _ report: inout Answer.Report
  ) throws(HealthError) -> [WorkoutFigures] {
    var answer = self
    answer.neededTypes = nil
    answer.selection = Selection()
    answer.countsWorkoutsOnce = false
    answer.selection.types = WorkoutRecords.types(for: workouts).map {
      TypePattern(unchecked: $0.identifier)
    }
    answer.rowDates = (
      workouts.map(\.start).min().map { DateBound($0) },
      workouts.map(\.end).max().map { DateBound($0) }
    )
    let priority = plan.priority
    // What all records add up to is compared with the totals of Apple's devices.
    var records = try WorkoutRecords(
      workouts, priority: priority, sharesLong: kind == .agreement)
    // What is found in the datasets is in the report already, but not versions of records that are not selected.
    var again = Answer.Report()
    try answer.read(into: &records, answer.makeUnmetConditions(), &again)
    if again.hasVersions { report.hasVersions = true }
    let (completed, skipped): ([WorkoutFigures], Int)
    (completed, skipped) = try records.finish()
    report.noteSkipped(skipped, of: kind)
    return completed
  }
}

extension Answer.Report {
  /// Notes the workouts that ``WorkoutRecords`` left incomplete.
  mutating func noteSkipped(_ count: Int, of kind: Answer.Kind = .statistics) {
    noteIncomplete(count, of: kind, "more than 16 are at one time")
  }

  fileprivate mutating func noteReversed(_ count: Int) {
    guard count > 0 else { return }
    notes.append(
      count == 1
        ? "1 workout left out: it ends before it starts"
        : "\(count.grouped) workouts left out: they end before they start")
  }

  fileprivate mutating func noteIncomplete(
    _ count: Int, of kind: Answer.Kind, _ reason: String
  ) {
    guard count > 0 else { return }
    let name = kind == .splits || kind == .laps ? "row" : "workout"
    notes.append(
      "\(count.grouped) \(name)\(count == 1 ? "" : "s") not completed by the records in their time: \(reason)"
    )
  }
}

extension WorkoutRecords: SampleConsumer {
  mutating func consume(_ sample: borrowing Sample) throws(HealthError) { try add(sample) }
}

/// Collects the figures of workouts.
protocol WorkoutOutput {
  var rows: Int { get }
  mutating func write(_ figures: WorkoutFigures) throws(HealthError)
}

private struct WorkoutTable: WorkoutOutput {
  var output: AnswerOutput
  let units: FigureUnits

  var rows: Int { output.rows }

  var columns: [AnswerColumn] {
    [
      AnswerColumn("start", .time), AnswerColumn("activity", .name),
      AnswerColumn("duration", .duration, unit: "min"),
      units.distance.column("distance"),
    ] + units.rateColumns + [
      units.energy.column("energy"),
      units.heartRate.column("average_heart_rate"), units.heartRate.column("maximum_heart_rate"),
      units.elevation.column("elevation"), AnswerColumn("source"), AnswerColumn("from_records"),
    ]
  }

  mutating func write(_ figures: WorkoutFigures) throws(HealthError) {
    let begin: [AnswerValue] = [
      .text(figures.start.text(.iso8601).description), .text(figures.activity),
      AnswerValue(figures.minutes), AnswerValue(units.distance(figures.distance)),
    ]
    try output.row(
      begin + units.rate(figures).answers + [
        AnswerValue(units.energy(figures.energy)),
        AnswerValue(units.heartRate(figures.averageHeartRate)),
        AnswerValue(units.heartRate(figures.maximumHeartRate)),
        AnswerValue(units.elevation(figures.elevation)), .text(figures.source),
        AnswerValue(figures.completedNames),
      ], at: figures.start)
  }
}

extension FigureUnits {
  /// The columns of a rate, as people state that of the activity: the pace and the length that it is for, or the speed.
  var rateColumns: [AnswerColumn] {
    [
      AnswerColumn("pace", .pace, unit: "min"), AnswerColumn("per"),
      speed.column("speed"),
    ]
  }
}

extension WorkoutRate.Value {
  var answers: [AnswerValue] { [AnswerValue(pace), AnswerValue(length), AnswerValue(speed)] }
}

extension WorkoutFigures {
  /// The names of the figures that are those of records; `nil` without any.
  var completedNames: String? {
    fromRecords.isEmpty ? nil : fromRecords.map(\.rawValue).joined(separator: " ")
  }
}

/// Prints each workout that it is given, and holds those that are to be completed and what follows them.
private struct WorkoutPrinter<Output: WorkoutOutput>: SampleConsumer {
  private let selection: Selection
  private let figures: (Workout) -> [WorkoutFigures]
  var output: Output
  /// Why writing to the output failed.
  private var error: HealthError?
  /// How many workouts and pauses may wait in memory to be completed; 0 if none are completed.
  var mostHeld = 0
  /// How many workouts are printed already.
  var skipped = 0
  private var seen = 0
  private var held: [WorkoutFigures] = []
  private var heldSize = 0
  /// How many workouts are neither printed nor held, because too many are held.
  private(set) var left = 0
  /// How many workouts are not printed because they end before they start.
  private(set) var reversed = 0
  /// The number of printed workouts with missing figures that records could have completed.
  private(set) var incomplete = 0

  init(
    _ selection: Selection, _ output: Output, _ figures: @escaping (Workout) -> [WorkoutFigures]
  ) {
    (self.selection, self.output, self.figures) = (selection, output, figures)
  }

  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    guard case .workout(let workout) = copy sample, error == nil else { return }
    guard selection.selects(workout.header.descriptor, kind: .workout) else { return }
    guard workout.start <= workout.end else {
      reversed += 1
      return
    }
    for figures in figures(workout) { print(figures) }
  }

  private mutating func print(_ figures: WorkoutFigures) {
    seen += 1
    guard seen > skipped, error == nil else { return }
    if mostHeld > 0, !held.isEmpty || figures.isIncomplete { return hold(figures) }
    if figures.isIncomplete { incomplete += 1 }
    do throws(HealthError) { try output.write(figures) } catch { self.error = error }
  }

  private mutating func hold(_ figures: WorkoutFigures) {
    guard left == 0, heldSize + figures.size <= mostHeld || held.isEmpty else {
      left += 1
      return
    }
    held.append(figures)
    heldSize += figures.size
  }

  /// The workouts that are held; printing begins anew after that.
  mutating func takeHeld() -> [WorkoutFigures] {
    defer { (held, heldSize, seen) = ([], 0, 0) }
    return held
  }

  /// Throws why writing failed, if it did.
  func check() throws(HealthError) { if let error { throw error } }
}
