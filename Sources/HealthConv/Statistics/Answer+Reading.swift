import HealthBytes
import HealthModel
import HealthStatistics
import HealthStore

extension Answer {
  /// Which conditions of the selection on types and sources some sample has met.
  func makeUnmetConditions() -> UnmetConditions {
    UnmetConditions(
      selection, priority: checksPriority ? plan.priority : [],
      findsStatistics: kind == .statistics)
  }

  /// Passes a consumer every sample within the dates that meets the predicate, nested ones on their own; the consumer selects
  /// types and sources. Of several datasets, those that they have in
  /// common come once. Of one dataset, `report.hasVersions` is set if it has several versions of a sample, or aggregates of one time or
  /// equal samples in several files: then all came; and `report.hasLateMembers` if nested samples came that are also at top level.
  func read<Consumer: SampleConsumer & ~Copyable>(
    into consumer: inout Consumer, _ unmet: UnmetConditions, _ report: inout Answer.Report
  ) throws(HealthError) {
    let people = PeopleCheck(allowsDifferentPeople: allowsDifferentPeople)
    if isMerged { return try readMerged(into: &consumer, people, unmet, &report) }
    let zones = findsZone ? NamedZones() : nil
    var query = selection.query
    query.predicate = SamplePredicate(
      .and([query.predicate.form] + [neededTypes].compactMap { $0 } + neededDates))
    var samples = try DatasetSequence(datasets.map { $0.selecting(query) }, people)
    // A store has one version of each sample.
    let countsVersions = !datasets[0].isStore
    var test = SelectionTest(selection, unmet, zones, countsVersions: countsVersions)
    if isGroupingWorkouts {
      test.sameWorkouts = SameWorkoutFinder(.sources(SourcePriority(plan.priority)))
    }
    let countsShared = countsVersions && datasets[0].hasSeveralFiles
    if countsShared { test.shared = SharedSampleFinder() }
    var ticks = ProgressTicks()
    try samples.readAll { (samples, _) throws(HealthError) in
      while let sample = samples.next(storingErrorIn: &report.readError) {
        try test.pass(sample, to: &consumer)
        if countsVersions, AggregateFinder.isAggregate(sample) {
          try test.addAggregate(sample, of: samples.place.file)
        }
        if countsShared { try test.shared?.add(sample, of: samples.place.file) }
        if ticks.isDue(after: sample) {
          report.findings.add(samples.takeFindings())
          try ticks.report(samples.progress, to: onProgress)
        }
      }
      return report.readError == nil
    }
    report.findings.add(samples.takeFindings())
    try finish(unmet, zones, &report)
    let replaced = try test.takeReplacedAggregates()
    let shared = try test.takeShared()
    report.hasVersions = try test.takeLowerVersions() + replaced + shared > 0
    report.hasSameWorkouts = try test.takeSameWorkouts() > 0
    if try datasets.finishMemberSearch() { report.hasLateMembers = true }
  }

  /// Dates that a store must return. A row extends less than three days beyond a limit in any time zone. A series needs the
  /// rows before, an explanation the excluded samples: then all dates.
  private var neededDates: [SamplePredicate.Form] {
    guard series.isEmpty, explanation == nil, kind != .cycles else { return [] }
    func bound(_ date: DateBound, days: Int64) -> DateBound {
      DateBound(date.timestamp.shifted(by: days * 86_400))
    }
    return [
      rowDates.since.map { .end(.greaterOrEqual, bound($0, days: -3)) },
      rowDates.until.map { .start(.less, bound($0, days: 3)) },
    ].compactMap { $0 }
  }

  /// Whether a workout that several sources recorded counts once; not if all samples of all sources count.
  private var isGroupingWorkouts: Bool {
    countsWorkoutsOnce && (plan.sources == .priority || plan.sources == .max)
  }

  private func finish(
    _ unmet: UnmetConditions, _ zones: NamedZones?, _ report: inout Answer.Report
  ) throws(HealthError) {
    report.zoneChoice = zones?.choice
    guard report.readError == nil else { return }
    for dataset in datasets { unmet.removeThoseMet(in: dataset) }
    try unmet.checkPriority()
  }

