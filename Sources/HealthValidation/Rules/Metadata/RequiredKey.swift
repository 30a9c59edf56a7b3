import HealthModel

/// Finds samples of a type without a metadata key that HealthKit insists on.
struct RequiredKey: RuleCheck {
  private let key: MetadataKey
  private let type: SampleType
  private let name: String

  init(_ key: MetadataKey, of type: SampleType, named name: String) {
    (self.key, self.type, self.name) = (key, type, name)
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    descriptor.type == type ? .every : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard sample.metadata[key] == nil else { return }
    findings.add("\(name) without \(key)", on: sample)
  }
}

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

extension Rule {
  static let menstrualCycleStart = Rule(
    "menstrual-cycle-start", .metadata, .error,
    title: "menstrual flow requires HKMenstrualCycleStart",
    explanation: """
      A menstrual flow has no metadata key HKMenstrualCycleStart. HealthKit refuses to save such a \
      sample, and without the key cycles cannot be counted.
      """,
    exceptions: """
      Either value of the key is accepted. Bleeding during and after pregnancy, after menopause and \
      between cycles has types of its own and needs no key.
      """,
    examples: Examples(
      bad: .category("MenstrualFlow", value: "HKCategoryValueVaginalBleedingLight"),
      good: .category(
        "MenstrualFlow", value: "HKCategoryValueVaginalBleedingLight",
        metadata: ["HKMenstrualCycleStart": "0"])),
    kinds: [.category]
  ) {
    RequiredKey(.menstrualCycleStart, of: .category(.menstrualFlow), named: "menstrual flow")
  }
}
