// An `Answer` reads datasets: it selects types and sources once for each descriptor, and dates and
// predicates for each sample. Several datasets are read as `Merge` reads them, by `MergeScan` and
// `MergePass`, so what overlapping exports have in common counts once. One dataset is read once, with a sorted list
// of the sync identifiers on the disk; if two samples share one, the result is discarded and the dataset is read as
// a merge; it is also read again if a nested sample was found at top level after it. `UnmetConditions` sees the descriptors of all samples, also of those without statistics. Each row is
// written when it is calculated, to the disk first if the dataset may have to be read again. Workouts that state no distance, energy or heart rate (65,536 at most) wait for a second
// reading of the input; a report keeps the records on the disk instead (`WorkoutRecordLog`). `WorkoutRecords` sorts the
// records in their time on the disk, at times without pauses, and `CoverageSweep` and `WeightSweep` calculate each figure
// of each workout.
//
// Figures are calculated in canonical units and converted when a row is written (`FigureUnit`), by the
// `UnitPreferences` that `convert` uses as well. Sums are exact in canonical units only. Store answers have
// canonical units.

public import HealthBytes
import HealthLocale
public import HealthStatistics
import HealthStore

/// A question about datasets that one table answers: statistics, nights of sleep, workouts, days.
///
/// ```swift
/// var answer = Answer(.statistics, of: [try .open("export.zip")])
/// answer.plan.interval = .day
/// let report = try answer.write(to: sink, named: "steps.csv", as: .csv)
/// ```
public struct Answer: InterruptibleWork {
  /// The table to calculate.
  public let kind: Kind
  /// The datasets. Samples that several of them have in common count once, as in a ``Merge``, and of samples with one sync
  /// identifier the highest version; several datasets are read twice, and one that has several versions of a sample.
  public internal(set) var datasets: [Dataset]
  /// Whether datasets are read as one although they state another date of birth, biological sex or blood type.
  public var allowsDifferentPeople = false
  /// Which samples are counted. Nested samples are selected on their own. Where rows are days or intervals, or
  /// belong to a day, the dates select rows: see `RowLimits`.
  public var selection = Selection()
  /// How statistics are calculated.
  public var plan = StatisticsPlan()
  /// The length of the splits of workouts; `nil` for miles if ``units`` has distances in miles, otherwise kilometers.
  public var split: SplitUnit?
  /// When nights of sleep begin, in seconds after midnight.
  public var nightBeginning = 18 * 3_600
  /// The period over which sleep is averaged; `nil` for a row for each night.
  public var sleepPeriod: SleepPeriod?
  /// How workouts are grouped for sums; `nil` for a row for each workout.
  public var workoutGrouping: WorkoutGrouping?
  /// Whether each text in the priority of sources has to match a source.
  public var checksPriority = false
  /// The row to explain: which data of each source count in it, which are hidden or excluded, and
  /// why. `nil` to write all rows, without explanations.
  public var explanation: RowName?
  /// The units of the figures; canonical units where it has no others. Times are always in minutes.
  public var units = UnitPreferences()
  /// The locale whose people read the answer, such as `en_GB`; `nil` for the plain form, which is the same everywhere. Without
  /// ``units``, its region decides the units. Only for text and Markdown.
  public var locale: String?
  /// The width of the terminal, where rows of text are to have bars if the answer is a series by interval; `nil` for none.
  public var barsWidth: Int?
  /// Additional columns of a series of statistics.
  public var series = SeriesOptions()
  /// The days of the week, or the hours of the day, that statistics are about; `nil` for intervals.
  public var pattern: Pattern?
  /// Whether statistics have a column for each type, and a row for each interval.
  public var isWide = false
  /// Whether statistics of one type have a row for each interval with its main figure, also for intervals without data.
  public var isChart = false
  /// How many intervals of a type may be in memory, where the course of the series is calculated.
  package var mostIntervals = 65_536
  /// The columns and rows to write, and their order.
  public var table = TableOptions()
  /// The zone that samples of the datasets name, if other questions may have found it.
  package var knownZone: KnownZone?
  /// The types that this kind of answer needs, so that a store reads no others; `nil` for all.
  var neededTypes: SamplePredicate.Form?
  /// How many workouts and pauses may be in memory.
  package var mostWorkouts = 65_536
  /// How many days with a summary of the activity may be in memory: some 800 bytes each.
  package var mostDays = 32_768
  /// Is called every few thousand samples with the progress of reading.
  public var onProgress: Conversion.Progress.Handler = { _ in }
  /// Whether the datasets are read as a merge of them.
  var isMerged: Bool
  /// Whether only the workout of the source with the highest priority counts, if several sources
  /// recorded it.
  var countsWorkoutsOnce: Bool
  /// Whether the zone is the one that samples name.
  private(set) var choosesZone = false
  /// The dates of the selection, after `prepare` has converted them to limits of rows.
  var rowDates: (since: DateBound?, until: DateBound?)
  /// The zone that samples name, if it was chosen.
  private var zoneChoice: ZoneChoice?

