// A store has tables for answers (`StoreTable.answers`), since SQL cannot merge sources and has no exact sums.
// `StoreAnswers` fills them on request, in one transaction, with the number of the store's next change. Their views
// compare it with the current number, so they never show an answer of an earlier state. `Conversion` and `delete`
// call `StoreAnswers.update`.

public import HealthStatistics
public import HealthStore

/// Answers that a store holds for users of SQL: the tables of its views `daily`, `steps_by_day`,
/// `sleep_by_night` and `workouts_completed`.
///
/// They are calculated from all samples of the store by the same code as ``Answer``. While a store has answers, every
/// conversion, merge and deletion of this library that changes the store through ``Conversion``, ``Merge`` or
/// ``update(_:)`` calculates them again. Changes by other code do not update them, and the views then have no rows.
public struct StoreAnswers: InterruptibleWork {
  /// The clock by which days begin.
  public var zone = DayZone.automatic
  /// The sources with the highest priority.
  public var priority: [String] = []
  /// Whether each text in the priority of sources has to match a source.
  public var checksPriority = false
  /// Is called every few thousand samples with the progress of reading.
  public var onProgress: Conversion.Progress.Handler = { _ in }

  /// How many rows were saved.
  public struct Report: Sendable {
    /// Rows of days and types.
    public internal(set) var days = 0
    /// Rows of nights.
    public internal(set) var nights = 0
    /// Rows of workouts.
    public internal(set) var workouts = 0
    /// Samples that are in no row, and why, in words.
    public internal(set) var notes: [String] = []
    /// How days were counted, if no zone was requested.
    public internal(set) var zoneNote: Answer.ZoneNote?
  }

  /// Answers by the zone that samples name.
  public init() {}

  /// Calculates the answers of a store and saves them in it.
  public func save(in path: String) throws(HealthError) -> Report {
    try save(in: Self.open(path, for: .writing), Dataset.open(path))
  }

  /// Removes the answers of a store.
  public static func remove(from path: String) throws(HealthError) {
    let store = try open(path, for: .writing)
    try store.replaceAnswers(nil) { nil }
  }

  /// Calculates the answers of a store again, if it has answers and they are of an earlier state.
  public static func update(_ path: String) throws(HealthError) {
    try update(StoreKind.open(path, for: .writing), at: path)
  }

  /// The same of a store that is open.
  ///
  /// - Parameter store: The store. One without tables for answers has none.
  public static func update(_ store: any SampleStore, at path: String) throws(HealthError) {
    guard let store = ((store as? HealthStore)?.base ?? store) as? any AnswerStore else { return }
    let state: AnswerState?
    let anchor: StoreAnchor
    do throws(HealthError) { (state, anchor) = (try store.answerState(), try store.anchor()) } catch
    {
      throw error
    }
    guard let state, state.anchor != anchor else { return }
    var answers = StoreAnswers()
    answers.zone = try DayZone(storedAs: state.zone)
    answers.priority = state.priority
    _ = try answers.save(in: store, Dataset.open(path))
  }

  /// Calculates the answers again of what was written to, if that is a store with answers. What was written is complete
  /// then, so an error is no error of the writing.
  ///
  /// - Returns: Why the answers are of an earlier state, if they are.
  static func update(
    _ path: String, of format: Format, _ options: WriteOptions
  ) -> HealthError? {
    let isStore = StoreKind.all.contains { $0.format.name == format.name }
    guard isStore, options.layout == nil || options.layout == format.layouts.first?.name else {
      return nil
    }
    do throws(HealthError) { try update(path) } catch { return error }
    return nil
  }

  private static func open(
    _ path: String, for access: StoreKind.Access
  ) throws(HealthError) -> any AnswerStore {
    let store = try StoreKind.open(path, for: access)
    guard let store = store as? any AnswerStore else {
      throw HealthError(.unsupported, "'\(store.name)' has no tables for answers")
    }
    return store
  }

  private func save(
    in store: any AnswerStore, _ dataset: Dataset
  ) throws(HealthError) -> Report {
    guard try store.info().participantIDs.count < 2 else {
      throw HealthError(
        .unsupported,
        "'\(store.name)' has several participants; its tables of answers have no column for them")
    }
    let anchor = try store.anchor()
    var answer = Answer(.statistics, of: [dataset])
    answer.plan.interval = .day
    answer.plan.isIntervalFirst = true
    (answer.plan.zone, answer.plan.priority) = (zone, priority)
    (answer.onProgress, answer.checksPriority) = (onProgress, checksPriority)
    try answer.prepare()
    var read = Answer.Report()
    var collector = try DaysAndNights(answer.plan)
    try answer.read(into: &collector, answer.makeUnmetConditions(), &read)
    if let error = read.readError { throw error }
    var rows = try collector.finish()
    let workouts = try workouts(of: dataset, &read)
    read.add(rows.days.summary)
    read.add(rows.nights)
    var report = Report()
    report.notes = read.notes
    read.rows = 1
    report.zoneNote = answer.zoneNote(read)
    let state = AnswerState(
      zone: answer.plan.zone.storedName(isAutomatic: answer.choosesZone), priority: priority,
      sources: rows.days.summary.sources.joined(separator: ", "), anchor: anchor)
    try store.replaceAnswers(state) { () throws(HealthError) in
      do throws(HealthError) {
        if let row = try rows.days.next() {
          report.days += 1
          return AnswerRow(table: 0, Self.values(row))
        }
        if let night = try rows.nights.next() {
          report.nights += 1
          return AnswerRow(table: 1, Self.values(night))
        }
        guard report.workouts < workouts.count else { return nil }
        report.workouts += 1
        return AnswerRow(table: 2, Self.values(workouts[report.workouts - 1]))
      } catch { throw HealthError(.failed, store.name, error.description, cause: error) }
    }
    return report
  }

