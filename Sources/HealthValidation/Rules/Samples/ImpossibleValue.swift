import HealthModel

extension Rule {
  static let impossibleValue = Rule(
    "impossible-value", .samples, .error,
    title: "value is physically impossible",
    explanation: """
      The value of a quantity is impossible: a negative number of steps, a fraction of more than 1. \
      The unit may be wrong, or the number was damaged.
      """,
    exceptions: """
      Fractions are written as such, with % as their unit: 0.97 is 97 %. A change, such as the \
      recovery of a heart rate, can be negative, and so can a temperature of water.
      """,
    examples: Examples(
      bad: .quantity("OxygenSaturation", unit: "%", value: "97"),
      good: .quantity("OxygenSaturation", unit: "%", value: "0.97")),
    kinds: [.quantity]
  ) { ImpossibleValue() }
}

private struct ImpossibleValue: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    .outside(ValueRange.possible(descriptor)?.bounds ?? ValueRange.finite)
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let range = ValueRange.possible(sample.descriptor)
    findings.add(
      "the value is impossible for its type; expected \(range?.text ?? "a finite number")",
      on: sample, detail: sample.valueText)
  }
}
