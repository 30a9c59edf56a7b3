import HealthModel

extension Rule {
  static let heartbeatsOutOfOrder = Rule(
    "heartbeats-out-of-order", .structure, .warning,
    title: "heartbeats follow one another in time",
    explanation: """
      A beat of a heart rate variability or of a series was before the beat in front of it. The time \
      between beats, from which variability is computed, comes out wrong.
      """,
    exceptions: "Beats whose time is not known are another rule's.",
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" \
        sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
        endDate="2024-06-01 09:01:00 +0200" value="45">
        <HeartRateVariabilityMetadataList>
        <InstantaneousBeatsPerMinute bpm="61" time="9:00:06.10 AM"/>
        <InstantaneousBeatsPerMinute bpm="62" time="9:00:05.10 AM"/>
        </HeartRateVariabilityMetadataList></Record>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" \
        sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
        endDate="2024-06-01 09:01:00 +0200" value="45">
        <HeartRateVariabilityMetadataList>
        <InstantaneousBeatsPerMinute bpm="61" time="9:00:05.10 AM"/>
        <InstantaneousBeatsPerMinute bpm="62" time="9:00:06.10 AM"/>
        </HeartRateVariabilityMetadataList></Record>
        """),
    kinds: [.quantity, .heartbeatSeries]
  ) { HeartbeatsOutOfOrder() }
}

private struct HeartbeatsOutOfOrder: RuleCheck {
  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention {
    kind == .heartbeatSeries || descriptor.type == .quantity(.heartRateVariabilitySDNN)
      ? .every : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let isOrdered =
      switch sample.sample {
      case .quantity(let quantity): Self.isOrdered(quantity.beatDates.compactMap(\.self))
      case .heartbeatSeries(let series):
        Self.isOrdered(series.fields.beats.compactMap { $0.timeSinceStart?.doubleValue })
      default: true
      }
    if !isOrdered { findings.add("a heartbeat is earlier than the one before it", on: sample) }
  }

  private static func isOrdered(_ times: [some Comparable]) -> Bool {
    zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }
}
