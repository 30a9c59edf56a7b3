import HealthModel

extension Rule {
  static let correlationMembers = Rule(
    "correlation-members", .structure, .warning,
    title: "a correlation holds the samples that it is of",
    explanation: """
      A blood pressure is a systolic and a diastolic value, and food is what was eaten. Here one of the \
      two is missing, something else is inside, or nothing is. HealthKit refuses such a correlation.
      """,
    exceptions: """
      Members of types that are not known are left alone, and so are correlations of such types.
      """,
    examples: Examples(
      bad: """
        <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200">
        <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" unit="mmHg" \
        sourceName="Cuff" startDate="2024-06-01 09:00:00 +0200" \
        endDate="2024-06-01 09:00:00 +0200" value="120"/>
        </Correlation>
        """,
      good: """
        <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Food" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200">
        <Record type="HKQuantityTypeIdentifierDietaryIron" unit="mg" sourceName="Food" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="1.5"/>
        </Correlation>
        """),
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
    for member in correlation.members {
      guard let header = member.sample.header else { continue }
      switch header.descriptor.type {
      case .quantity(let type) where expected.contains(type): found.insert(type)
      case .quantity(let type) where !type.isKnown: return
      default:
        findings.add("the correlation holds a sample that does not belong in it", on: sample)
        return
      }
    }
    if correlation.members.isEmpty {
      findings.add("the correlation holds no samples", on: sample)
    } else if correlation.type.needsAllMembers, found.count < expected.count {
      let missing = expected.filter { !found.contains($0) }.map(\.identifier)
      findings.add(
        "the correlation lacks \(missing.joined(separator: " and "))", on: sample)
    }
  }
}
