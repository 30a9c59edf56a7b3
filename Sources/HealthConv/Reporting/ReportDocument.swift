public import HealthBytes
import HealthFormats
import HealthLocale
import HealthReport
public import HealthStatistics
import HealthValidation

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
  /// Whether datasets are read as one although they state another date of birth, biological sex or blood type.
  public var allowsDifferentPeople = false
  /// The readers that the report is made for.
  public enum Audience: String, Sendable, CaseIterable {
    /// The person: charts and tables by month.
    case person
    /// A doctor: one printed page of tables and ranges, with the person's age and sex, the sources and the quality of the data.
    case doctor
  }

  /// The readers that the report is made for.
  public var audience = Audience.person
  /// The selection of samples. Nested samples are selected separately.
  public var selection = Selection()
  /// The clock by which days begin.
  public var zone = DayZone.automatic
  /// The sources with the highest priority.
  public var priority: [String] = []
  /// Whether each text in the priority of sources has to match a source.
  public var checksPriority = false
  /// The units of the figures; canonical units where it has no others.
  public var units = UnitPreferences()
  /// The locale whose people read the report, such as `en_GB`: it decides the form of numbers, units and months, and without
  /// ``units`` the units. `nil` for the plain form, which is the same everywhere. The words are English.
  public var locale: String?
  /// Is called every few thousand samples with the progress of reading.
  public var onProgress: Conversion.Progress.Handler = { _ in }

  /// A report about datasets.
  public init(of datasets: [Dataset]) { self.datasets = datasets }

  /// Reads the datasets and writes the report into a file, atomically.
  ///
  /// - Parameter overwriting: Whether a file that is there may be replaced; never an input.
  /// - Returns: What was found while reading. With a `readError` there is no file.
  public func write(
    toFile path: String, overwriting: Bool = false
  ) throws(HealthError) -> Answer.Report {
    try Answer.write(toFile: path, overwriting: overwriting, from: datasets) {
      (file) throws(HealthError) in try write(to: file, named: path)
    }
  }

  /// Reads the datasets and writes the report.
  ///
  /// - Parameter sink: Receives the text; is not finished.
  /// - Returns: What was found while reading. With a `readError` nothing was written.
  public func write(
    to sink: any ByteSink, named name: String
  ) throws(HealthError) -> Answer.Report {
    if datasets.isEmpty { throw HealthError(.usage, "there is nothing to read") }
    var answer = Answer(
      .statistics, of: try Dataset.ofOneParticipant(datasets, for: "a report"))
    (answer.selection, answer.onProgress) = (selection, onProgress)
    answer.allowsDifferentPeople = allowsDifferentPeople
    answer.plan.interval = .day
    answer.plan.isIntervalFirst = true
    (answer.plan.zone, answer.plan.priority) = (zone, priority)
    answer.checksPriority = checksPriority
    answer.countsWorkoutsOnce = true
    try answer.prepare()
    while true {
      let report = try write(answer, to: sink, named: name)
      if report.readError != nil || !answer.prepareNextReading(after: report) { return report }
    }
  }

  /// Writes nothing if the report has a `readError`, or the datasets have to be read again.
  private func write(
    _ answer: Answer, to sink: any ByteSink, named name: String
  ) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    var units = units
    let locale = try LocaleFormat.open(locale, choosing: &units)
    let text = ReportText(units.figures, locale) { [units] in units.figure($0) }
    let unmet = answer.makeUnmetConditions()
    var answer = answer
    // Selected or not, all records complete workouts; of several inputs those are read that no other has.
    let hasRecords = selection.isEmpty && !answer.isMerged
    var reading = try ReportReading(answer.plan, selection, text, hasRecords: hasRecords)
    try answer.read(into: &reading, unmet, &report)
    if !answer.isMerged, let zone = report.zoneChoice?.zone {
      report.hasAdoptedZone = reading.useZone(zone)
    }
    if report.readError != nil || answer.prepareNextReading(after: report) { return report }
    let infos = try answer.datasets.map { (dataset) throws(HealthError) in try dataset.info }
    report.selectionNotes = answer.notes(unmet, rows: reading.sampleCount)
    var builder = try reading.finish(&report)
    if !hasRecords {
      let incomplete = builder.incompleteWorkouts()
      if !incomplete.isEmpty { builder.complete(try answer.completed(incomplete, &report)) }
      if report.hasVersions { return report }
    }
    let zone = answer.plan.zone.name
    builder.quality.zone = zone == DayZone.record.name ? "that of each record" : zone
    builder.quality.exportDate = infos.compactMap(\.exportDate).max()
    builder.quality.birthDate = infos.lazy.compactMap { $0.stated(.dateOfBirth) }.first
    builder.quality.sex = infos.lazy.compactMap { $0.stated(.biologicalSex) }.first
      .map { $0.replacing("HKBiologicalSex", with: "").lowercased() }
    builder.quality.findings = report.findings.rules.map {
      .init(rule: $0.name, severity: $0.severity.rawValue, count: $0.count)
    }
    report.rows = 1
    report.zoneNote = answer.zoneNote(report)
    builder.quality.notes = report.notes
    var page = ReportPage(builder, isForDoctor: audience == .doctor, to: sink)
    do throws(HealthError) { try page.write() } catch { throw error.writing(name) }
    return report
  }
}

