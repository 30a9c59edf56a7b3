public import HealthBytes
import HealthLocale
import HealthReport
public import HealthStatistics

/// A report for people about datasets: one HTML file with charts and tables by month, which loads nothing and has no script.
///
/// ```swift
/// let report = ReportDocument(of: [try .open("export.zip")])
/// _ = try report.write(toFile: "report.html")
/// ```
public struct ReportDocument: InterruptibleWork {
  /// The datasets. Samples that several of them have in common count once, and of samples with one sync identifier the
  /// highest version.
  public let datasets: [Dataset]
  /// Which samples are shown. Nested samples are selected on their own.
  public var selection = Selection()
  /// The clock by which days begin.
  public var zone = DayZone.record
  /// The sources with the highest priority; watches, phones and others follow.
  public var priority: [String] = []
  /// The units of the figures; canonical units where it has no others.
  public var units = UnitPreferences()
  /// The locale whose people read the report, such as `en_GB`: it decides the form of numbers, units and months, and without
  /// ``units`` the units. `nil` for the plain form, which is the same everywhere. The words are English.
  public var locale: String?
  /// Is called every few thousand samples with how far reading has come.
  public var onProgress: Conversion.Progress.Handler = { _ in }

  /// A report about datasets.
  public init(of datasets: [Dataset]) { self.datasets = datasets }

  /// Reads the datasets and writes the report into a file, atomically.
  ///
  /// - Parameter overwriting: Whether a file that is there may be replaced; never an input.
  /// - Returns: What was found on the way. With a `readError` there is no file.
  public func write(
    toFile path: String, overwriting: Bool = false
  ) throws(ConversionError) -> Answer.Report {
    try Answer.write(toFile: path, overwriting: overwriting, from: datasets) {
      (file) throws(ConversionError) in try write(to: file, named: path)
    }
  }

  /// Reads the datasets and writes the report.
  ///
  /// - Parameter sink: Takes the text; is not finished.
  /// - Returns: What was found on the way. With a `readError` nothing was written.
  public func write(
    to sink: any ByteSink, named name: String
  ) throws(ConversionError) -> Answer.Report {
    if datasets.isEmpty { throw ConversionError(.usage, "there is nothing to read") }
    var answer = Answer(.statistics, of: datasets)
    (answer.selection, answer.onProgress) = (selection, onProgress)
    answer.plan.interval = .day
    answer.plan.isIntervalFirst = true
    (answer.plan.zone, answer.plan.priority) = (zone, priority)
    let report = try write(answer, to: sink, named: name)
    guard report.readError == nil, report.hasVersions else { return report }
    answer.isMerged = true
    return try write(answer, to: sink, named: name)
  }

  /// Writes nothing if the report has a `readError` or `hasVersions`.
  private func write(
    _ answer: Answer, to sink: any ByteSink, named name: String
  ) throws(ConversionError) -> Answer.Report {
    var report = Answer.Report()
    var units = units
    let locale = try LocaleFormat.open(locale, choosing: &units)
    let text = ReportText(units.figures, locale)
    let unmet = answer.makeUnmetConditions()
    let plan = answer.plan
    var reading = try calculating { () throws(StatisticsError) in
      try ReportReading(plan, selection, unmet, text)
    }
    try answer.read(into: &reading, unmet, &report)
    if report.readError != nil || report.hasVersions { return report }
    let exportDate: Timestamp?
    do throws(FormatError) {
      exportDate = datasets[0].isStream ? nil : try datasets[0].info.exportDate
    } catch { throw ConversionError(error) }
    report.selectionNotes = unmet.notes(selected: reading.sampleCount)
    var builder: ReportBuilder
    do throws(StatisticsError) { builder = try reading.finish(&report) } catch {
      throw ConversionError(error)
    }
    let incomplete = builder.incompleteWorkouts()
    if !incomplete.isEmpty {
      if let stream = datasets.first(where: \.isStream) {
        report.noteIncomplete(incomplete.count, of: stream)
      } else {
        builder.complete(try answer.completed(incomplete, &report))
        if report.hasVersions { return report }
      }
    }
    builder.quality.zone = zone.name == "record" ? "that of each record" : zone.name
    builder.quality.exportDate = exportDate
    builder.quality.findings = report.findings.rules.map {
      .init(rule: $0.name, severity: $0.severity.rawValue, count: $0.count)
    }
    builder.quality.notes = report.notes
    var page = ReportPage(builder, to: sink)
    do throws(ByteError) { try page.write() } catch { throw ConversionError(writing: name, error) }
    return report
  }
}
