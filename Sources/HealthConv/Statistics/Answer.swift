public import HealthBytes
import HealthLocale
public import HealthStatistics

/// A question about datasets of whatever format that one table answers: statistics, nights of sleep, workouts, days.
///
/// ```swift
/// var answer = Answer(.statistics, of: [try .open("export.zip")])
/// answer.plan.interval = .day
/// let report = try answer.write(to: sink, named: "steps.csv", as: .csv)
/// ```
public struct Answer: InterruptibleWork {
  /// The kinds of answers.
  public enum Kind: String, Sendable, CaseIterable {
    /// Statistics of each type in each interval.
    case statistics
    /// Nights of sleep.
    case sleep
    /// Workouts, one in each row.
    case workouts
    /// The kilometers or miles of workouts with a route, one in each row.
    case splits
    /// The main figures of each interval, one interval in each row.
    case summary
    /// The activity rings of each day as the summaries state them, and the sums of the records of the day.
    case activity
  }

  /// The kind of answer.
  public let kind: Kind
  /// The datasets. Samples that several of them have in common count once, as in a ``Merge``, and of samples with one sync
  /// identifier the highest version; several datasets are read twice, and one that has several versions of a sample.
  public let datasets: [Dataset]
  /// Which samples are counted. Nested samples are selected on their own.
  public var selection = Selection()
  /// How statistics are calculated.
  public var plan = StatisticsPlan()
  /// The length of the splits of workouts; `nil` for miles if ``units`` has distances in miles, otherwise kilometers.
  public var split: SplitUnit?
  /// The units of the figures; canonical units where it has no others. Times are always in minutes.
  public var units = UnitPreferences()
  /// The locale whose people read the answer, such as `en_GB`; `nil` for the plain form, which is the same everywhere. Without
  /// ``units``, its region decides the units. Only for text and Markdown.
  public var locale: String?
  /// The width of the terminal, where rows of text are to have bars if the answer is a series by interval; `nil` for none.
  public var barsWidth: Int?
  /// How many workouts and pauses may be in memory.
  package var mostWorkouts = 65_536
  /// How many days with a summary of the activity may be in memory: some 800 bytes each.
  package var mostDays = 32_768
  /// Is called every few thousand samples with how far reading has come.
  public var onProgress: Conversion.Progress.Handler = { _ in }
  /// Whether the datasets are read as a merge of them.
  var isMerged: Bool

  /// A question about datasets.
  public init(_ kind: Kind, of datasets: [Dataset]) {
    self.kind = kind
    self.datasets = datasets
    isMerged = datasets.count > 1
  }

  /// Reads the datasets and writes the answer.
  ///
  /// - Parameter sink: Takes the answer; is not finished.
  public func write(
    to sink: any ByteSink, named name: String, as format: AnswerFormat
  ) throws(ConversionError) -> Answer.Report {
    if datasets.isEmpty { throw ConversionError(.usage, "there is nothing to read") }
    if locale != nil, !format.isForPeople {
      throw ConversionError(
        .usage, "cannot format \(format.rawValue) for a locale, expected text or markdown")
    }
    var answer = self
    let locale = try LocaleFormat.open(locale, choosing: &answer.units)
    func write(to sink: any ByteSink) throws(ConversionError) -> Answer.Report {
      try answer.write(to: AnswerOutput(sink, name, format, barsIn: barsWidth, locale))
    }
    if isMerged || datasets[0].isStore || datasets[0].isStream { return try write(to: sink) }
    // That all samples count is known at the end.
    let spool = try onDisk { () throws(ByteError) in try Spool() }
    let report = try write(to: spool)
    if report.hasVersions {
      answer.isMerged = true
      return try write(to: sink)
    }
    do throws(ByteError) { try spool.source().copy(to: sink) } catch {
      throw ConversionError(writing: name, error)
    }
    return report
  }

  private func write(to output: AnswerOutput) throws(ConversionError) -> Answer.Report {
    var output = output
    switch kind {
    case .statistics: return try writeStatistics(to: &output)
    case .sleep: return try writeSleep(to: &output)
    case .workouts: return try writeWorkouts(to: &output)
    case .splits: return try writeSplits(to: &output)
    case .summary: return try writeSummary(to: &output)
    case .activity: return try writeActivity(to: &output)
    }
  }
}
