import HealthModel

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
