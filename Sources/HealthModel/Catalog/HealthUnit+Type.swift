public import HealthUnits

extension HealthUnit {
  /// A unit in which values of a type are: moles without a molar mass are those of the substance that the type measures.
  ///
  /// People and foreign files write `mmol/L`; exports contain `mmol<180.1558800000541>/L`.
  public init(_ text: String, of type: QuantityType) throws(UnitError) {
    self = try HealthUnit(text).measuring(type)
  }

  /// The unit with the molar mass of the substance that a type measures, where it has moles without one.
  package func measuring(_ type: QuantityType) -> HealthUnit {
    guard hasMolesWithoutMass, let mass = type.molarMass,
      let mole = try? HealthUnit("mol<\(mass)>")
    else { return self }
    return replacingMoles(by: mole)
  }
}
