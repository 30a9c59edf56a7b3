import HealthModel

extension Rule {
  static let voltageCount = Rule(
    "voltage-count", .structure, .warning,
    title: "an electrocardiogram has as many voltages as its rate and time ask for",
    explanation: """
      The number of voltages, divided by how many there are in a second, is not the time from start to \
      end. The recording was cut, or the rate is another.
      """,
    exceptions: """
      A second and a twentieth are allowed. A recording without an end of its own, or without \
      voltages, is left alone.
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
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .electrocardiogram(let recording) = sample.sample,
      let rate = recording.fields.sampleRate?.doubleValue, rate > 0,
      !recording.fields.voltages.isEmpty, sample.start < sample.end
    else { return }
    let span = sample.end.timeInterval(since: sample.start)
    let recorded = Double(recording.fields.voltages.count) / rate
    if (recorded - span).magnitude > 1 + span / 20 {
      findings.add(
        "the number of voltages does not fit the rate and the time from start to end", on: sample)
    }
  }
}
