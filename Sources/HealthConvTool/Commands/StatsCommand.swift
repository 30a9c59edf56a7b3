public import ArgumentParser
import HealthBytes
import HealthConv
public import HealthStatistics

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Calculate statistics of health data: sums, averages, nights of sleep, workouts.",
    discussion: """
      Where several sources measured the same steps at the same time, those of one source count: what a person entered by \
      hand before the watch, the watch before the phone, the phone before apps. --merge-sources and --source-priority change \
      that. A cumulative sample that lasts over the edge of an interval is shared out by time; any other sample belongs to \
      the interval in which it starts, but an average of 2 to 16 hours, such as that of a night, to the day on which it ends. \
      --since and --until select rows, in which the day or the night of a limit is whole; of workouts they select those that start then. Intervals without samples have no row. Samples that several inputs have in common count once, and of samples with one \
      sync identifier the highest version. The first lines state the zone and how sources were merged; in CSV and JSON \
      Lines they are columns.
      """)

  @OptionGroup var paths: InputPaths
  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Reading") var people: PeopleOptions
  @OptionGroup(title: "Statistics") var statistics: StatisticsArguments
  @OptionGroup(title: "Table") var table: TableArguments
  @OptionGroup(title: "Units") var units: UnitOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - is standard output, the default.",
      valueName: "output"),
    completion: .file())
  var output: String?

  @Option(
    name: .shortAndLong,
    help:
      "The format to write, or notes for a Markdown note of each day with --answer summary. Default: from the extension of the output; text on standard output."
  )
  var to: StatsFormat?

  @OptionGroup(title: "Notes") var notes: NoteOptions

  /// When text has bars.
  enum Bars: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(
    help: ArgumentHelp(
      "Bars next to the rows of a series by interval: auto (if text goes to a terminal), always or never. Default: auto.",
      valueName: "when"))
  var bars = Bars.auto

  @Flag(
    help: ArgumentHelp(
      "A chart of bars of one type in text, with --by: the average per day of a cumulative type (the sum, with --by day), the average "
        + "of others, the minutes of a category. Intervals without data have an empty row."))
  var chart = false

  @Flag(help: "Replace the output if it exists.")
  var overwrite = false

  @OptionGroup var reporting: ProgressOptions

  func run() throws {
    if to == .notes { return try writeNotes() }
    try notes.checkUnused()
    let format = try answerFormat()
    try checkUse(in: format)
    var answer = try answer(in: format)
    answer.barsWidth = chart ? textWidth : barsWidth
    let report = try answer.withProgress(reporting.progress) { try write($0, format) }
    try report.write(isQuiet: reporting.quiet)
  }

  /// What is to be calculated, for a format of tables.
  private func answer(in format: AnswerFormat) throws -> Answer {
    let kind = statistics.answer ?? .statistics
    let isOfYears = kind == .statistics && statistics.by == "year" && statistics.explain == nil
    let datasets = try policy.applied(
      input.open(paths.inputs),
      giving: kind == .summary ? .days : isOfYears ? .years : .samples)
    var answer = Answer(kind, of: datasets)
    answer.allowsDifferentPeople = people.allowDifferentPeople
    answer.selection = try selection.selection()
    if answer.kind == .statistics, let type = answer.selection.types.first(where: \.isOfWorkouts) {
      throw HealthError(
        .usage, "'\(type.text.printableName)' are workouts, which have a table of their own"
      ).adding("Add --answer workouts.")
    }
    try checkTypes(answer.selection.types, of: answer.kind)
    answer.plan = try statistics.plan(types: selection.types.flatMap(\.commaSeparated))
    answer.split = statistics.split
    answer.pattern = statistics.pattern
    answer.workoutGrouping = try statistics.workoutGrouping()
    (answer.series, answer.isWide) = (statistics.series.options, statistics.series.wide)
    let configuration = try units.file.readForStatistics()
    answer.plan.priority = statistics.days.priority(configuration)
    answer.checksPriority = !statistics.days.sourcePriority.isEmpty
    answer.nightBeginning = try statistics.nightBeginning()
    answer.sleepPeriod = try statistics.sleepPeriod()
    answer.explanation = statistics.explain
    (answer.units, answer.locale) = try units.choices(
      configuration, isForPeople: format.isForPeople || table.spreadsheet)
    answer.isChart = chart
    answer.table = table.options()
    if table.spreadsheet, answer.locale == nil {
      answer.table.hasDecimalComma = DecimalMark.isComma
    }
    answer.table.width = textWidth
    return answer
  }

  private func writeNotes() throws {
    guard statistics.answer == .summary, statistics.by == nil || statistics.by == "day",
      statistics.explain == nil
    else {
      throw HealthError(.usage, "notes have the figures of days").adding(
        "Use --answer summary without --by.")
    }
    guard let output, output != "-" else {
      throw HealthError(.usage, "notes are files in a folder").adding(
        "Name the folder with --output.")
    }
    if bars == .always { throw HealthError(.usage, "--bars always requires text") }
    let summary = try answer(in: .json)
    var sleep = Answer(.sleep, of: [])
    (sleep.selection, sleep.allowsDifferentPeople) = (
      summary.selection, summary.allowsDifferentPeople
    )
    (sleep.plan.zone, sleep.plan.priority) = (summary.plan.zone, summary.plan.priority)
    var work = DailyNotes(summary: summary, sleep: sleep)
    work.template = try notes.template()
    work.nightBelongsToEvening = notes.nightDay == .evening
    let report = try work.withProgress(reporting.progress) { try $0.write(to: output) }
    try report.write(isQuiet: reporting.quiet)
  }

  /// The most characters of a line: those of the terminal, or 100.
  private var textWidth: Int { isOnTerminal ? StandardOutputSink.terminalWidth ?? 100 : 100 }

  private var isOnTerminal: Bool { (output ?? "-") == "-" && StandardOutputSink.isTerminal }

  /// The width for bars, `nil` for none: that of the terminal, or 80.
  private var barsWidth: Int? {
    if bars == .never || (bars == .auto && !isOnTerminal) { return nil }
    return isOnTerminal ? StandardOutputSink.terminalWidth ?? 80 : 80
  }

  private func answerFormat() throws -> AnswerFormat {
    if case .table(let format)? = to { return format }
    guard let output, output != "-" else { return .text }
    guard let format = AnswerFormat(path: output) else {
      throw HealthError(
        .usage,
        "cannot write '\(output)': expected the extension .txt, .md, .csv, .json, .jsonl, .parquet or .xlsx"
      ).adding(
        output.hasSuffix(".html") || output.hasSuffix(".pdf")
          ? "A page for people is 'healthconv report INPUT -o FILE.html'."
          : "Name a format with --to.")
    }
    return format
  }

  private func write(_ answer: Answer, _ format: AnswerFormat) throws -> Answer.Report {
    guard let output, output != "-" else {
      if format.isBinary, StandardOutputSink.isTerminal {
        throw HealthError(.usage, "standard output is a terminal. Name a file with --output.")
      }
      return try StandardOutput.write { try answer.write(to: $0, named: $1, as: format) }
    }
    return try answer.write(toFile: output, as: format, overwriting: overwrite)
  }
}

