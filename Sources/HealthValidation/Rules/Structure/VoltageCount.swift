import HealthModel

extension Rule {
  static let voltageCount = Rule(
    "voltage-count", .structure, .warning,
    title: "electrocardiogram is truncated or its sample rate is wrong",
    explanation: """
      The sample rate of an electrocardiogram is 0 or negative; or the number of voltages divided by the rate is not \
      the time from start to end; or a file of an export has less than 30 seconds, which is the length of a recording \
      of a watch. The recording was truncated, or the rate is wrong.
      """,
    exceptions: """
      A difference of 1 second plus 5 % is allowed. A recording without a rate or without voltages is not \
      checked.
      """,
    examples: Examples(
      bad: """
        {"kind":"electrocardiogram","type":"HKDataTypeIdentifierElectrocardiogram",\
        "start":"2024-06-01T09:00:00+02:00","end":"2024-06-01T09:00:30+02:00",\
        "sampleRate":2,"sampleRateUnit":"hertz","unit":"µV","voltages":[1,2,3,4]}
        """,
      good: """
        {"kind":"electrocardiogram","type":"HKDataTypeIdentifierElectrocardiogram",\
        "start":"2024-06-01T09:00:00+02:00","end":"2024-06-01T09:00:02+02:00",\
        "sampleRate":2,"sampleRateUnit":"hertz","unit":"µV","voltages":[1,2,3,4]}
        """),
    kinds: [.electrocardiogram]
  ) { VoltageCount() }
}

private struct VoltageCount: RuleCheck {
  /// The seconds that every recording of an Apple Watch has, less one.
  private static let shortest = 29.0

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .electrocardiogram(let recording) = sample.sample else { return }
    let fields = recording.fields
    guard let rate = fields.sampleRate?.doubleValue else { return }
    guard rate > 0 else {
      findings.add(
        "the sample rate is not above 0", on: sample, part: [.element("sampleRate", 0)])
      return
    }
    if fields.voltages.isEmpty { return }
    let recorded = Double(fields.voltages.count) / rate
    let span = sample.end.timeInterval(since: sample.start)
    if span > 0, (recorded - span).magnitude > 1 + span / 20 {
      findings.add(
        "the number of voltages does not fit the rate and the time from start to end", on: sample)
    } else if fields.path != nil, recorded < Self.shortest {
      findings.add("the recording has less than 30 seconds of voltages", on: sample)
    }
  }
}
