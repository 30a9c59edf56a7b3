import ArgumentParser
import HealthConv

/// `healthconv store answers`.
struct StoreAnswersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answers",
    abstract: "Save statistics in a store for SQL: days, steps, nights of sleep, workouts.",
    discussion: """
      These statistics are called answers: the views 'daily', 'steps_by_day' and 'sleep_by_night' have the numbers of \
      'healthconv stats --by day' and 'healthconv stats --answer sleep'. While a store has answers, 'convert', 'merge' and \
      'delete' calculate them again from all samples. After a change by another program the views have no rows until this \
      command is run again.
      """)

  @Argument(help: .store, completion: .file())
  var store: String

  @OptionGroup var days: DayOptions

  @OptionGroup var file: ConfigurationOptions

  @Flag(help: "Remove the answers, so that loads do not calculate them.")
  var remove = false

  @OptionGroup var reporting: ProgressOptions

  func validate() throws {
    if remove, days.dayZone != nil || !days.sourcePriority.isEmpty {
      throw ValidationError("--remove cannot be combined with other options")
    }
  }

  func run() throws {
    if remove { return try StoreAnswers.remove(from: store) }
    var answers = StoreAnswers()
    answers.zone = try days.zone()
    answers.priority = days.priority(try file.read { !$0.sourcePriority.isEmpty })
    answers.checksPriority = !days.sourcePriority.isEmpty
    let report = try answers.withProgress(reporting.progress) { try $0.save(in: store) }
    if reporting.quiet { return }
    print(
      "saved \(Figures.count(report.days, "row")) of days, \(Figures.count(report.nights, "night")), "
        + Figures.count(report.workouts, "workout")
    )
    report.zoneNote?.write()
    for note in report.notes { StandardError.write("healthconv: note: \(note.printable)\n") }
  }
}

extension ConversionError {
  /// States on standard error why a change of a store, which is complete, left its answers as they were.
  func writeNoteOnAnswers() {
    StandardError.write(
      "healthconv: note: the answers of the store were not calculated again, so their views have no rows until 'healthconv "
        + "store answers': \(message.printable)\n")
  }
}
