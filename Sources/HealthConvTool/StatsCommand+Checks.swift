import HealthBytes
import HealthConv
import HealthStatistics

extension StatsCommand {
  /// Refuses what the answer does not use.
  func checkUse(in format: AnswerFormat) throws {
    let kind = statistics.answer ?? .statistics
    if kind == .sleep, !units.units.isEmpty {
      throw ConversionError(
        .usage, "--answer sleep cannot be combined with --units: lengths of time are in minutes")
    }
    if table.spreadsheet, format != .csv {
      throw ConversionError(.usage, "--spreadsheet requires CSV, not \(format.rawValue)")
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
    guard kind == .statistics, let interval, !interval.isWithinDay else {
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
  func checkTypes(_ types: [TypePattern], of kind: Answer.Kind) throws {
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
