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
  ) {
    RequiredKey(.insulinDeliveryReason, of: .quantity(.insulinDelivery), named: "insulin delivery")
  }
}
