extension Conversion {
  private static var samplesBetweenReports: Int { 1 << 13 }

  /// Sends the samples that are wanted through the stages to the writer, and keeps account.
  func pump(
    _ samples: inout DatasetSequence, into writer: inout any SampleWriter & ~Copyable,
    named name: String, report: inout ConversionReport
  ) throws(ConversionError) {
    let stages = StageChain(stages: try stages(for: samples.info), output: name)
    var counter = SampleCounter(selection, isLast: stages.isEmpty)
    var count = 0
    while let sample = report.next(of: &samples) {
      if counter.admit(sample) {
        if stages.isEmpty {
          try stages.write(sample, to: &writer)
        } else {
          try stages.push(sample, into: &writer, counting: &counter)
          for remark in stages.takeRemarks() {
            report.findings.add(remark.finding(at: samples.place))
          }
        }
      }
      count += 1
      counter.settle()
      if count % Self.samplesBetweenReports == 0 {
        report.findings.add(samples.takeFindings())
        onProgress(ConversionProgress(bytes: samples.progress, samples: count))
      }
    }
    try stages.finish(into: &writer, counting: &counter)
    report.findings.add(samples.takeFindings())
    for stage in stages.stages { stage.report(to: &report) }
    report.types = counter.counts()
  }
}

extension ConversionReport {
  /// The next sample; at an error the end, and the error noted.
  fileprivate mutating func next(of samples: inout DatasetSequence) -> Sample? {
    do throws(ReadError) { return try samples.next() } catch {
      readError = error
      return nil
    }
  }
}
