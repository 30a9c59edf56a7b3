import HealthModel

extension Rule {
  static let unknownCategoryValue = Rule(
    "unknown-category-value", .samples, .warning,
    title: "value does not belong to the type",
    explanation: """
      A category has a value that its type does not have: a typing error, a value of another type, \
      or one that is newer than the catalog.
      """,
    exceptions: """
      Values may be numbers, as in the first exports, and deprecated names.
      """,
    examples: Examples(
      bad: .category(
        "SleepAnalysis", value: "HKCategoryValueSleepAnalysisDozing", source: "Watch",
        start: "2024-05-31 23:00:00 +0200", end: "2024-06-01 06:30:00 +0200"),
      good: .category(
        "SleepAnalysis", value: "HKCategoryValueSleepAnalysisAsleepREM", source: "Watch",
        start: "2024-05-31 23:00:00 +0200", end: "2024-06-01 06:30:00 +0200")),
    kinds: [.category]
  ) { UnknownCategoryValue() }
}

private struct UnknownCategoryValue: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    guard case .category(let type) = descriptor.type, type.isKnown, !type.isValueless else {
      return .none
    }
    return .every
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .category(let category) = sample.sample, let value = category.value,
      !category.type.accepts(value)
    else { return }
    let type = category.type
    if value.enumeration == nil, let number = value.number, type.value(numbered: number) != nil {
      return
    }
    let expected = type.enumerations.first.map { " of \($0.name)" } ?? ""
    findings.add(
      "the value is not known for its type; expected one\(expected)", on: sample, detail: value.name
    )
  }
}

extension CategoryType {
  /// Whether the type has only one value, which carries no information beyond the sample itself.
  var isValueless: Bool { enumerations == [.categoryValue] }
}
