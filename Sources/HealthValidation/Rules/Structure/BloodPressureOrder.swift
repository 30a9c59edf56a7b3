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
    examples: .bloodPressure(bad: (80, 120), good: (120, 80)),
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

extension Rule.Examples {
  /// Shows two blood pressures in mmHg.
  fileprivate static func bloodPressure(
    bad: (systolic: Int, diastolic: Int), good: (systolic: Int, diastolic: Int)
  ) -> Self {
    func correlation(_ pressure: (systolic: Int, diastolic: Int)) -> String {
      let common = """
        sourceName="Cuff" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200"
        """
      return """
        <Correlation type="HKCorrelationTypeIdentifierBloodPressure" \(common)>
        <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" unit="mmHg" \(common) \
        value="\(pressure.systolic)"/>
        <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" unit="mmHg" \(common) \
        value="\(pressure.diastolic)"/>
        </Correlation>
        """
    }
    return Self(bad: correlation(bad), good: correlation(good))
  }
}
