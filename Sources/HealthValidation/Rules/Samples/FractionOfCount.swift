import HealthModel
import HealthUnits

extension Rule {
  static let fractionOfCount = Rule(
    "fraction-of-count", .samples, .info,
    title: "count has a fraction",
    explanation: """
      A number of steps, strokes or the like is not a whole number. The value was not measured but calculated by a \
      program, which distributed a total over time or averaged.
      """,
    exceptions: """
      Drinks may be counted in parts.
      """,
    examples: Examples(
      bad: .quantity(
        "StepCount", unit: "count", value: "12.5", end: "2024-06-01 09:05:00 +0200"),
      good: .quantity("StepCount", unit: "count", value: "12", end: "2024-06-01 09:05:00 +0200")),
    kinds: [.quantity]
  ) { FractionOfCount() }
}

private struct FractionOfCount: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    guard case .quantity(let type) = descriptor.type, type.countsWholes,
      descriptor.unit == .count
    else { return .none }
    return .fractions
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    findings.add("the value is not a whole number", on: sample, detail: sample.valueText)
  }
}