  /// Reads the datasets as if they were merged (``Merge``): twice, of which the first time finds what they have in
  /// common and the versions of samples. An error ends reading, and so does a zone that the consumer does not have yet.
  private func readMerged<Consumer: SampleConsumer & ~Copyable>(
    into consumer: inout Consumer, _ people: PeopleCheck, _ unmet: UnmetConditions,
    _ report: inout Answer.Report
  ) throws(HealthError) {
    let datasets = try datasets.map { (dataset) throws(HealthError) in
      try dataset.rereadable().selecting(selection.query)
    }
    var zones = findsZone ? NamedZones() : nil
    var scan = try scan(datasets, people, unmet, zones)
    while try datasets.finishMemberSearch() {
      zones = findsZone ? NamedZones() : nil
      scan = try self.scan(datasets, people, unmet, zones)
    }
    var merge = scan.report
    report.readError = scan.readError
    if let found = try scan.sources?.renamed() {
      report.notes.append(
        "the source '\(found.new.printableName)' has the samples of '\(found.old.printableName)' in '\(found.dataset)': it "
          + "seems to be renamed, and what both have counts twice; merge the inputs first, with the two as one source"
      )
    }
    let decision = try scan.finish(&merge)
    report.findings = merge.findings
    if dependsOnZone, zones?.choice != nil {
      report.zoneChoice = zones?.choice
      return
    }
    report.note(
      common: decision.unwantedCount, inputs: datasets.count,
      hasFiles: datasets.contains(where: \.hasSeveralFiles))
    report.note(replacedAggregates: merge.replacedAggregates)
    report.note(sameWorkouts: merge.sameWorkouts, leftOut: merge.sameWorkoutsLeftOut)
    var pass = MergePass(datasets, selection, decision, onProgress)
    var test = SelectionTest(selection, unmet, nil)
    while let (sample, isWanted) = pass.nextDecided() {
      if isWanted {
        try test.pass(sample, to: &consumer)
      } else {
        test.giveRepeated(sample, to: &consumer)
      }
    }
    // The second reading ends at the same sample with the same error; any other is thrown.
    if let error = pass.error, error != report.readError {
      throw error
    }
    try finish(unmet, zones, &report)
  }

  private func scan(
    _ datasets: [Dataset], _ people: PeopleCheck, _ unmet: UnmetConditions, _ zones: NamedZones?
  ) throws(HealthError) -> MergeScan {
    var scan = try MergeScan(.newest, people)
    scan.sources = RenamedSourceCheck()
    if isGroupingWorkouts {
      scan.sameWorkouts = SameWorkoutFinder(.sources(SourcePriority(plan.priority)))
    }
    for (index, dataset) in datasets.enumerated() where scan.readError == nil {
      try scan.read(dataset, selection, unmet, dataset.isStore ? nil : zones) { [onProgress] in
        try onProgress($0.inPass(index + 1, of: 2 * datasets.count))
      }
      if dataset.isStore { try zones?.add(dataset) }
    }
    return scan
  }
}

/// The conditions of a selection that depend on each sample: dates and the predicate.
private struct SelectionTest: ~Copyable {
  private let selection: Selection
  private let hasDates: Bool
  private var matcher: SampleMatcher?
  private let unmet: UnmetConditions
  private let zones: NamedZones?
  private let countsVersions: Bool
  private var versions = SyncIdentifierCount()
  /// Finds workouts that several sources recorded, if that is wanted.
  var sameWorkouts: SameWorkoutFinder?
  private var workouts: UInt64 = 0
  /// Finds samples that several files of the input have, if there may be some.
  var shared: SharedSampleFinder?
  private var aggregates: AggregateFinder?
  private var aggregateCount: UInt64 = 0
  private var descriptors = DescriptorTable<Bool>()
  /// The descriptors that the conditions have seen.
  private var seen = DescriptorTable<Void>()

  init(
    _ selection: Selection, _ unmet: UnmetConditions, _ zones: NamedZones?,
    countsVersions: Bool = false
  ) {
    (self.unmet, self.zones, self.countsVersions) = (unmet, zones, countsVersions)
    self.selection = selection
    hasDates = selection.hasDates
    if selection.predicate != .all { matcher = SampleMatcher(selection.predicate) }
  }

  /// Passes a consumer the sample and those nested in it that are within the dates and meet the predicate.
  @inline(__always)
  mutating func pass<Consumer: SampleConsumer & ~Copyable>(
    _ sample: Sample, to consumer: inout Consumer
  ) throws(HealthError) {
    zones?.add(sample)
    if !unmet.areMet { record(sample) }
    if sample.canHoldSamples {
      for nested in sample.nestedSamples(where: { !$0.canHoldSamples })
      where meetsConditions(nested) {
        try consumer.consume(nested)
      }
    }
    if meetsConditions(sample) {
      if countsVersions, sample.syncVersion != nil, selectsDescriptor(of: sample) {
        try versions.add(sample)
      }
      if sameWorkouts != nil, case .workout(let workout) = copy sample,
        selectsDescriptor(of: sample)
      {
        try sameWorkouts?.add(workout, at: SortKey(high: 0, low: workouts))
        workouts += 1
      }
      try consumer.consume(sample)
    }
  }

