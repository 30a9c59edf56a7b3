import ArgumentParser
import HealthBytes
import HealthConv
import HealthStatistics

extension DecimalMark {
  /// Whether it is a comma in the locale of the environment. A note states why that is not known.
  static var isComma: Bool {
    let (isComma, failure) = isCommaInEnvironment()
    if let failure {
      MessageOutput.write("healthconv: note: decimals have a point: \(failure)\n")
    }
    return isComma
  }
}

/// The arguments for sources that have another name than before.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take the source NEW for the source OLD: a device or an app that was renamed. Its samples get the name OLD. May be "
        + "repeated.", valueName: "old=new"))
  var sameSource: [String] = []

  @Flag(help: "Take sources that appear for new ones, even if they have the samples of another.")
  var newSource = false

  /// The inputs, with the names to use.
  ///
  /// - Parameter configuration: A configuration that the user named; these arguments take precedence.
  func renamed(
    _ datasets: [Dataset], _ configuration: ProjectConfiguration? = nil
  ) throws -> [Dataset] {
    let names = try names(configuration)
    return names.isEmpty ? datasets : datasets.map { $0.renamingSources(names) }
  }

  /// The names to use, by those that are read.
  func names(
    _ configuration: ProjectConfiguration? = nil
  ) throws(HealthError) -> [String: String] {
    var names = configuration?.sameSources ?? [:]
    for text in sameSource {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw HealthError(
          .usage, "--same-source has '\(text.printableName)', expected OLD=NEW")
      }
      names[String(parts[1])] = String(parts[0])
    }
    return names
  }
}

/// The arguments for what a series of intervals has in addition to the statistics of each interval.
struct SeriesArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Compare each interval with the one directly before it: the columns before, difference and percent. They are about the "
        + "average per day of cumulative types (the sum, with --by day), and the average of others. Days without data do not "
        + "count; an interval after one without data has no comparison."))
  var compare = false

  @Option(
    help: ArgumentHelp(
      "The mean of the same figure over so many intervals up to each one, 2 to 1000; those without data do not count. The first "
        + "intervals of a type have none.", valueName: "count"))
  var movingAverage: Int?

  @Flag(
    help: ArgumentHelp(
      "The straight line through the same figure of all intervals by least squares: its value at each interval (trend), and how much "
        + "it rises from an interval to the next one (slope)."))
  var trend = false

  @Flag(
    help: ArgumentHelp(
      "A row for each interval, with a column for each type: its sum, its average or its minutes, or those of --statistics."
    ))
  var wide = false

  var given: [String] {
    [
      compare ? "--compare" : nil, movingAverage == nil ? nil : "--moving-average",
      trend ? "--trend" : nil, wide ? "--wide" : nil,
    ].compactMap(\.self)
  }

  func validate() throws {
    if let movingAverage, !(2...1_000 ~= movingAverage) {
      throw ValidationError("--moving-average expects a number from 2 to 1000, such as 7")
    }
    if wide, let other = given.first(where: { $0 != "--wide" }) {
      throw ValidationError("--wide cannot be combined with \(other)")
    }
  }

  /// Refuses what other arguments leave no meaning.
  func check(by: String?, isSeparate: Bool) throws {
    guard let option = given.first else { return }
    guard let by, Answer.Pattern(rawValue: by) == nil else {
      throw ValidationError(
        "\(option) requires intervals: add --by day, --by week or another interval")
    }
    if !wide, CalendarInterval(by)?.isWithinDay == true {
      throw ValidationError("\(option) requires intervals of a day or longer, such as --by day")
    }
    if wide, isSeparate {
      throw ValidationError("--wide cannot be combined with separate sources")
    }
  }

  var options: Answer.SeriesOptions {
    var options = Answer.SeriesOptions()
    options.comparesToPrevious = compare
    options.movingAverage = movingAverage
    options.hasTrend = trend
    return options
  }
}

/// A value of `stats --to`: a table, or notes.
enum StatsFormat: Equatable, ExpressibleByArgument {
  case table(AnswerFormat)
  case notes

  init?(argument: String) {
    if argument == "notes" {
      self = .notes
    } else if let format = AnswerFormat(rawValue: argument) {
      self = .table(format)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { AnswerFormat.allCases.map(\.rawValue) + ["notes"] }
}

/// The options of `stats --to notes`.
struct NoteOptions: ParsableArguments {
  /// Whether a night belongs to the day on which it ends or begins.
  enum NightDay: String, ExpressibleByArgument, CaseIterable {
    case waking, evening
  }

  @Option(
    help: ArgumentHelp(
      "The path of the note of a day in the folder of --output, with --to notes. Default: {yyyy}-{MM}-{dd}.md.",
      valueName: "path"))
  var note: String?

  @Option(
    help: ArgumentHelp(
      "The day whose note has a night, with --to notes: waking (on which it ends) or evening (on which it begins). Default: waking.",
      valueName: "day"))
  var nightDay: NightDay?

  func template() throws(HealthError) -> DailyNotes.Template {
    try note.map { (text) throws(HealthError) in try DailyNotes.Template(text) } ?? .standard
  }

  func checkUnused() throws(HealthError) {
    for (option, isGiven) in [("--note", note != nil), ("--night-day", nightDay != nil)]
    where isGiven {
      throw HealthError(.usage, "\(option) requires --to notes")
    }
  }
}

extension DailyNotes.Report {
  /// Writes on standard error what was done, and which notes were left.
  ///
  /// - Throws: The error that ended reading, if one did; that notes were left.
  func write(isQuiet: Bool) throws {
    // Both answers are of the same samples.
    if let report = answers.first { try report.write(isQuiet: isQuiet) }
    if let error = answers.last?.readError { throw error }
    for note in left {
      MessageOutput.write(
        "healthconv: left '\(note.path.printableName)' unchanged: \(note.reason.printable)\n")
    }
    if !isQuiet {
      MessageOutput.write(
        "healthconv: \(created.grouped) notes created, \(changed.grouped) changed, \(unchanged.grouped) unchanged\n"
      )
    }
    if !left.isEmpty {
      throw HealthError(
        .cannotCreate,
        "\(left.count.grouped) note\(left.count == 1 ? " was" : "s were") left unchanged; all others are complete"
      )
    }
  }
}
