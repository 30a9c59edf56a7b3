import HealthModel

extension Rule {
  static let endBeforeStart = Rule(
    "end-before-start", .samples, .error,
    title: "sample ends before it starts",
    explanation: """
      The end of a sample lies before its start. HealthKit refuses such a sample, and sums over a \
      time span that use it are wrong.
      """,
    exceptions: "A sample may end at the instant at which it starts.",
    examples: Examples(
      bad: .quantity(
        "StepCount", unit: "count", value: "12", start: "2024-06-01 09:05:00 +0200",
        end: "2024-06-01 09:00:00 +0200"),
      good: .quantity("StepCount", unit: "count", value: "12"))
  ) { EndBeforeStart() }
}

private struct EndBeforeStart: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    kind.hasOwnDates ? .dates(CheckScope.OrdinaryDates()) : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard sample.end < sample.start else { return }
    findings.add("the sample ends before it starts", on: sample)
  }
}
