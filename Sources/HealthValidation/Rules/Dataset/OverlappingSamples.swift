import HealthModel

extension Rule {
  static let overlappingSamples = Rule(
    "overlapping-samples", .dataset, .info,
    title: "what a source counts, it counts once at a time",
    explanation: """
      Two samples of one source and device count the same, such as steps, at the same time. A \
      sum counts the time that they share twice.
      """,
    exceptions: """
      Several devices may count at once, and what is eaten is no matter of time. Dates are written \
      in whole seconds, so that one second is allowed. Duplicates have rules of their own.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierStepCount" unit="count" sourceName="Phone" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:10:00 +0200" \
        value="900"/>
        <Record type="HKQuantityTypeIdentifierStepCount" unit="count" sourceName="Phone" \
        startDate="2024-06-01 09:05:00 +0200" endDate="2024-06-01 09:15:00 +0200" \
        value="800"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierStepCount" unit="count" sourceName="Phone" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:10:00 +0200" \
        value="900"/>
        <Record type="HKQuantityTypeIdentifierStepCount" unit="count" sourceName="Phone" \
        startDate="2024-06-01 09:10:00 +0200" endDate="2024-06-01 09:15:00 +0200" \
        value="400"/>
        """)
  ) { OverlappingSamples() }
}

private struct OverlappingSamples: RuleCheck {
  /// The sample that ends last of those of the series so far.
  private var latest: TimelineEntry?

  /// Dates are whole seconds, cut off or rounded.
  private static let tolerance: Int64 = 1

  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention { .none }

  var comparesSamples: Bool { true }

  mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings) {
    guard entry.role == .sample, let descriptor = entry.descriptor, Self.counts(descriptor),
      entry.end > entry.start
    else { return }
    guard let latest, latest.series == entry.series else {
      self.latest = entry
      return
    }
    if latest.end - entry.start > Self.tolerance, latest.descriptor?.device == descriptor.device,
      latest.identity != entry.identity
    {
      findings.add("the sample overlaps another of the same source and device", on: entry)
    }
    if entry.end > latest.end { self.latest = entry }
  }

  /// Whether the samples add up and count as time goes by; food does not.
  private static func counts(_ descriptor: SampleDescriptor) -> Bool {
    guard case .quantity(let type) = descriptor.type else { return false }
    return type.aggregationStyle == .cumulative && !type.canBeCorrelationMember
  }
}
