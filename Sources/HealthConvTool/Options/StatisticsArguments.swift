public import ArgumentParser
import HealthBytes
public import HealthConv
public import HealthStatistics

/// The arguments for what is calculated, and how.
struct StatisticsArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The length of the intervals: minute, hour, day, week, month, quarter, year, or several of them such as '2 weeks'; weekday or "
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
        [
          .statistics, .sleep, .summary, .activity, .agreement, .bloodPressure, .cycles, .workouts,
          .splits, .laps,
        ]
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
      throw HealthError(
        .usage, "--night-from has '\(nightFrom.printableName)', expected a time such as 12:00")
    }
    return hour * 3_600 + minute * 60
  }

  /// What workouts are added up by; `nil` for a row for each.
  func workoutGrouping() throws -> Answer.WorkoutGrouping? {
    guard answer == .workouts, let by else { return nil }
    guard let period = Answer.WorkoutGrouping(rawValue: by) else {
      throw HealthError(
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
    guard let interval = CalendarInterval(by), !interval.isWithinDay, interval != .day else {
      throw HealthError(
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
        throw HealthError(
          .usage,
          "--by has '\(by.printableName)', expected minute, hour, day, week, month, quarter, year, several of them such as '2 weeks', weekday or hour-of-day"
        )
      }
      if answer == .bloodPressure, interval.isWithinDay {
        throw HealthError(
          .usage, "--by of --answer blood-pressure expects day, week, month, quarter or year")
      }
      plan.interval = interval
    }
    plan.zone = try days.zone()
    if let anchor {
      guard let date = CalendarAnchor(anchor) else {
        throw HealthError(
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
        throw HealthError(
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
    for name in text.commaSeparated {
      guard let known = Self.names.first(where: { $0.name == name }) else {
        throw HealthError(
          .usage,
          "--statistics has '\(name.printableName)', expected some of \(Self.names.map(\.name).joined(separator: ", "))"
        )
      }
      options.insert(known.option)
    }
    for name in types {
      let quantities = Catalog.types(matching: name).filter { $0.aggregationStyle != nil }
      let reasons = quantities.compactMap { Self.mismatch(options, $0) }
      // Of the types that match a pattern, some may have it and others not.
      if reasons.count == quantities.count, let reason = reasons.first {
        throw HealthError(.usage, reason)
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
    do throws(HealthError) {
      try options.check(for: QuantityType(type.identifier))
      return nil
    } catch { return error.description }
  }

  private func numbers(_ text: String) throws -> [Double] {
    let numbers = text.commaSeparated.map { Double($0) }
    guard numbers.count <= 16, numbers.allSatisfy({ $0.map { 0...100 ~= $0 } ?? false }) else {
      throw HealthError(
        .usage, "--percentile has '\(text.printableName)', expected up to 16 numbers from 0 to 100")
    }
    return numbers.compactMap(\.self)
  }
}

extension RowName: ExpressibleByArgument {
  /// The row that the value of an option names.
  public init?(argument: String) { self.init(argument) }
}

extension SourceRule: ExpressibleByArgument {}
extension Answer.Kind: ExpressibleByArgument {}
extension Answer.SplitUnit: ExpressibleByArgument {}
