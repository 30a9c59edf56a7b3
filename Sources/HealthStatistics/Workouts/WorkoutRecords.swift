import HealthBytes
package import HealthModel

/// Completes the figures of workouts by the records in their time: exports before iOS 16 and other programs write workouts
/// without a heart rate, and records of the heart rate.
///
/// Only figures that a workout does not state are completed. Time in pauses does not exist: records that start in a pause,
/// but at the instant of its beginning, do not count for the heart rate, and of a distance or an energy only the share outside of pauses and within the workout
/// counts. All records of the heart rate count, weighted by time as in ``StatisticsCollector``, within the workout. Where
/// distances or energies of several sources overlap, those of the source of the workout count, else those of the source
/// with the highest priority. Records longer than a day are skipped.
///
/// No source states how a total is distributed over its time: an hour's share of the sum of a day is not what was measured in
/// that hour. So a distance or an energy of more than an hour counts only for a workout that contains it, and an aggregate of
/// an app does not count. Those that Apple's devices record last an hour at most.
///
/// Memory depends on the workouts only; the records in their time are sorted on the disk.
package struct WorkoutRecords: ~Copyable {
  private var workouts: [WorkoutFigures]
  private let priority: [String]
  private let times: [ActiveTime]
  /// The longest distance or energy of which a workout gets a share, in microseconds.
  private static let longestShared: Int64 = 3_600 * 1_000_000
  private let sharesLong: Bool
  private let index: WorkoutTimes
  private var links: WorkoutRecordLinks
  private var sorter: ExternalSorter
  private var buffer = ByteBuffer(capacity: 64)

  /// No records yet.
  ///
  /// - Parameters:
  ///   - workouts: Those that are incomplete (``WorkoutFigures/isIncomplete``).
  ///   - priority: The sources with the highest priority.
  ///   - sharesLong: Whether a workout gets a share of every distance and energy, however long it lasts.
  /// - Throws: `HealthError` when no temporary file can be made.
  package init(
    _ workouts: [WorkoutFigures], priority: [String], sharesLong: Bool = false
  ) throws(HealthError) {
    try self.init(workouts, priority, WorkoutRecordLinks(Self.types(for: workouts)), sharesLong)
  }

  init(
    _ workouts: [WorkoutFigures], _ priority: [String], _ links: WorkoutRecordLinks,
    _ sharesLong: Bool = false
  ) throws(HealthError) {
    self.sharesLong = sharesLong
    sorter = try ExternalSorter()
    times = workouts.map { ActiveTime($0) }
    // The last heart rate of a recording is at its end.
    index = WorkoutTimes(times, after: 1)
    (self.workouts, self.priority, self.links) = (workouts, priority, links)
  }

  /// The types of the records that some workouts need.
  package static func types(for workouts: [WorkoutFigures]) -> Set<QuantityType> {
    workouts.reduce(into: []) { types, workout in
      for figure in workout.missing {
        switch figure {
        case .distance: if let type = workout.distanceType { types.insert(type) }
        case .energy: types.insert(.activeEnergyBurned)
        case .heartRate: types.insert(.heartRate)
        }
      }
    }
  }

  /// Adds a sample; those of other types are skipped.
  ///
  /// - Throws: `HealthError` when the temporary file cannot be written.
  package mutating func add(_ sample: borrowing Sample) throws(HealthError) {
    if let record = links.record(of: sample) { try add(record) }
  }

  mutating func add(_ record: WorkoutRecord) throws(HealthError) {
    let (start, end) = (record.start, record.end)
    if index.isEmpty(from: start, to: end) { return }
    let (index, workouts, times) = (index, workouts, times)
    let (figure, type) = (record.figure, links.types[record.type])
    try index.forEach(from: start, to: end) { (workout) throws(HealthError) in
      guard workouts[workout].missing.contains(figure),
        figure != .distance || workouts[workout].distanceType == type
      else { return }
      let time = times[workout]
      let from = time.active(at: max(start, time.start))
      let to = time.active(at: min(end, time.end))
      var part = record.value
      if figure == .heartRate || start == end {
        // An instant at which the recording ends or pauses is its last; at the end of another part, it is of the next part.
        let isInstant = start == end
        guard start >= time.start, start < time.end || isInstant && workouts[workout].endsWorkout,
          !from.isPaused || isInstant && from.beginsPause
        else { return }
      } else {
        guard to.time > from.time,
          sharesLong || end - start <= Self.longestShared
            || start >= time.start && end <= time.end
        else { return }
        part = part.share(to.time - from.time, of: end - start)
      }
      try add(
        TimedValue(
          start: from.time, end: max(from.time, to.time), value: part, source: record.source,
          clock: 0), to: workout, figure)
    }
  }

  private mutating func add(
    _ entry: TimedValue, to workout: Int, _ figure: WorkoutFigures.Figure
  ) throws(HealthError) {
    buffer.removeAll()
    entry.append(to: &buffer)
    try buffer.withBytes { (bytes) throws(HealthError) in
      try sorter.add(TimedValue.key(workout * 3 + figure.index, entry.start), bytes)
    }
  }

  // MARK: The end

  /// Completes the workouts.
  ///
  /// - Returns: The workouts in their order, and the number of those left incomplete because more than 16 are at one time.
  /// - Throws: `HealthError` when the temporary file cannot be read, or too many records overlap.
  package consuming func finish() throws(HealthError) -> (
    workouts: [WorkoutFigures], skipped: Int
  ) {
    let ranks = WorkoutRanks(links.sources, priority)
    let skipped = index.skipped.count
    var workouts = workouts
    var records = try sorter.sorted()
    var group = try WorkoutRecordGroup()
    while try records.next() {
      let key = records.key
      let number = TimedValue.series(key)
      let entry = records.withBytes { TimedValue(key, $0) }
      if group.number != number {
        if let number = group.number { try group.finish(&workouts[number / 3]) }
        group.begin(number)
      }
      try group.add(entry, rank: ranks.rank(of: entry.source, in: workouts[number / 3]))
    }
    if let number = group.number { try group.finish(&workouts[number / 3]) }
    return (workouts, skipped)
  }
}

