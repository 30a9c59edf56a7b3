import HealthModel

extension Rule {
  static let notApplicableValue = Rule(
    "not-applicable-value", .samples, .warning,
    title: "type without values has a value",
    explanation: """
      The type has no values, but the sample has a value of another type. Programs ignore or misread \
      it.
      """,
    exceptions: """
      HKCategoryValueNotApplicable, its number 0, and no value at all, as until iOS 11, are \
      accepted.
      """,
    examples: Examples(
      bad: .category("MindfulSession", value: "HKCategoryValueSeverityMild", source: "Watch"),
      good: .category("MindfulSession", value: "HKCategoryValueNotApplicable", source: "Watch")),
    kinds: [.category]
  ) { NotApplicableValue() }
}

private struct NotApplicableValue: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    guard case .category(let type) = descriptor.type, type.isValueless else { return .none }
    return .every
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .category(let category) = sample.sample, let value = category.value,
      value != .notApplicable, value.name != "0"
    else { return }
    findings.add(
      "the type has no values, but the sample has one; expected \(CategoryValue.notApplicable)",
      on: sample, detail: value.name)
  }
}
