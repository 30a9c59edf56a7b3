import HealthModel

extension Rule {
  static let insulinDeliveryReason = Rule(
    "insulin-delivery-reason", .metadata, .error,
    title: "insulin delivery requires HKInsulinDeliveryReason",
    explanation: """
      A delivery of insulin has no metadata key HKInsulinDeliveryReason. HealthKit refuses to save \
      such a sample; without the key, a basal dose and a bolus cannot be told apart.
      """,
    examples: Examples(
      bad: .quantity("InsulinDelivery", unit: "IU", value: "4", source: "Pump"),
      good: .quantity(
        "InsulinDelivery", unit: "IU", value: "4", source: "Pump",
        metadata: ["HKInsulinDeliveryReason": "2"])),
    kinds: [.quantity]
  ) { InsulinDeliveryReason() }
}

private struct InsulinDeliveryReason: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    descriptor.type == .quantity(.insulinDelivery) ? .every : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard sample.metadata[.insulinDeliveryReason] == nil else { return }
    findings.add("insulin delivery without \(MetadataKey.insulinDeliveryReason)", on: sample)
  }
}
