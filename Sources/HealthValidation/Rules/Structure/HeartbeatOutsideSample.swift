import HealthModel

extension Rule {
  static let heartbeatOutsideSample = Rule(
    "heartbeat-outside-sample", .structure, .warning,
    title: "heartbeats lie in the time of their sample",
    explanation: """
      A beat of a heart rate variability or of a series was before its sample began or after it \
      ended. The dates are of another sample, or the beats were counted from another moment.
      """,
    exceptions: """
      Of a beat's clock only minutes and seconds are known for certain, and a minute is allowed; \
      of samples of nearly an hour nothing is found.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" \
        sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
        endDate="2024-06-01 09:01:00 +0200" value="45">
        <HeartRateVariabilityMetadataList>
        <InstantaneousBeatsPerMinute bpm="61" time="9:30:05.10 AM"/>
        </HeartRateVariabilityMetadataList></Record>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" \
        sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
        endDate="2024-06-01 09:01:00 +0200" value="45">
        <HeartRateVariabilityMetadataList>
        <InstantaneousBeatsPerMinute bpm="61" time="10:00:05.10 AM"/>
        </HeartRateVariabilityMetadataList></Record>
        """),
    kinds: [.quantity, .heartbeatSeries]
  ) { HeartbeatOutsideSample() }
}

private struct HeartbeatOutsideSample: RuleCheck {
  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention {
    kind == .heartbeatSeries || descriptor.type == .quantity(.heartRateVariabilitySDNN)
      ? .every : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let span = sample.end.timeInterval(since: sample.start)
    let isOutside =
      switch sample.sample {
      case .quantity(let quantity):
        0..<3_480 ~= span && quantity.beatDates.contains { $0 == nil }
      case .heartbeatSeries(let series):
        series.fields.beats.contains { beat in
          beat.timeSinceStart.map { !(-1...max(0, span) + 1 ~= $0.doubleValue) } ?? false
        }
      default: false
      }
    if isOutside { findings.add("a heartbeat lies outside of the sample's time", on: sample) }
  }
}
