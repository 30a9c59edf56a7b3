import HealthModel

extension Rule {
  static let implausibleValue = Rule(
    "implausible-value", .samples, .warning,
    title: "the value is one that people have",
    explanation: """
      The value of a quantity can be, but lies outside of what is on medical and sporting \
      record: a heart rate of 900. Often the unit is another than the one that is written, or \
      the value belongs to another type.
      """,
    exceptions: """
      The ranges are wide, and a total over a whole day is not found implausible as that of \
      one sample. What cannot be at all is an impossible-value instead.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" sourceName="Phone" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="900"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" sourceName="Phone" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="190"/>
        """),
    kinds: [.quantity]
  ) { ImplausibleValue() }
}

private struct ImplausibleValue: RuleCheck {
  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention {
    ValueRange.plausible(descriptor).map { .outside($0.bounds) } ?? .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .quantity(let quantity) = sample.sample,
      let range = ValueRange.plausible(sample.descriptor),
      (ValueRange.possible(sample.descriptor)?.bounds ?? ValueRange.finite) ~= quantity.value
    else { return }
    findings.add(
      "the value is implausible for its type; expected \(range.text)", on: sample,
      detail: sample.valueText)
  }
}