extension AnswerFormat: ExpressibleByArgument {}

extension StatsCommand {
  /// Refuses what the answer does not use.
  func checkUse(in format: AnswerFormat) throws {
    let kind = statistics.answer ?? .statistics
    if kind == .sleep, !units.units.isEmpty {
      throw HealthError(
        .usage, "--answer sleep cannot be combined with --units: lengths of time are in minutes")
    }
    if table.spreadsheet, format != .csv {
      throw HealthError(.usage, "--spreadsheet requires CSV, not \(format.rawValue)")
    }
    if chart { try checkChart(kind, format) }
    let series: [Answer.Kind] = [.statistics, .bloodPressure, .workouts]
    let isSeries = kind == .sleep || (series.contains(kind) && statistics.by != nil)
    if bars == .always, format != .text || !isSeries {
      throw HealthError(
        .usage, "--bars always requires text of --answer sleep, or of a table with --by")
    }
  }

  private func checkChart(_ kind: Answer.Kind, _ format: AnswerFormat) throws {
    let interval = statistics.by.flatMap { CalendarInterval($0) }
    guard kind == .statistics, let interval, !interval.isWithinDay else {
      throw HealthError(
        .usage, "--chart requires intervals of a day or longer, such as --type steps --by week")
    }
    let types = selection.types.flatMap(\.commaSeparated)
    guard types.count == 1 else {
      throw HealthError(.usage, "--chart requires one type, such as --type steps")
    }
    guard format == .text else {
      throw HealthError(.usage, "--chart requires text, not \(format.rawValue)")
    }
    if let option = statistics.series.given.first
      ?? (statistics.perSource || statistics.mergeSources == .separate ? "separate sources" : nil)
      ?? (statistics.statistics == nil ? nil : "--statistics")
    {
      throw HealthError(.usage, "--chart cannot be combined with \(option)")
    }
  }

  /// Refuses types that an answer is not about.
  func checkTypes(_ types: [TypePattern], of kind: Answer.Kind) throws {
    guard let type = types.first, kind != .statistics, statistics.explain == nil else { return }
    let names = "'\(selection.types.joined(separator: ",").printableName)'"
    guard let topic = kind.topic else {
      guard let other = types.first(where: { !$0.isOfWorkouts }) else { return }
      throw HealthError(
        .usage,
        "--answer \(kind.rawValue) is about workouts, expected activities such as --type running, not '\(other.text.printableName)'"
      ).adding("For statistics of a type leave out --answer.")
    }
    throw HealthError(
      .usage,
      "--answer \(kind.rawValue) cannot be combined with --type \(names): it is about \(topic)"
    ).adding(
      type.isOfWorkouts
        ? "For workouts use --answer workouts."
        : "For statistics of \(names) leave out --answer; --columns selects columns.")
  }
}

extension Answer.Kind {
  /// What the answer is about, whatever types are selected; `nil` for workouts, of which activities can be selected.
  fileprivate var topic: String? {
    switch self {
    case .statistics, .workouts, .splits, .laps: nil
    case .sleep: "SleepAnalysis"
    case .summary: "the main types of a day"
    case .activity: "the rings of a day"
    case .agreement: "the totals of the device"
    case .bloodPressure: "blood pressure"
    case .cycles: "MenstrualFlow"
    case .ecg: "electrocardiograms"
    case .beats: "beats of HeartRateVariabilitySDNN"
    case .audiograms: "audiograms"
    }
  }
}