/// Which source counts where several measured a distance or an energy.
private struct WorkoutRanks {
  private let names: [String]
  private let ranks: [Int]

  init(_ sources: SourceTable, _ priority: [String]) {
    names = sources.entries.indices.map { sources.name(of: $0) }
    ranks = sources.ranks(sources.ordered(by: priority)).map { $0 + 1 }
  }

  /// 0 for the source of the workout.
  func rank(of source: Int, in workout: WorkoutFigures) -> Int {
    names[source] == workout.source ? 0 : ranks[source]
  }
}

/// The records that give one figure of one workout, in the order of time.
private struct WorkoutRecordGroup: ~Copyable {
  /// Three times the number of the workout and the number of the figure.
  private(set) var number: Int?
  private var figure = WorkoutFigures.Figure.distance
  private var table: PartialTable
  private var weights = WeightSweep(series: 0)
  private var coverage = CoverageSweep(series: 0, merges: true, covers: false)

  init() throws(HealthError) {
    var clocks = ClockTable(.record, nil, .standard)
    _ = clocks.clock(offset: 0, Metadata())
    table = try PartialTable(clocks)
    table.addSeries()
  }

  mutating func begin(_ number: Int) {
    self.number = number
    figure = WorkoutFigures.Figure.allCases[number % 3]
    weights = WeightSweep(series: 0)
    coverage = CoverageSweep(series: 0, merges: true, covers: false)
  }

  mutating func add(_ entry: TimedValue, rank: Int) throws(HealthError) {
    guard figure == .heartRate else { return try coverage.add(entry, rank: rank, to: &table) }
    let slot = try table.slot(0, 0, at: entry.start)
    table.partials[slot].count += 1
    table.partials[slot].sum.addSaturating(entry.value)
    table.partials[slot].maximum = max(table.partials[slot].maximum, entry.value)
    try weights.add(entry, to: &table)
  }

  mutating func finish(_ workout: inout WorkoutFigures) throws(HealthError) {
    try weights.finish(&table)
    try coverage.finish(&table)
    let slot = try table.slot(0, 0, at: 0)
    let partial = table.partials[slot]
    table.partials[slot] = Partial()
    func value(_ units: Int128) -> Double? { Double(ExactDecimal(scaled: units).description) }
    switch figure {
    case .distance: workout.distance = value(partial.sum)
    case .energy: workout.energy = value(partial.sum)
    case .heartRate:
      let average = StatisticsRow.average(of: partial, .discreteTemporallyWeighted)
      let maximum = value(partial.maximum)
      // Records that contradict a maximum that the workout states are of something else.
      if let stated = workout.maximumHeartRate, average > stated { return }
      workout.averageHeartRate = average
      workout.maximumHeartRate = workout.maximumHeartRate ?? maximum
    }
    workout.fromRecords.append(figure)
  }
}

extension WorkoutFigures.Figure {
  fileprivate var index: Int {
    switch self {
    case .distance: 0
    case .energy: 1
    case .heartRate: 2
    }
  }
}
