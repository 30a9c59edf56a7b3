import HealthBytes
import HealthModel
import HealthUnits

extension Rule {
  static let unitFitsType = Rule(
    "unit-fits-type", .samples, .error,
    title: "unit does not fit the type",
    explanation: """
      The unit of a quantity is not a unit, or has another dimension than the type: a body mass in \
      meters. The number has no meaning and cannot be converted.
      """,
    exceptions: """
      Any unit of the right dimension is accepted, since exports follow the preferences of their \
      users: lb for kg, Cal for kcal, count/s for count/min. Counts, fractions and plain numbers \
      have no dimension and are interchangeable. Types that the catalog does not have may have any \
      unit.
      """,
    examples: Examples(
      bad: .quantity("BodyMass", unit: "m", value: "70", source: "Scale"),
      good: .quantity("BodyMass", unit: "lb", value: "154", source: "Scale")),
    kinds: [.quantity]
  ) { UnitFitsType() }
}

private struct UnitFitsType: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    guard case .quantity(let type) = descriptor.type, let text = descriptor.unitText, !text.isEmpty,
      let canonical = type.canonicalUnit.flatMap({ try? HealthUnit($0) })
    else { return .none }
    guard let unit = descriptor.unit else {
      return .found("'\(text.printableName)' is not a unit; expected one like '\(canonical)'")
    }
    return unit.isCompatible(with: canonical)
      ? .none
      : .found(
        "the unit '\(text.printableName)' does not fit the type; expected one like '\(canonical)'")
  }
}
