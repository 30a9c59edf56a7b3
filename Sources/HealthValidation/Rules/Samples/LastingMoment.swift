import HealthModel

extension Rule {
  static let lastingMoment = Rule(
    "lasting-moment", .samples, .info,
    title: "what is measured at one moment takes no time",
    explanation: """
      A quantity that is measured at one moment, such as a body mass, is written with an end \
      after its start. It may be an average; a chart will show it as a bar.
      """,
    exceptions: """
      A minute is allowed for the measuring. What is watched for a while, such as a heart rate \
      or the sugar in a tissue fluid, may last.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 19:00:00 +0200" \
        value="70"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        """),
    kinds: [.quantity]
  ) { LastingMoment() }
}

private struct LastingMoment: RuleCheck {
  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention {
    guard case .quantity(let type) = descriptor.type, type.isMomentary else { return .none }
    return .dates(OrdinaryDates(longest: 60))
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard sample.end.secondsSince1970 - sample.start.secondsSince1970 > 60 else { return }
    findings.add("the sample lasts, but its type is measured at one moment", on: sample)
  }
}