extension DatasetInfo {
  /// The value of a characteristic that the person did not leave open.
  fileprivate func stated(_ type: CharacteristicType) -> String? {
    characteristics.first { $0.type == type && $0.isSet }?.value
  }
}

extension FindingLog {
  /// The rules that had findings, with the locations of the first.
  var json: JSONText {
    .array(
      rules.map { rule in
        .object([
          ("rule", .string(rule.name)), ("severity", .string(rule.severity.rawValue)),
          ("count", .number(rule.count)),
          ("first", .array(rule.first.map { .string($0.description) })),
        ])
      })
  }
}

extension ReaderNotes {
  /// The members of a document for what an input contains in addition to samples.
  var json: [(String, JSONText)] {
    [
      (
        "memberships",
        .object([
          ("alsoTopLevel", .number(alsoTopLevelMembers)),
          ("nestedOnly", .number(nestedOnlyMembers)),
        ])
      ),
      (
        "unreadFiles",
        .object(unreadFiles.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
      ),
      ("comments", .number(comments)),
    ]
  }
}

extension [Loss.Count] {
  /// What an output cannot represent; losses that did not occur are left out.
  var json: JSONText {
    .array(
      filter { $0.count > 0 }.map {
        .object([
          ("loss", .string($0.loss.name)), ("count", .number($0.count)),
          ("explanation", .string($0.loss.explanation)),
        ])
      })
  }
}

extension ReportDocument {
  /// Reads the datasets and writes the tables of the report into a workbook, atomically: a sheet for each table that has rows,
  /// with all days and workouts.
  ///
  /// - Parameter overwriting: Whether a file that is there may be replaced; never an input.
  /// - Returns: The findings of reading. With a `readError` there is no file.
  public func writeTables(
    toFile path: String, overwriting: Bool = false
  ) throws(HealthError) -> Answer.Report {
    if datasets.isEmpty { throw HealthError(.usage, "there is nothing to read") }
    // They are read once for each table.
    let datasets = try Dataset.ofOneParticipant(datasets, for: "a report").map {
      (dataset) throws(HealthError) in
      dataset.isStream ? try dataset.rereadable() : dataset
    }
    return try Answer.write(toFile: path, overwriting: overwriting, from: datasets) {
      (file) throws(HealthError) in
      let workbook = AnswerWorkbook()
      var report: Answer.Report?
      for (name, answer) in tables(of: datasets) {
        let own = try answer.write(to: workbook, named: name)
        report = report.map { $0.adding(own) } ?? own
        if own.readError != nil { break }
      }
      do throws(HealthError) { try workbook.write(to: file) } catch {
        throw error.writing(path)
      }
      return report ?? Answer.Report()
    }
  }

  /// The answers that are tables of the report, with the names of their sheets.
  private func tables(of datasets: [Dataset]) -> [(name: String, answer: Answer)] {
    var tables = [
      Answer.Kind.summary, .summary, .sleep, .workouts, .bloodPressure, .cycles, .agreement,
    ]
    .map { (name: $0.rawValue, answer: Answer($0, of: datasets)) }
    tables[0].name = "days"
    tables[1].name = "months"
    tables[2].name = "nights"
    tables[1].answer.plan.interval = .month
    for index in tables.indices {
      tables[index].answer.selection = selection
      tables[index].answer.allowsDifferentPeople = allowsDifferentPeople
      (tables[index].answer.plan.zone, tables[index].answer.plan.priority) = (zone, priority)
      tables[index].answer.checksPriority = checksPriority
      tables[index].answer.units = units
      tables[index].answer.onProgress = onProgress
    }
    return tables
  }
}

extension Answer.Report {
  /// The report with what another answer about the same samples found.
  fileprivate func adding(_ other: Answer.Report) -> Answer.Report {
    var report = self
    report.rows += other.rows
    report.notes += other.notes.filter { !notes.contains($0) }
    report.readError = other.readError
    report.zoneNote = zoneNote ?? other.zoneNote
    return report
  }
}
