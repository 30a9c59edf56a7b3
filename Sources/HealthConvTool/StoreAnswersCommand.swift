import ArgumentParser
import HealthBytes
import HealthConv
import HealthStatistics

/// `healthconv store answers`.
struct StoreAnswersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answers",
    abstract: "Calculate the answers of a store for SQL: days, steps, nights of sleep.",
    discussion: """
      The views 'daily', 'steps_by_day' and 'sleep_by_night' then have the numbers of 'healthconv stats --by day' and \
      'healthconv stats --answer sleep'. While a store has answers, 'convert', 'merge' and 'delete' calculate them again, from all \
      samples. After a change by another program the views have no rows until this command is run again.
      """)

  @Argument(help: "The store: a database such as health.db, or an address.", completion: .file())
  var store: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The clock by which days begin: record (the zone that a sample states, else the offset of its dates), local, an "
        + "offset or a place such as Europe/Berlin. Default: record.",
      valueName: "zone"))
  var dayZone: String?

  @Option(
    name: .customLong("source-priority"),
    help: ArgumentHelp(
      "Sources from the highest priority on, separated by commas: names, parts of names or patterns. Watches, phones and "
        + "others follow.", valueName: "names"))
  var sourcePriority: [String] = []

  @Flag(help: "Remove the answers, so that loads do not calculate them.")
  var remove = false

  @OptionGroup var told: ProgressOptions

  func validate() throws {
    if remove, dayZone != nil || !sourcePriority.isEmpty {
      throw ValidationError("--remove has no other options")
    }
  }

  func run() throws {
    if remove { return try StoreAnswers.remove(from: store) }
    var answers = StoreAnswers()
    if let dayZone, dayZone != "record" { answers.zone = .zone(try Zone.named(dayZone)) }
    answers.priority = sourcePriority.flatMap(\.typeNames)
    let line = ProgressLine(told.progress)
    answers.onProgress = line.show
    let report: StoreAnswers.Report
    do {
      defer { line.clear() }
      report = try answers.save(in: store)
    }
    if told.quiet { return }
    print(
      "saved \(Figures.count(report.days, "row")) of days, \(Figures.count(report.nights, "night"))"
    )
    for note in report.notes { StandardError.write("healthconv: note: \(note.printable)\n") }
  }
}
