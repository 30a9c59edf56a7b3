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
      bad: """
        <Record type="HKQuantityTypeIdentifierInsulinDelivery" unit="IU" sourceName="Pump" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" value="4"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierInsulinDelivery" unit="IU" sourceName="Pump" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="4"><MetadataEntry key="HKInsulinDeliveryReason" value="2"/></Record>
        """),
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