  /// Passes a consumer a sample that the inputs contain more than once, if it is selected.
  mutating func giveRepeated<Consumer: SampleConsumer & ~Copyable>(
    _ sample: Sample, to consumer: inout Consumer
  ) {
    if sample.canHoldSamples {
      for nested in sample.nestedSamples(where: { !$0.canHoldSamples })
      where meetsConditions(nested) {
        consumer.consumeRepeated(nested)
      }
    }
    if meetsConditions(sample) { consumer.consumeRepeated(sample) }
  }

  /// Shows the conditions the descriptors of a sample and of those nested in it.
  @inline(never)
  private mutating func record(_ sample: Sample) {
    if sample.canHoldSamples { for member in sample.members { record(member.sample) } }
    guard let descriptor = sample.descriptor else { return }
    if seen.isLarge { _ = seen.takeEntries() }
    _ = seen.index(of: descriptor, kind: sample.kind) { [unmet] in unmet.note($0, kind: $1) }
  }

  /// Adds an aggregate, if it is selected.
  @inline(never)
  mutating func addAggregate(_ sample: Sample, of file: String) throws(HealthError) {
    guard meetsConditions(sample), selectsDescriptor(of: sample) else { return }
    if aggregates == nil { aggregates = AggregateFinder() }
    try aggregates?.add(sample, at: SortKey(high: 0, low: aggregateCount), of: file)
    aggregateCount += 1
  }

  /// How many aggregates do not count, since others of their time do.
  mutating func takeReplacedAggregates() throws(HealthError) -> Int {
    guard let finder = aggregates.take() else { return 0 }
    guard let replaced = try finder.replaced() else { return 0 }
    return replaced.count
  }

  /// How many samples several files of the input have.
  mutating func takeShared() throws(HealthError) -> Int {
    guard let finder = shared.take() else { return 0 }
    guard let shared = try finder.shared() else { return 0 }
    return shared.count
  }

  /// How many workouts are those of several sources.
  mutating func takeSameWorkouts() throws(HealthError) -> Int {
    guard let finder = sameWorkouts.take() else { return 0 }
    return try finder.groups(DatasetInfo()).counts.severalSources
  }

  /// How many of the added samples are versions of another one.
  mutating func takeLowerVersions() throws(HealthError) -> Int { try versions.takeRepeated() }

  private mutating func selectsDescriptor(of sample: Sample) -> Bool {
    guard let descriptor = sample.descriptor else { return false }
    if descriptors.isLarge { _ = descriptors.takeEntries() }
    let index = descriptors.index(of: descriptor, kind: sample.kind) { [selection] in
      selection.selects($0, kind: $1)
    }
    return descriptors[index]
  }

  @inline(__always)
  private mutating func meetsConditions(_ sample: borrowing Sample) -> Bool {
    if hasDates, let start = sample.start, !selection.selects(start: start) { return false }
    return matcher == nil || matcher?.matches(sample) == true
  }
}

extension DateBound {
  var limit: RowLimits.Limit {
    let time = timestamp.secondsSince1970
    let microseconds = time &* 1_000_000 &+ Int64(timestamp.nanoseconds) / 1_000
    return switch form {
    case .day: .day(time / 86_400)
    case .clock: .clock(microseconds)
    case .instant: .instant(microseconds)
    }
  }
}

/// A type that receives samples one after another.
protocol SampleConsumer: ~Copyable {
  mutating func consume(_ sample: borrowing Sample) throws(HealthError)
  /// Adds a sample that does not count, because the inputs contain it, or another version of it, more than once.
  mutating func consumeRepeated(_ sample: borrowing Sample)
}

extension SampleConsumer where Self: ~Copyable {
  mutating func consumeRepeated(_ sample: borrowing Sample) {}
}

extension StatisticsCollector: SampleConsumer {
  /// `Answer.read` passes nested samples separately, so a correlation or workout itself adds nothing.
  @inline(__always)
  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    if !sample.canHoldSamples { try add(sample) }
  }

  mutating func consumeRepeated(_ sample: borrowing Sample) { addRepeated(sample) }
}

extension SleepCollector: SampleConsumer {
  mutating func consume(_ sample: borrowing Sample) throws(HealthError) { try add(sample) }
}
