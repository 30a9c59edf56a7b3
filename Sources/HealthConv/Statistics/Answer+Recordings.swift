import HealthStatistics

extension Answer {
  func writeElectrocardiograms(
    to output: inout AnswerOutput
  ) throws(HealthError) -> Answer.Report {
    let heartRate = units.figure(.heartRate)
    let columns = [
      AnswerColumn("start", .time), AnswerColumn("classification"),
      heartRate.column("average_heart_rate"),
      AnswerColumn("lead"), AnswerColumn("sampling_frequency", .number, unit: "Hz"),
      AnswerColumn("length", .number, unit: "s"), AnswerColumn("symptoms"), AnswerColumn("file"),
      AnswerColumn("source"),
    ]
    return try writeRecordings([.electrocardiogram], columns, to: &output) { sample in
      guard case .electrocardiogram(let ecg) = sample else { return nil }
      let fields = ecg.fields
      let rate = fields.sampleRate?.doubleValue
      let length = rate.flatMap {
        $0 > 0 && !fields.voltages.isEmpty ? Double(fields.voltages.count) / $0 : nil
      }
      return [
        .text(ecg.header.localStart.text(.iso8601).description), AnswerValue(fields.classification),
        AnswerValue(heartRate(fields.averageHeartRate?.doubleValue)), AnswerValue(fields.lead),
        AnswerValue(rate), AnswerValue(length), AnswerValue(fields.symptoms),
        AnswerValue(fields.path), .text(ecg.source.name),
      ]
    }
  }

  /// Writes the variability of the heart rate of recordings of beats, one in each row.
  func writeBeats(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    let heartRate = units.figure(.heartRate)
    let columns =
      [
        AnswerColumn("start", .time), AnswerColumn("intervals", .integer),
        AnswerColumn("gaps", .integer),
        heartRate.column("average_heart_rate"),
      ]
      + ["rmssd", "sdnn", "stated_sdnn"].map { AnswerColumn($0, .number, unit: "ms") }
      + [AnswerColumn("source")]
    let facts = [
      AnswerFact(
        "rmssd", "root mean square of the differences between successive intervals, none over a gap"
      ),
      AnswerFact("sdnn", "standard deviation of the intervals (population)"),
      AnswerFact("stated_sdnn", "the value of the record that has the beats"),
    ]
    let kinds: Set<SampleKind> = [.heartbeatSeries, .quantity]
    return try writeRecordings(kinds, columns, facts, to: &output) { sample in
      let intervals: BeatIntervals
      var stated: Double?
      switch sample {
      case .heartbeatSeries(let series): intervals = series.intervals
      case .quantity(let quantity) where !quantity.beats.isEmpty:
        intervals = BeatIntervals(quantity)
        stated = try? quantity.value(in: "ms")
      default: return nil
      }
      guard let header = sample.header else { return nil }
      return [
        .text(header.localStart.text(.iso8601).description), .integer(intervals.count),
        .integer(max(0, intervals.runs.count - 1)),
        AnswerValue(intervals.mean.map { heartRate(60 / $0) }),
        AnswerValue(intervals.rmssd.map { $0 * 1_000 }),
        AnswerValue(intervals.count > 1 ? intervals.sdnn.map { $0 * 1_000 } : nil),
        AnswerValue(stated),
        .text(header.descriptor.source.name),
      ]
    }
  }

  /// Writes the averages of audiograms, one in each row.
  func writeAudiograms(to output: inout AnswerOutput) throws(HealthError) -> Answer.Report {
    let columns =
      [AnswerColumn("start", .time)]
      + ["left_average", "right_average"].map { AnswerColumn($0, .number, unit: "dBHL") }
      + [AnswerColumn("frequencies", .integer), AnswerColumn("source")]
    let facts = [
      AnswerFact(
        "averages",
        "over 500, 1,000, 2,000 and 4,000 Hz; empty where one of them was not tested")
    ]
    return try writeRecordings([.audiogram], columns, facts, to: &output) { sample in
      guard case .audiogram(let audiogram) = sample else { return nil }
      return [
        .text(audiogram.header.localStart.text(.iso8601).description),
        AnswerValue(audiogram.pureToneAverage(.left)),
        AnswerValue(audiogram.pureToneAverage(.right)),
        .integer(audiogram.fields.sensitivityPoints.count), .text(audiogram.source.name),
      ]
    }
  }

  /// Writes samples of some kinds, one in each row.
  private func writeRecordings(
    _ kinds: Set<SampleKind>, _ columns: [AnswerColumn], _ facts: [AnswerFact] = [],
    to output: inout AnswerOutput, _ values: @escaping (Sample) -> [AnswerValue]?
  ) throws(HealthError) -> Answer.Report {
    var report = Answer.Report()
    let unmet = makeUnmetConditions()
    try output.begin(columns, unitFacts + facts + [Self.ownClock], isSorted: false)
    var printer = RecordingPrinter(
      selection: selection, kinds: kinds, values: values, output: output)
    try read(into: &printer, unmet, &report)
    if let error = printer.error { throw error }
    output = printer.output
    try output.end()
    report.finish(output, notes: unmet.notes(selected: output.rows))
    return report
  }
}

/// Prints a row for each sample of some kinds.
private struct RecordingPrinter: SampleConsumer {
  let selection: Selection
  let kinds: Set<SampleKind>
  let values: (Sample) -> [AnswerValue]?
  var output: AnswerOutput
  /// Why writing to the output failed.
  var error: HealthError?

  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    guard kinds.contains(sample.kind), error == nil else { return }
    let sample = copy sample
    guard let descriptor = sample.descriptor, let values = values(sample),
      selection.selects(descriptor, kind: sample.kind)
    else { return }
    do throws(HealthError) { try output.row(values, at: sample.header?.start) } catch {
      self.error = error
    }
  }
}