  /// The workouts, 65,536 at most.
  private func workouts(
    of dataset: Dataset, _ read: inout Answer.Report
  ) throws(HealthError) -> [WorkoutFigures] {
    var answer = Answer(.workouts, of: [dataset])
    answer.selection.types = [TypePattern(unchecked: SampleKind.workout.rawValue)]
    answer.plan.priority = priority
    var list = WorkoutList(most: answer.mostWorkouts)
    let before = read
    try answer.readWorkouts(into: &list, answer.makeUnmetConditions(), &read)
    if read.hasSameWorkouts {
      (answer.isMerged, list, read) = (true, WorkoutList(most: answer.mostWorkouts), before)
      try answer.readWorkouts(into: &list, answer.makeUnmetConditions(), &read)
    }
    if let error = read.readError { throw error }
    let left = list.rows - list.workouts.count
    if left > 0 { read.notes.append("\(left.grouped) workouts not saved: there are too many") }
    return list.workouts
  }

  /// Keeps workouts in memory, up to a limit.
  private struct WorkoutList: WorkoutOutput {
    let most: Int
    private(set) var workouts: [WorkoutFigures] = []
    private(set) var rows = 0

    init(most: Int) { self.most = most }

    mutating func write(_ figures: WorkoutFigures) throws(HealthError) {
      rows += 1
      if workouts.count < most { workouts.append(figures) }
    }
  }

  private static func values(_ workout: WorkoutFigures) -> [StoreValue] {
    func real(_ number: Double?) -> StoreValue { number.map { .real($0) } ?? .null }
    return [
      .text(workout.start.text(.iso8601).description), .text(workout.activity),
      .real(workout.minutes), real(workout.distance), real(workout.energy),
      real(workout.averageHeartRate), real(workout.maximumHeartRate), real(workout.elevation),
      .text(workout.source), workout.completedNames.map { .text($0) } ?? .null,
    ]
  }

  private static let percent = FigureUnit(.percent)

  private static func values(_ row: StatisticsRow) -> [StoreValue] {
    let percent = row.type.unit == percent.unit.description ? percent : nil
    func real(_ number: ExactDecimal?) -> StoreValue {
      // By its text: the nearest number, which is what every program reads from the text of an answer.
      (percent?.value(number) ?? number.map { .number($0.description) })?.double
        .map { .real($0) } ?? .null
    }
    func real(_ number: Double?) -> StoreValue {
      number.map { .real(percent?($0) ?? $0) } ?? .null
    }
    return [
      .text(row.interval ?? ""), .text(row.type.identifier),
      row.type.value.map { .text($0.name) } ?? .null, row.type.unit.map { .text($0) } ?? .null,
      .integer(Int64(row.count)), real(row.sum),
      real(row.average), real(row.minimum), real(row.maximum), real(row.mostRecent),
      real(row.duration.map { $0 / 60 }),
    ]
  }

  private static func values(_ night: SleepNight) -> [StoreValue] {
    func text(_ text: String?) -> StoreValue { text.map { .text($0) } ?? .null }
    return [
      .text(night.date), text(night.start?.text(.iso8601).description),
      text(night.end?.text(.iso8601).description),
    ]
      + [
        night.inBed, night.asleep, night.core, night.deep, night.rem, night.unspecified,
        night.awake, night.naps,
      ].map { $0.map { .real($0 / 60) } ?? .null }
      + [night.efficiency.map { .real($0) } ?? .null, text(night.source)]
  }
}

extension DayZone {
  private static let automaticSuffix = " (automatic)"

  /// The name that a store saves; it reads back as the choice, not only as what was chosen.
  fileprivate func storedName(isAutomatic: Bool) -> String {
    name + (isAutomatic ? Self.automaticSuffix : "")
  }

  fileprivate init(storedAs text: String) throws(HealthError) {
    if text.hasSuffix(Self.automaticSuffix) {
      self = .automatic
    } else {
      self = text == Self.record.name ? .record : .zone(try Zone.named(text))
    }
  }
}

/// Calculates statistics and nights of sleep of the same samples in one pass.
struct DaysAndNights: SampleConsumer, ~Copyable {
  private var days: StatisticsCollector
  private var nights: SleepCollector

  /// Both, by the clock and the sources of a plan.
  init(_ plan: StatisticsPlan) throws(HealthError) {
    let nights = try SleepCollector(
      zone: plan.zone, priority: plan.priority, limits: plan.limits)
    days = try StatisticsCollector(plan)
    self.nights = nights
  }

  @inline(__always)
  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    try days.consume(sample)
    try nights.consume(sample)
  }

  /// The results, to be read after all samples were added.
  struct Rows: ~Copyable {
    var days: StatisticsRows
    var nights: SleepNights
  }

  consuming func finish() throws(HealthError) -> Rows {
    Rows(days: try days.finish(), nights: try nights.finish())
  }
}
