import HealthModel

extension Rule {
  static let memberDiffers = Rule(
    "member-differs-from-twin", .dataset, .warning,
    title: "a member of a correlation is the same where it stands on its own",
    explanation: """
      An export has the samples of a correlation twice: inside it and on their own. Here the one \
      inside differs in value or end from the one of the same type, source and start outside, so \
      that it is not known which is right, and both are counted.
      """,
    exceptions: """
      A member that stands nowhere else is legal. Where several correlations and samples share \
      type, source and start, as many of the samples as are members are told from others.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierDietaryIron" unit="mg" sourceName="Food" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="1.5"/>
        <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Food" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200">
        <Record type="HKQuantityTypeIdentifierDietaryIron" unit="mg" sourceName="Food" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="2.5"/>
        </Correlation>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierDietaryIron" unit="mg" sourceName="Food" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="1.5"/>
        <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Food" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200">
        <Record type="HKQuantityTypeIdentifierDietaryIron" unit="mg" sourceName="Food" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="1.5"/>
        </Correlation>
        """)
  ) { MemberDiffers() }
}

private struct MemberDiffers: RuleCheck {
  /// A member of the series and start at hand that stands nowhere else.
  private var nested: TimelineEntry?
  private var last: TimelineEntry?
  /// How many more samples than members with a twin there are.
  private var spare = 0

  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention { .none }

  var comparesSamples: Bool { true }

  mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings) {
    if let last, !last.isBeside(entry) { settle(&findings) }
    last = entry
    switch entry.role {
    case .sample: spare += 1
    case .twin: spare -= 1
    case .nested: nested = nested ?? entry
    }
  }

  mutating func finish(_ findings: inout Findings) { settle(&findings) }

  private mutating func settle(_ findings: inout Findings) {
    if let nested, spare > 0 {
      findings.add("a member of the correlation differs from the sample on its own", on: nested)
    }
    nested = nil
    spare = 0
  }
}
