import HealthStatistics
import HealthStore

/// Takes samples one after another.
protocol SampleConsumer: ~Copyable {
  mutating func consume(_ sample: borrowing Sample) throws(StatisticsError)
}

extension StatisticsCollector: SampleConsumer {
  /// Nested samples come on their own: of what holds them there is nothing to add.
  @inline(__always)
  mutating func consume(_ sample: borrowing Sample) throws(StatisticsError) {
    if !sample.canHoldSamples { try add(sample) }
  }
}

extension SleepCollector: SampleConsumer {
  mutating func consume(_ sample: borrowing Sample) throws(StatisticsError) { try add(sample) }
}

extension Answer {
  /// Which conditions of the selection on types and sources some sample has met.
  func makeUnmetConditions() -> UnmetConditions { UnmetConditions(selection) }

  /// Gives a consumer every sample that is selected, nested ones on their own. Of several datasets, those that they have in
  /// common come once. Of one dataset, `report.hasVersions` is set if it has several versions of a sample: then all came.
  func read<Consumer: SampleConsumer & ~Copyable>(
    into consumer: inout Consumer, _ unmet: UnmetConditions, _ report: inout Answer.Report
  ) throws(ConversionError) {
    if isMerged { return try readMerged(into: &consumer, unmet, &report) }
    var samples = try DatasetSequence(datasets.map { $0.selecting(selection.query) })
    // A store has one version of each sample.
    var test = SelectionTest(selection, countsVersions: !datasets[0].isStore)
    var ticks = ProgressTicks()
    try samples.readAll { (samples, _) throws(ConversionError) in
      while let sample = samples.next(orNoting: &report.readError) {
        try test.give(sample, to: &consumer)
        if ticks.isDue(after: sample) {
          report.findings.add(samples.takeFindings())
          try Conversion.Progress(bytes: samples.progress, samples: ticks.samples)
            .report(to: onProgress)
        }
      }
      return report.readError == nil
    }
    report.findings.add(samples.takeFindings())
    if report.readError == nil { for dataset in datasets { unmet.removeThoseMet(in: dataset) } }
    let lower = try onDisk { () throws(ByteError) in try test.takeLowerVersions() }
    if datasets[0].isStream {
      report.noteVersions(lower, of: datasets[0])
    } else {
      report.hasVersions = lower > 0
    }
  }

  /// Reads the datasets as if they were merged (``Merge``): twice, of which the first time finds what they have in
  /// common and the versions of samples. An error ends reading.
  private func readMerged<Consumer: SampleConsumer & ~Copyable>(
    into consumer: inout Consumer, _ unmet: UnmetConditions, _ report: inout Answer.Report
  ) throws(ConversionError) {
    let datasets = try datasets.map { (dataset) throws(ConversionError) in
      try dataset.rereadable().selecting(selection.query)
    }
    var scan = try MergeScan(.first, PeopleCheck(allowsDifferentPeople: true))
    for (index, dataset) in datasets.enumerated() where scan.readError == nil {
      try scan.read(dataset, selection, unmet) { [onProgress] in
        try onProgress($0.inPass(index + 1, of: 2 * datasets.count))
      }
    }
    var merge = scan.report
    report.readError = scan.readError
    let decision: MergeDecision
    do throws(ByteError) { decision = try scan.finish(&merge) } catch {
      throw ConversionError(temporary: error)
    }
    report.findings = merge.findings
    report.note(common: decision.unwantedCount, inputs: datasets.count)
    var pass = MergePass(datasets, selection, decision, onProgress)
    var test = SelectionTest(selection)
    while let sample = pass.next() { try test.give(sample, to: &consumer) }
    // The error that ended the first time ends the second at the same sample.
    if let error = pass.error, report.readError == nil || !(error.cause is FormatError) {
      throw error
    }
    if report.readError == nil { for dataset in datasets { unmet.removeThoseMet(in: dataset) } }
  }
}

/// The conditions of a selection that depend on each sample: dates and the predicate.
private struct SelectionTest: ~Copyable {
  private let selection: Selection
  private let hasDates: Bool
  private var matcher: SampleMatcher?
  private let countsVersions: Bool
  private var versions = SyncIdentifierCount()
  private var descriptors = DescriptorTable<Bool>()

  init(_ selection: Selection, countsVersions: Bool = false) {
    self.countsVersions = countsVersions
    self.selection = selection
    hasDates = selection.hasDates
    if selection.predicate != .all { matcher = SampleMatcher(selection.predicate) }
  }

  /// Gives a consumer the sample, if it is selected, and those nested in it that are.
  @inline(__always)
  mutating func give<Consumer: SampleConsumer & ~Copyable>(
    _ sample: Sample, to consumer: inout Consumer
  ) throws(ConversionError) {
    if sample.canHoldSamples {
      for nested in sample.nestedSamples(where: { !$0.canHoldSamples }) where selects(nested) {
        try calculating { () throws(StatisticsError) in try consumer.consume(nested) }
      }
    }
    if selects(sample) {
      if countsVersions, sample.syncVersion != nil, selectsDescriptor(of: sample) {
        try onDisk { () throws(ByteError) in try versions.add(sample) }
      }
      do throws(StatisticsError) { try consumer.consume(sample) } catch {
        throw ConversionError(error)
      }
    }
  }

  /// How many samples that were given are versions of another one.
  mutating func takeLowerVersions() throws(ByteError) -> Int { try versions.takeRepeated() }

  private mutating func selectsDescriptor(of sample: Sample) -> Bool {
    guard let descriptor = sample.descriptor else { return false }
    if descriptors.isLarge { _ = descriptors.takeEntries() }
    let index = descriptors.index(of: descriptor, kind: sample.kind) { [selection] in
      selection.selects($0, kind: $1)
    }
    return descriptors[index]
  }

  @inline(__always)
  private mutating func selects(_ sample: borrowing Sample) -> Bool {
    if hasDates, let start = sample.start, !selection.selects(start: start) { return false }
    return matcher == nil || matcher?.matches(sample) == true
  }
}
