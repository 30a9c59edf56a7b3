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
  /// common come once.
  func read<Consumer: SampleConsumer & ~Copyable>(
    into consumer: inout Consumer, _ unmet: UnmetConditions, _ report: inout Answer.Report
  ) throws(ConversionError) {
    if datasets.count > 1 { return try readMerged(into: &consumer, unmet, &report) }
    var samples = try DatasetSequence(datasets.map { $0.selecting(selection.query) })
    var test = SelectionTest(selection)
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
  }

  /// Reads several datasets as if they were merged (``Merge``): twice, of which the first time finds what they have in
  /// common.
  private func readMerged<Consumer: SampleConsumer & ~Copyable>(
    into consumer: inout Consumer, _ unmet: UnmetConditions, _ report: inout Answer.Report
  ) throws(ConversionError) {
    let datasets = try datasets.map { (dataset) throws(ConversionError) in
      try dataset.rereadable().selecting(selection.query)
    }
    var scan = try MergeScan(.first, PeopleCheck(allowsDifferentPeople: true))
    for (index, dataset) in datasets.enumerated() {
      try scan.read(dataset, selection, unmet) { [onProgress] in
        try onProgress($0.inPass(index + 1, of: 2 * datasets.count))
      }
    }
    var merge = scan.report
    let unwanted: PositionList
    do throws(ByteError) { unwanted = try scan.finish(&merge) } catch {
      throw ConversionError(temporary: error)
    }
    report.findings = merge.findings
    report.note(common: unwanted.count)
    var pass = MergePass(datasets, selection, unwanted: unwanted, onProgress)
    var test = SelectionTest(selection)
    while let sample = pass.next() { try test.give(sample, to: &consumer) }
    if let error = pass.error { throw error }
    for dataset in datasets { unmet.removeThoseMet(in: dataset) }
  }
}

/// The conditions of a selection that depend on each sample: dates and the predicate.
private struct SelectionTest {
  private let selection: Selection
  private let hasDates: Bool
  private var matcher: SampleMatcher?

  init(_ selection: Selection) {
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
      do throws(StatisticsError) { try consumer.consume(sample) } catch {
        throw ConversionError(error)
      }
    }
  }

  @inline(__always)
  private mutating func selects(_ sample: borrowing Sample) -> Bool {
    if hasDates, let start = sample.start, !selection.selects(start: start) { return false }
    return matcher == nil || matcher?.matches(sample) == true
  }
}