  /// An answer about all samples of datasets.
  public init(_ kind: Kind, of datasets: [Dataset]) {
    self.kind = kind
    self.datasets = datasets
    isMerged = datasets.count > 1
    countsWorkoutsOnce = kind == .workouts || kind == .splits || kind == .laps
    rowDates = (nil, nil)
  }

  /// Reads the datasets and writes the answer.
  ///
  /// - Parameter sink: Receives the answer; is not finished.
  public func write(
    to sink: any ByteSink, named name: String, as format: AnswerFormat
  ) throws(HealthError) -> Answer.Report {
    if datasets.isEmpty { throw HealthError(.usage, "there is nothing to read") }
    let isForSpreadsheet = format == .csv && table.isForSpreadsheet
    if locale != nil, !format.isForPeople, !isForSpreadsheet {
      throw HealthError(
        .usage, "cannot format \(format.rawValue) for a locale, expected text or markdown")
    }
    let groups = try Dataset.groups(datasets)
    if groups.contains(where: { $0.participant != nil }), groups.count > 1 || !isChart {
      return try write(groups, to: sink, named: name, as: format)
    }
    var answer = self
    answer.datasets = groups.flatMap(\.datasets)
    let locale = try LocaleFormat.open(locale, choosing: &answer.units)
    try answer.prepare()
    var spool: Spool?
    let report = try answer.readUntilKnown { (answer) throws(HealthError) in
      // The table may have to be discarded at the end, so it waits on the disk.
      spool = answer.readsOnce ? nil : try Spool()
      var output = AnswerOutput(
        spool ?? sink, name, format, barsIn: barsWidth, locale, table, title: kind.rawValue)
      output.participant = groups.first?.participant
      return try answer.write(to: output)
    }
    guard let spool else { return report }
    do throws(HealthError) { try spool.source().copy(to: sink) } catch {
      throw error.writing(name)
    }
    return report
  }

  // MARK: Readings

  /// Whether the rows are intervals or nights, which limits select as a whole.
  private var hasDayRows: Bool {
    switch kind {
    case .statistics, .sleep, .summary, .activity, .agreement, .bloodPressure, .cycles: true
    case .workouts, .splits, .laps, .ecg, .beats, .audiograms: false
    }
  }

  /// Whether the zone has an effect on more than the days of the first and the last sample.
  var dependsOnZone: Bool {
    hasDayRows
      && (kind != .statistics || plan.interval != nil || pattern != nil || selection.hasDates
        || hasLimits)
  }

  var hasDates: Bool { rowDates.since != nil || rowDates.until != nil }

  private var hasLimits: Bool { plan.limits != RowLimits() }

  /// Prepares reading: limits of rows, the members of correlations, the zone. Call it once.
  mutating func prepare() throws(HealthError) {
    if kind == .statistics {
      selection.types = selection.types.map { $0.includingMembers() }
    }
    if hasDayRows {
      plan.limits = RowLimits(since: selection.since?.limit, until: selection.until?.limit)
      rowDates = (selection.since, selection.until)
      (selection.since, selection.until) = (nil, nil)
    }
    if let explanation { try prepareExplanation(of: explanation) }
    // It may be read more than once.
    datasets = try datasets.map { (dataset) throws(HealthError) in
      try dataset.linkingMembers()
    }
    neededTypes = explanation == nil ? kind.neededTypes : nil
    guard hasDayRows, case .automatic = plan.zone else { return }
    // Dates that are read in a zone have its days, of which some have 23 or 25 hours.
    let zones = datasets.compactMap(\.options.zone)
    if let zone = zones.first, zones.allSatisfy({ $0.name == zone.name }) {
      plan.zone = .home(zone)
      return
    }
    choosesZone = true
    if let known = knownZone?.choice { return choose(known) }
    if datasets.allSatisfy(\.isStore) {
      let zones = NamedZones()
      for dataset in datasets { try zones.add(dataset) }
      knownZone?.choice = .some(zones.choice)
      choose(zones.choice)
    }
  }

  private mutating func choose(_ choice: ZoneChoice?) {
    zoneChoice = choice
    plan.zone = choice.map { .home($0.zone) } ?? .record
  }

