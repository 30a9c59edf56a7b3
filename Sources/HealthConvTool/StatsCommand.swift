public import ArgumentParser
import HealthBytes
public import HealthConv
public import HealthStatistics

/// `healthconv stats`.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Calculate statistics of health data: sums, averages, nights of sleep, workouts.",
    discussion: """
      Where several sources measured the same steps at the same time, those of one source count: what a person entered by \
      hand before the watch, the watch before the phone, the phone before apps. --merge-sources and --source-priority change \
      that. A cumulative sample that lasts over the edge of an interval is shared out by time; any other sample belongs to \
      the interval in which it starts. --since and --until select rows, in which the day or the night of a limit is whole; of \
      workouts they select those that start then. Intervals without samples have no row. Samples that several inputs have in common count once, and of samples with one \
      sync identifier the highest version. The first lines state the zone and how sources were merged; in CSV and JSON \
      Lines they are columns.
      """)

  @OptionGroup var paths: InputPaths
  @OptionGroup(title: "Reading") var input: InputOptions
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
    var answer = Answer(statistics.answer ?? .statistics, of: try input.open(paths.inputs))
    answer.allowsDifferentPeople = people.allowDifferentPeople
    answer.selection = try selection.selection()
    if answer.kind == .statistics, let type = answer.selection.types.first(where: \.isOfWorkouts) {
      throw ConversionError(
        .usage, "'\(type.text.printableName)' are workouts, which have a table of their own"
      ).adding("Add --answer workouts.")
    }
    try checkTypes(answer.selection.types, of: answer.kind)
    answer.plan = try statistics.plan(types: selection.types.flatMap(\.typeNames))
    answer.split = statistics.split
    answer.pattern = statistics.pattern
    answer.workoutPeriod = try statistics.workoutPeriod()
    (answer.series, answer.isWide) = (statistics.series.options, statistics.series.wide)
    let configuration = try units.file.readForStatistics()
    answer.plan.priority = statistics.days.priority(configuration)
    answer.checksPriority = !statistics.days.sourcePriority.isEmpty
    answer.nightBeginning = try statistics.nightBeginning()
    answer.sleepPeriod = try statistics.sleepPeriod()
    answer.explanation = statistics.explain
    (answer.units, answer.locale) = try units.choices(
      configuration, isForPeople: format.isForPeople)
    answer.isChart = chart
    answer.table = table.options()
    // An explanation needs all of its columns.
    if statistics.explain == nil { answer.table.width = textWidth }
    return answer
  }

  private func writeNotes() throws {
    guard statistics.answer == .summary, statistics.by == nil || statistics.by == "day",
      statistics.explain == nil
    else {
      throw ConversionError(.usage, "notes have the figures of days").adding(
        "Use --answer summary without --by.")
    }
    guard let output, output != "-" else {
      throw ConversionError(.usage, "notes are files in a folder").adding(
        "Name the folder with --output.")
    }
    if bars == .always { throw ConversionError(.usage, "--bars always requires text") }
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

  /// Refuses what the answer does not use.
  private func checkUse(in format: AnswerFormat) throws {
    let kind = statistics.answer ?? .statistics
    if kind == .sleep, !units.units.isEmpty {
      throw ConversionError(
        .usage, "--answer sleep cannot be combined with --units: lengths of time are in minutes")
    }
    if chart { try checkChart(kind, format) }
    let series: [Answer.Kind] = [.statistics, .bloodPressure, .workouts]
    let isSeries = kind == .sleep || (series.contains(kind) && statistics.by != nil)
    if bars == .always, format != .text || !isSeries {
      throw ConversionError(
        .usage, "--bars always requires text of --answer sleep, or of a table with --by")
    }
  }

  /// Refuses what a chart cannot show.
  private func checkChart(_ kind: Answer.Kind, _ format: AnswerFormat) throws {
    let interval = statistics.by.flatMap { CalendarInterval($0) }
    guard kind == .statistics, let interval, interval.component != .hour else {
      throw ConversionError(
        .usage, "--chart requires intervals of a day or longer, such as --type steps --by week")
    }
    let types = selection.types.flatMap(\.typeNames)
    guard types.count == 1 else {
      throw ConversionError(.usage, "--chart requires one type, such as --type steps")
    }
    guard format == .text else {
      throw ConversionError(.usage, "--chart requires text, not \(format.rawValue)")
    }
    if let option = statistics.series.given.first
      ?? (statistics.perSource || statistics.mergeSources == .separate ? "separate sources" : nil)
      ?? (statistics.statistics == nil ? nil : "--statistics")
    {
      throw ConversionError(.usage, "--chart cannot be combined with \(option)")
    }
  }

  /// Refuses types that an answer is not about.
  private func checkTypes(_ types: [TypePattern], of kind: Answer.Kind) throws {
    guard let type = types.first, kind != .statistics, statistics.explain == nil else { return }
    let names = "'\(selection.types.joined(separator: ",").printableName)'"
    guard let topic = kind.topic else {
      guard let other = types.first(where: { !$0.isOfWorkouts }) else { return }
      throw ConversionError(
        .usage,
        "--answer \(kind.rawValue) is about workouts, expected activities such as --type running, not '\(other.text.printableName)'"
      ).adding("For statistics of a type leave out --answer.")
    }
    throw ConversionError(
      .usage,
      "--answer \(kind.rawValue) cannot be combined with --type \(names): it is about \(topic)"
    ).adding(
      type.isOfWorkouts
        ? "For workouts use --answer workouts."
        : "For statistics of \(names) leave out --answer; --columns selects columns.")
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
      throw ConversionError(
        .usage,
        "cannot write '\(output)': expected the extension .txt, .md, .csv, .json, .jsonl or .parquet"
      ).adding("Name a format with --to.")
    }
    return format
  }

  private func write(_ answer: Answer, _ format: AnswerFormat) throws -> Answer.Report {
    guard let output, output != "-" else {
      if format.isBinary, StandardOutputSink.isTerminal {
        throw ConversionError(.usage, "standard output is a terminal. Name a file with --output.")
      }
      return try StandardOutput.write { try answer.write(to: $0, named: $1, as: format) }
    }
    return try answer.write(toFile: output, as: format, overwriting: overwrite)
  }
}

