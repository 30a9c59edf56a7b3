import HealthModel

extension Rule {
  static let missingUnit = Rule(
    "missing-unit", .samples, .error,
    title: "a quantity has a unit",
    explanation: """
      A quantity is written without a unit. Nobody can tell what the number means: exports \
      write each type in the unit that their user prefers.
      """,
    exceptions: """
      Categories have no unit. Of a type that the catalogue does not know, nothing is \
      expected.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        """),
    kinds: [.quantity]
  ) { MissingUnit() }
}

private struct MissingUnit: RuleCheck {
  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention {
    guard case .quantity(let type) = descriptor.type, let unit = type.canonicalUnit,
      descriptor.unitText?.isEmpty ?? true
    else { return .none }
    return .found("the quantity has no unit; expected one like '\(unit)'")
  }
}
