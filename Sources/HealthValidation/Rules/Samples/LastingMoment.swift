import HealthModel

extension Rule {
  static let lastingMoment = Rule(
    "lasting-moment", .samples, .info,
    title: "instantaneous measurement has a duration",
    explanation: """
      A quantity that is measured at one moment, such as a body mass, has an end after its start. It \
      may be an average; a chart shows it as a bar.
      """,
    exceptions: """
      A measurement may take a minute. Quantities that are monitored for some time, such as heart rate or tissue \
      glucose, may have a duration.
      """,
    examples: Examples(
      bad: .quantity(
        "BodyMass", unit: "kg", value: "70", source: "Scale", end: "2024-06-01 19:00:00 +0200"),
      good: .quantity("BodyMass", unit: "kg", value: "70", source: "Scale")),
    kinds: [.quantity]
  ) { LastingMoment() }
}

private struct LastingMoment: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    guard case .quantity(let type) = descriptor.type, type.isMomentary else { return .none }
    return .dates(CheckScope.OrdinaryDates(longest: 60))
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard sample.end.secondsSince1970 &- sample.start.secondsSince1970 > 60 else { return }
    findings.add("the sample has a duration, but its type is measured at one moment", on: sample)
  }
}
