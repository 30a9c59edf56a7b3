import HealthModel

extension Rule {
  static let implausibleValue = Rule(
    "implausible-value", .samples, .warning,
    title: "value is implausible",
    explanation: """
      The value of a quantity is possible, but well beyond medical and sports records: a heart rate of 900. Often \
      the unit is wrong, or the value belongs to another type.
      """,
    exceptions: """
      The ranges are wide, and people are as small and light as they are from 7 years on, unless the export states that the \
      person was younger. A total of several days may be as large as the limit for one day times the number of days. \
      Impossible values are reported by impossible-value.
      """,
    examples: Examples(
      bad: .quantity("HeartRate", unit: "count/min", value: "900"),
      good: .quantity("HeartRate", unit: "count/min", value: "190")),
    kinds: [.quantity]
  ) { ImplausibleValue() }
}

private struct ImplausibleValue: RuleCheck {
  private var birth: Int64?
  /// Until when a person may be as small and light as a child, in seconds.
  private static let childhood: Int64 = 7 * 366 * 86_400
  private static let sizes: Set<QuantityType> = [
    .bodyMass, .leanBodyMass, .height, .waistCircumference,
  ]

  mutating func begin(_ dataset: DatasetInfo, _ findings: inout Findings) {
    birth = dataset.dateOfBirth?.secondsSince1970
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    ValueRange.plausible(descriptor).map { .outside($0.bounds) } ?? .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .quantity(let quantity) = sample.sample,
      let range = ValueRange.plausible(sample.descriptor),
      (ValueRange.possible(sample.descriptor)?.bounds ?? ValueRange.finite) ~= quantity.value,
      !isOfChild(sample, quantity.value < range.bounds.lowerBound)
    else { return }
    if case .quantity(let type) = sample.descriptor.type, type.aggregationStyle == .cumulative,
      range.bounds.lowerBound...range.bounds.upperBound * sample.days ~= quantity.value
    {
      return
    }
    findings.add(
      "the value is implausible for its type; expected \(range.text)", on: sample,
      detail: sample.valueText)
  }

  /// Whether a small value is the size of a child.
  private func isOfChild(_ sample: CheckedSample, _ isSmall: Bool) -> Bool {
    guard isSmall, case .quantity(let type) = sample.descriptor.type, Self.sizes.contains(type),
      let birth
    else { return false }
    return sample.start.secondsSince1970 < birth + Self.childhood
  }
}
