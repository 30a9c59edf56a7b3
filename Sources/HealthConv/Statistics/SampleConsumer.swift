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

  /// Gives a consumer every sample that is selected, nested ones on their own.
  func read<Consumer: SampleConsumer & ~Copyable>(
    into consumer: inout Consumer, _ unmet: UnmetConditions, _ report: inout Answer.Report
  ) throws(ConversionError) {
    var samples = try DatasetSequence(datasets.map { $0.selecting(selection.query) })
    var test = SelectionTest(selection)
    var ticks = ProgressTicks()
    try samples.readAll { (samples, _) throws(ConversionError) in
      while let sample = samples.next(orNoting: &report.readError) {
        if sample.canHoldSamples {
          for nested in sample.nestedSamples(where: { !$0.canHoldSamples })
          where test.selects(nested) {
            try calculating { () throws(StatisticsError) in try consumer.consume(nested) }
          }
        }
        if test.selects(sample) {
          do throws(StatisticsError) { try consumer.consume(sample) } catch {
            throw ConversionError(error)
          }
        }
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

  @inline(__always)
  mutating func selects(_ sample: borrowing Sample) -> Bool {
    if hasDates, let start = sample.start, !selection.selects(start: start) { return false }
    return matcher == nil || matcher?.matches(sample) == true
  }
}
