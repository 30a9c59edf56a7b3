import HealthModel

extension Rule {
  static let missingCategoryValue = Rule(
    "missing-category-value", .samples, .error,
    title: "category has no value",
    explanation: """
      The type of a category has several values, but the sample has none, so it contains no information: neither \
      asleep nor awake.
      """,
    exceptions: """
      Samples of types without values, such as a mindful session, had no value until iOS 11.
      """,
    examples: Examples(
      bad: .category(
        "SleepAnalysis", source: "Watch", start: "2024-05-31 23:00:00 +0200",
        end: "2024-06-01 06:30:00 +0200"),
      good: .category(
        "MindfulSession", source: "Watch", start: "2017-06-01 09:00:00 +0200",
        end: "2017-06-01 09:05:00 +0200")),
    kinds: [.category]
  ) { MissingCategoryValue() }
}

private struct MissingCategoryValue: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    guard case .category(let type) = descriptor.type, type.isKnown, !type.isValueless else {
      return .none
    }
    return .every
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .category(let category) = sample.sample, category.value == nil else { return }
    findings.add("the category has no value; its type has several", on: sample)
  }
}
