import HealthModel

extension Rule {
  static let correlationMembers = Rule(
    "correlation-members", .structure, .warning,
    title: "correlation lacks a required member or has a foreign one",
    explanation: """
      A blood pressure consists of a systolic and a diastolic value, and food of nutrients. Here a required member \
      is missing, a member has another type, or there are no members. HealthKit refuses such a correlation.
      """,
    exceptions: """
      Members and correlations of unknown types are not checked.
      """,
    examples: Examples(
      bad: .correlation(
        "BloodPressure", source: "Cuff",
        .quantity("BloodPressureSystolic", unit: "mmHg", value: "120", source: "Cuff")),
      good: .correlation(
        "Food", source: "Food", .quantity("DietaryIron", unit: "mg", value: "1.5", source: "Food"))),
    kinds: [.correlation]
  ) { CorrelationMembers() }
}

private struct CorrelationMembers: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .correlation(let correlation) = sample.sample, correlation.type.isKnown else {
      return
    }
    let expected = correlation.type.memberTypes
    var found: Set<QuantityType> = []
    for (index, member) in correlation.members.enumerated() {
      guard let header = member.sample.header else { continue }
      switch header.descriptor.type {
      case .quantity(let type) where expected.contains(type): found.insert(type)
      case .quantity(let type) where !type.isKnown: return
      default:
        findings.add(
          "the correlation has a member whose type does not belong in it", on: sample,
          part: [.record(index)])
        return
      }
    }
    if correlation.members.isEmpty {
      findings.add("the correlation has no members", on: sample)
    } else if correlation.type.needsAllMembers, found.count < expected.count {
      let missing = expected.filter { !found.contains($0) }.map(\.identifier)
      findings.add(
        "the correlation lacks \(missing.joined(separator: " and "))", on: sample)
    }
  }
}
