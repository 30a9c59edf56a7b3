import HealthModel

extension Rule {
  static let bloodPressureOrder = Rule(
    "diastolic-above-systolic", .structure, .warning,
    title: "diastolic blood pressure is higher than systolic",
    explanation: """
      The diastolic pressure of a blood pressure is higher than the systolic one, which is impossible: the two \
      values were exchanged, or one of them is wrong.
      """,
    exceptions: "Values whose unit does not fit are reported by unit-fits-type.",
    examples: Examples(
      bad: bloodPressure(systolic: "80", diastolic: "120"),
      good: bloodPressure(systolic: "120", diastolic: "80")),
    kinds: [.correlation]
  ) { BloodPressureOrder() }
}

private struct BloodPressureOrder: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    descriptor.type == .correlation(.bloodPressure) ? .every : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .correlation(let correlation) = sample.sample else { return }
    var systolic: Double?
    var diastolic: (value: Double, index: Int)?
    for (index, member) in correlation.members.enumerated() {
      guard case .quantity(let quantity) = member.sample,
        let value = try? quantity.value(in: "mmHg")
      else { continue }
      switch quantity.type {
      case .bloodPressureSystolic: systolic = systolic ?? value
      case .bloodPressureDiastolic: diastolic = diastolic ?? (value, index)
      default: break
      }
    }
    guard let systolic, let diastolic, diastolic.value > systolic else { return }
    findings.add(
      "the diastolic pressure is higher than the systolic pressure", on: sample,
      part: [.record(diastolic.index)], detail: "\(systolic)/\(diastolic.value) mmHg")
  }
}

private func bloodPressure(systolic: String, diastolic: String) -> String {
  .correlation(
    "BloodPressure", source: "Cuff",
    .quantity("BloodPressureSystolic", unit: "mmHg", value: systolic, source: "Cuff"),
    .quantity("BloodPressureDiastolic", unit: "mmHg", value: diastolic, source: "Cuff"))
}