  /// Whether the zone that samples name is to be found while they are read.
  var findsZone: Bool { if choosesZone, case .automatic = plan.zone { true } else { false } }

  /// Whether the datasets are not read again, whatever this reading finds.
  private var readsOnce: Bool {
    !(findsZone && dependsOnZone) && (isMerged || datasets[0].isStore && !countsWorkoutsOnce)
  }

  /// Takes from a report what the next reading needs: the zone that samples name, that there are several versions of them,
  /// and which nested ones are also at top level.
  ///
  /// - Returns: Whether the datasets have to be read again.
  mutating func prepareNextReading(after report: Answer.Report) -> Bool {
    var isAgain = false
    if findsZone {
      if report.readError == nil { knownZone?.choice = .some(report.zoneChoice) }
      choose(report.zoneChoice)
      isAgain = zoneChoice != nil && dependsOnZone && !report.hasAdoptedZone
    }
    if report.hasVersions || report.hasSameWorkouts {
      isMerged = true
      isAgain = true
    }
    return isAgain || report.hasLateMembers
  }

  /// How days were counted, if that was not requested.
  func zoneNote(_ report: Answer.Report) -> ZoneNote? {
    guard choosesZone, report.rows > 0 else { return nil }
    // A policy that writes the local clock has dropped the zones: another one would move days.
    if datasets.contains(where: { $0.release?.policy.settings.clock == .local }) { return nil }
    if let zoneChoice {
      return .named(zoneChoice.zone.name, samples: zoneChoice.count, of: zoneChoice.named)
    }
    return report.hasOneOffset && dependsOnZone ? .oneOffset : nil
  }

  /// Reads the datasets and passes the answer to a printer that stores its rows: `begin` may be called a second time, for
  /// the same answer from its beginning.
  ///
  /// - Throws: `HealthError` of code `.usage` also for several participants: their rows would be added up.
  package func write(to printer: any AnswerPrinter) throws(HealthError) -> Answer.Report {
    var answer = self
    answer.datasets = try Dataset.ofOneParticipant(datasets, for: "this answer")
    try answer.prepare()
    return try answer.readUntilKnown { (answer) throws(HealthError) in
      try answer.write(to: AnswerOutput(to: printer))
    }
  }

  /// Reads the datasets and adds the answer to a workbook as a sheet, if it has rows.
  func write(
    to workbook: AnswerWorkbook, named title: String
  ) throws(HealthError) -> Answer.Report {
    var answer = self
    answer.datasets = try Dataset.ofOneParticipant(datasets, for: "this answer")
    try answer.prepare()
    let count = workbook.count
    let report = try answer.readUntilKnown { (answer) throws(HealthError) in
      workbook.keep(count)
      return try answer.write(to: AnswerOutput(to: workbook, named: title))
    }
    if report.rows == 0 { workbook.keep(count) }
    return report
  }

  /// Repeats reading and writing until a reading finds nothing that requires another one.
  private mutating func readUntilKnown(
    _ write: (Answer) throws(HealthError) -> Answer.Report
  ) throws(HealthError) -> Answer.Report {
    while true {
      var report = try write(self)
      if prepareNextReading(after: report) { continue }
      report.zoneNote = zoneNote(report)
      return report
    }
  }

  private func write(to output: AnswerOutput) throws(HealthError) -> Answer.Report {
    var output = output
    var report = try writeTable(to: &output)
    report.leftOutRows = output.leftOut
    (report.hiddenColumns, report.cutColumns) = (output.hiddenColumns, output.cutColumns)
    if output.rows == 0, report.readError == nil, report.notes.isEmpty,
      report.selectionNotes.isEmpty
    {
      report.notes.append("there are no rows: the input has no \(kind.subject)")
    }
    return report
  }

  private func writeTable(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    if explanation != nil, kind != .sleep { return try writeExplanation(to: &output) }
    switch kind {
    case .statistics: return try writeStatistics(to: &output)
    case .sleep: return try writeSleep(to: &output)
    case .workouts: return try writeWorkouts(to: &output)
    case .splits: return try writeSplits(to: &output)
    case .summary: return try writeSummary(to: &output)
    case .activity: return try writeActivity(to: &output)
    case .agreement: return try writeAgreement(to: &output)
    case .laps: return try writeLaps(to: &output)
    case .bloodPressure: return try writeBloodPressure(to: &output)
    case .cycles: return try writeCycles(to: &output)
    case .ecg: return try writeElectrocardiograms(to: &output)
    case .beats: return try writeBeats(to: &output)
    case .audiograms: return try writeAudiograms(to: &output)
    }
  }
}
