import HealthModel

extension Rule {
  static let missingUnit = Rule(
    "missing-unit", .samples, .error,
    title: "quantity has no unit",
    explanation: """
      A quantity has no unit. Its number has no meaning without one: exports write each type in the \
      unit that the user prefers.
      """,
    exceptions: """
      Categories have no unit. For a type that the catalog does not have, no unit is expected.
      """,
    examples: Examples(
      bad: .quantity("BodyMass", value: "70", source: "Scale"),
      good: .quantity("BodyMass", unit: "kg", value: "70", source: "Scale")),
    kinds: [.quantity]
  ) { MissingUnit() }
}

private struct MissingUnit: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    guard case .quantity(let type) = descriptor.type, let unit = type.canonicalUnit,
      descriptor.unitText?.isEmpty ?? true
    else { return .none }
    return .found("the quantity has no unit; expected one like '\(unit)'")
  }
}