extension AnswerFormat: ExpressibleByArgument {}

extension RowName: ExpressibleByArgument {
  /// The row that the value of an option names.
  public init?(argument: String) { self.init(argument) }
}

extension Answer.ZoneNote {
  /// Writes it on standard error.
  func write() {
    let hint =
      if case .oneOffset = self {
        ". Name the time zone with --day-zone, such as --day-zone Europe/Berlin."
      } else { "" }
    StandardError.write("healthconv: note: \(description)\(hint)\n")
  }
}

extension Answer.Report {
  /// Writes on standard error what was found.
  ///
  /// - Throws: The error that ended reading, if one did.
  func write(isQuiet: Bool) throws {
    FindingList(findings).write(isQuiet: isQuiet)
    selectionNotes.write(isQuiet: isQuiet)
    if !isQuiet { zoneNote?.write() }
    for note in notes { StandardError.write("healthconv: note: \(note.printable)\n") }
    if !isQuiet {
      for note in tableNotes { StandardError.write("healthconv: note: \(note)\n") }
    }
    if let readError { throw ConversionError(readError) }
  }
}

/// The arguments for what is calculated, and how.
struct StatisticsArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The length of the intervals: hour, day, week, month, quarter, year, or several of them such as '2 weeks'; weekday or "
        + "hour-of-day for averages of each day of the week or hour of the day. Of intervals longer than a day, cumulative types have the "
        + "average per day, too (per_day): the sum divided by the days with data. With --answer sleep: night, week, month, year or weekday. "
        + "Default: one interval for everything; nights; days.",
      valueName: "interval"))
  var by: String?

  @OptionGroup var series: SeriesArguments
  @OptionGroup var days: DayOptions

  @Option(
    help: ArgumentHelp(
      "A date or a time at which an interval begins: '2024-01-07' for weeks that begin on Sunday, '2024-01-01T04:00:00' for "
        + "days that begin at 4:00.", valueName: "date"))
  var anchor: String?

  @Option(
    help: ArgumentHelp(
      "When a night of --answer sleep begins: 12:00 for people who work at night. Sleep that is in progress then is not "
        + "divided: it belongs to the night in which its middle is. Default: 18:00.",
      valueName: "time"))
  var nightFrom: String?

  @Option(
    help: ArgumentHelp(
      "How sources of cumulative types such as steps are merged: priority (where they overlap in time, the one with the "
        + "highest priority counts), max (in each interval the source with the largest sum), none (all samples add up) or "
        + "separate (a row for each source). Default: priority.", valueName: "rule"))
  var mergeSources: SourceRule?

  @Flag(help: "A row for each source: the same as --merge-sources separate.")
  var perSource = false

  @Option(
    help: ArgumentHelp(
      "Which statistics, separated by commas: sum, average, minimum, maximum, latest, duration. Default: all that a type "
        + "has, except duration.", valueName: "names"))
  var statistics: String?

  @Option(
    name: .customLong("percentile"),
    help: ArgumentHelp("Percentiles of discrete types, such as 5,50,95.", valueName: "numbers"))
  var percentiles: String?

  @Option(
    help: ArgumentHelp(
      "A predefined table: sleep (nights), workouts (one in each row), splits (the kilometers of workouts with a route), "
        + "laps (laps, segments and intervals of workouts), summary (the main figures of each day), activity (the rings of each "
        + "day, next to the sums of the records), blood-pressure (readings with the pulse), cycles (menstrual cycles), ecg "
        + "(electrocardiograms), beats (RMSSD and SDNN of recordings of beats), audiograms "
        + "(averages of each ear) or agreement (which totals of the device the records add up to).",
      valueName: "answer"))
  var answer: Answer.Kind?

  @Option(
    help: ArgumentHelp(
      "Explain one row: what counts of each source, what another source hides, what is excluded and why, next to what all "
        + "samples add up to. A day, or a night by the day on which it ends: 2024-03-05; a month 2024-03, a quarter 2024-Q1, a "
        + "year 2024, an hour 2024-03-05T13:00; a date with --by; or all. Default: no explanation.",
      valueName: "row"))
  var explain: RowName?

  @Option(
    help: ArgumentHelp(
      "The length of the splits of --answer splits: km or mi. Default: that of --units, otherwise km.",
      valueName: "unit"))
  var split: Answer.SplitUnit?

  func validate() throws {
    if perSource, mergeSources != nil, mergeSources != .separate {
      throw ValidationError("--per-source and --merge-sources cannot be combined")
    }
    let kind = answer ?? .statistics
    for (option, isGiven, kinds) in uses where isGiven && !kinds.contains(kind) {
      guard let answer else {
        throw ValidationError(
          "\(option) requires --answer \(kinds.map(\.rawValue).joined(separator: " or "))")
      }
      throw ValidationError("--answer \(answer.rawValue) cannot be combined with \(option)")
    }
    if kind != .sleep, by == "night" {
      throw ValidationError("--by night requires --answer sleep")
    }
    if let by, Answer.Pattern(rawValue: by) != nil,
      kind == .summary || kind == .bloodPressure || (kind == .sleep && by == "hour-of-day")
    {
      throw ValidationError("--answer \(kind.rawValue) cannot be combined with --by \(by)")
    }
    if pattern != nil,
      let option = statistics != nil ? "--statistics" : percentiles.map({ _ in "--percentile" })
    {
      throw ValidationError("--by \(by ?? "") cannot be combined with \(option)")
    }
    try series.check(by: by, isSeparate: perSource || mergeSources == .separate)
    let rule: SourceRule? = perSource ? .separate : mergeSources
    if let rule, rule != .priority, !days.sourcePriority.isEmpty {
      throw ValidationError(
        "--source-priority has no effect with --merge-sources \(rule.rawValue): expected --merge-sources priority"
      )
    }
    if explain != nil {
      for (option, isGiven) in [
        ("--statistics", statistics != nil), ("--percentile", percentiles != nil),
      ] where isGiven {
        throw ValidationError("--explain cannot be combined with \(option)")
      }
    }
    if let answer, answer != .statistics, rule == .separate {
      throw ValidationError("--answer \(answer.rawValue) cannot be combined with separate sources")
    }
    if anchor != nil, explain == nil,
      kind == .statistics || kind == .sleep || kind == .bloodPressure,
      by == nil || by == "night" || by == "weekday" || by == "hour-of-day"
    {
      throw ValidationError("--anchor requires intervals: add --by")
    }
  }

  /// The options that not all answers use: whether they are given, and what uses them.
  private var uses: [(option: String, isGiven: Bool, kinds: [Answer.Kind])] {
    [
      ("--by", by != nil, [.statistics, .sleep, .summary, .workouts, .bloodPressure]),
      (
        "--day-zone", days.dayZone != nil,
        [.statistics, .sleep, .summary, .activity, .agreement, .bloodPressure, .cycles]
      ),
      (
        "--source-priority", !days.sourcePriority.isEmpty,
        [.statistics, .sleep, .summary, .activity, .agreement, .workouts, .splits, .laps]
      ),
      (
        "--anchor", anchor != nil,
        [.statistics, .sleep, .summary, .activity, .agreement, .bloodPressure]
      ),
      ("--night-from", nightFrom != nil, [.sleep, .summary]),
      ("--merge-sources", mergeSources != nil, [.statistics, .summary, .activity, .agreement]),
      ("--per-source", perSource, [.statistics]),
      ("--statistics", statistics != nil, [.statistics]),
      ("--percentile", percentiles != nil, [.statistics]),
      ("--split", split != nil, [.splits]),
      ("--explain", explain != nil, Answer.explainedKinds),
    ] + series.given.map { ($0, true, [.statistics]) }
  }

  /// When nights begin, in seconds after midnight.
  func nightBeginning() throws -> Int {
    guard let nightFrom else { return 18 * 3_600 }
    let parts = nightFrom.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], 0..<24 ~= hour,
      0..<60 ~= minute
    else {
      throw ConversionError(
        .usage, "--night-from has '\(nightFrom.printableName)', expected a time such as 12:00")
    }
    return hour * 3_600 + minute * 60
  }

  /// What workouts are added up by; `nil` for a row for each.
  func workoutPeriod() throws -> Answer.WorkoutPeriod? {
    guard answer == .workouts, let by else { return nil }
    guard let period = Answer.WorkoutPeriod(rawValue: by) else {
      throw ConversionError(
        .usage,
        "--by has '\(by.printableName)', expected month, year or activity for the totals of workouts"
      )
    }
    return period
  }

  /// What sleep is averaged over; `nil` for nights.
  func sleepPeriod() throws -> SleepPeriod? {
    guard answer == .sleep, let by, by != "night" else { return nil }
    if by == "weekday" { return .weekday }
    guard let interval = CalendarInterval(by), interval.component != .hour, interval != .day else {
      throw ConversionError(
        .usage,
        "--by has '\(by.printableName)', expected night, week, month, quarter, year, several of them such as '2 weeks', or weekday"
      )
    }
    return .interval(interval)
  }

  /// The days of the week, or the hours of the day, that statistics are about.
  var pattern: Answer.Pattern? {
    answer == nil || answer == .statistics ? by.flatMap { Answer.Pattern(rawValue: $0) } : nil
  }

  /// What the arguments state.
  func plan(types: [String]) throws -> StatisticsPlan {
    var plan = StatisticsPlan()
    if let by, answer != .sleep, answer != .workouts, pattern == nil {
      guard let interval = CalendarInterval(by) else {
        throw ConversionError(
          .usage,
          "--by has '\(by.printableName)', expected hour, day, week, month, quarter, year, several of them such as '2 weeks', weekday or hour-of-day"
        )
      }
      if answer == .bloodPressure, interval.component == .hour {
        throw ConversionError(
          .usage, "--by of --answer blood-pressure expects day, week, month, quarter or year")
      }
      plan.interval = interval
    }
    plan.zone = try days.zone()
    if let anchor {
      guard let date = CalendarAnchor(anchor) else {
        throw ConversionError(
          .usage,
          "--anchor has '\(anchor.printableName)', expected a date such as 2024-01-31 or 2024-01-31T18:00:00"
        )
      }
      plan.anchor = date
    }
    plan.sources = perSource ? .separate : mergeSources ?? .priority
    if let statistics { plan.options = try options(statistics, types) }
    if let percentiles {
      plan.percentiles = try numbers(percentiles)
      let selected = types.flatMap { Catalog.types(matching: $0) }
      if !selected.isEmpty, selected.allSatisfy({ $0.aggregationStyle == .cumulative }) {
        throw ConversionError(
          .usage,
          "\(selected[0].shortName) has no percentiles: its aggregation style is cumulative, and the value of a sample depends "
            + "on its duration")
      }
    }
    return plan
  }

  private static let names: [(name: String, option: StatisticsOptions)] = [
    ("sum", .cumulativeSum), ("average", .discreteAverage), ("minimum", .discreteMin),
    ("maximum", .discreteMax), ("latest", .mostRecent), ("duration", .duration),
  ]

  private func options(_ text: String, _ types: [String]) throws -> StatisticsOptions {
    var options: StatisticsOptions = []
    for name in text.typeNames {
      guard let known = Self.names.first(where: { $0.name == name }) else {
        throw ConversionError(
          .usage,
          "--statistics has '\(name.printableName)', expected some of \(Self.names.map(\.name).joined(separator: ", "))"
        )
      }
      options.insert(known.option)
    }
    for name in types {
      let quantities = Catalog.types(matching: name).filter { $0.aggregationStyle != nil }
      let reasons = quantities.compactMap { Self.mismatch(options, $0) }
      // Of a pattern, some types may have what others do not.
      if reasons.count == quantities.count, let reason = reasons.first {
        throw ConversionError(.usage, reason)
      }
    }
    return options
  }

  /// Why a type has none of the statistics; `nil` if it has one of them.
  private static func mismatch(_ options: StatisticsOptions, _ type: Catalog.Entry) -> String? {
    let own: StatisticsOptions =
      type.aggregationStyle == .cumulative
      ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax]
    guard options.isDisjoint(with: own.union([.mostRecent, .duration])) else { return nil }
    do throws(StatisticsError) {
      try options.check(for: QuantityType(type.identifier))
      return nil
    } catch { return error.description }
  }

  private func numbers(_ text: String) throws -> [Double] {
    let numbers = text.typeNames.map { Double($0) }
    guard numbers.count <= 16, numbers.allSatisfy({ $0.map { 0...100 ~= $0 } ?? false }) else {
      throw ConversionError(
        .usage, "--percentile has '\(text.printableName)', expected up to 16 numbers from 0 to 100")
    }
    return numbers.compactMap(\.self)
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

extension SourceRule: ExpressibleByArgument {}
extension Answer.Kind: ExpressibleByArgument {}
extension Answer.SplitUnit: ExpressibleByArgument {}
