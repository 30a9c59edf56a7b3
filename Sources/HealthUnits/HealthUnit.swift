/// A unit of measurement: a product of prefixed base units, each to an integer power.
///
/// Two units are equal when they have the same factors, in whatever order they were written:
/// `kcal/hr·kg` is `kcal/(kg*hr)`. Units of the same size but other factors, as `Cal` and `kcal`, are
/// not equal, but compatible.
public struct HealthUnit: Hashable, Sendable {
  /// One for each atom, in printing order, none with power 0.
  private(set) var factors: [UnitFactor]

  /// The unit of a plain number, printed `()`.
  public static let null = HealthUnit(factors: [])

  /// Every unit that has a symbol of its own, by dimension.
  public static var allBases: [HealthUnit.Base] { HealthUnit.Base.allCases }

  private init(factors: [UnitFactor]) {
    self.factors = factors
  }

  init(_ atom: UnitAtom) {
    self.init(factors: [UnitFactor(atom: atom, power: 1)])
  }

  init(_ base: HealthUnit.Base, prefix: HealthUnit.Prefix? = nil) {
    self.init(UnitAtom(base: base, prefix: prefix))
  }

  /// Whether it has no factors at all. `m/m` has none; `dL/L` has two, though they could be reduced.
  public var isNull: Bool { factors.isEmpty }

  /// Its dimension.
  public var dimension: HealthUnit.Dimension {
    factors.reduce(.scalar) { $0 * $1.atom.base.dimension.raised(to: $1.power) }
  }

  /// Whether values convert from one to the other: whether both have the same dimension.
  ///
  /// So `count/min` is compatible with `Hz` and `1/s`, as a count has no dimension.
  ///
  /// - Returns: true for `g` and `kg`, false for `g` and `kcal`.
  public func isCompatible(with other: HealthUnit) -> Bool {
    dimension == other.dimension
  }
}

extension HealthUnit {
  /// The product of two units; equal factors are merged, and those that cancel are gone.
  public static func * (left: HealthUnit, right: HealthUnit) -> HealthUnit {
    var factors = left.factors
    for factor in right.factors {
      if let index = factors.firstIndex(where: { $0.atom == factor.atom }) {
        factors[index].power += factor.power
      } else {
        factors.append(factor)
      }
    }
    factors.removeAll { $0.power == 0 }
    factors.sort { $0.atom < $1.atom }
    return HealthUnit(factors: factors)
  }

  /// The quotient of two units.
  public static func / (left: HealthUnit, right: HealthUnit) -> HealthUnit {
    left * right.reciprocal
  }

  /// One divided by this unit.
  public var reciprocal: HealthUnit { raised(to: -1) }

  /// This unit to a power.
  ///
  /// - Parameter power: a small integer, negative or not; 0 gives the null unit.
  public func raised(to power: Int) -> HealthUnit {
    guard power != 0 else { return .null }
    return HealthUnit(factors: factors.map { UnitFactor(atom: $0.atom, power: $0.power * power) })
  }
}

extension HealthUnit {
  /// Whether values would convert if the molar mass of moles were known.
  func isCompatibleGivenMolarMass(with other: HealthUnit) -> Bool {
    guard hasMolesWithoutMass || other.hasMolesWithoutMass else { return false }
    let mole = HealthUnit(UnitAtom(base: .moleWithMolarMass, molarMass: .glucose))
    return replacingMoles(by: mole).isCompatible(with: other.replacingMoles(by: mole))
  }

  /// Whether it has moles of a substance whose molar mass is not stated: values do not convert to a mass.
  package var hasMolesWithoutMass: Bool { factors.contains { $0.atom.base == .mole } }

  /// The unit with the molar mass of another in place of none.
  package func replacingMoles(by mole: HealthUnit) -> HealthUnit {
    factors.reduce(.null) { unit, factor in
      var atom = factor.atom
      if atom.base == .mole, let mass = mole.factors.first?.atom.molarMass {
        (atom.base, atom.molarMass) = (.moleWithMolarMass, mass)
      }
      return unit * HealthUnit(factors: [UnitFactor(atom: atom, power: factor.power)])
    }
  }
}

extension HealthUnit: CustomStringConvertible {
  /// The text in HealthKit's grammar, which reads back as an equal unit: positive powers joined by
  /// `·`, then `/` and the others: `mg/dL`, `mL/min·kg`, `1/s`, `()`.
  ///
  /// Factors are printed in a fixed order: minutes, hours and days, then the others in the order of
  /// `allBases`. For the units of exports, the text equals HealthKit's.
  public var description: String {
    quotientText(factors.map { ($0.atom.symbol, $0.power) })
  }
}
