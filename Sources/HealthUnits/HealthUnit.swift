/// A unit of measurement: a product of prefixed base units, each to an integer power.
///
/// Two units are equal if they have the same factors, in any order: `kcal/hr·kg` equals `kcal/(kg*hr)`. Units of the same
/// size with different factors, such as `Cal` and `kcal`, are compatible but not equal.
public struct HealthUnit: Hashable, Sendable {
  /// One factor for each prefixed base unit, in the order of printing; no power is 0.
  private(set) var factors: [UnitFactor]

  /// The unit of a plain number, printed `()`.
  public static let null = HealthUnit(factors: [])

  /// All base units, by dimension.
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

  /// Whether the unit has no factors. `m/m` has none; `dL/L` has two, since factors are not reduced to numbers.
  public var isNull: Bool { factors.isEmpty }

  /// Its dimension.
  public var dimension: HealthUnit.Dimension {
    factors.reduce(.scalar) { $0 * $1.atom.base.dimension.raised(to: $1.power) }
  }

  /// Whether values can be converted to the other unit: both have the same dimension.
  ///
  /// So `count/min` is compatible with `Hz` and `1/s`, as a count has no dimension.
  ///
  /// - Returns: true for `g` and `kg`, false for `g` and `kcal`.
  public func isCompatible(with other: HealthUnit) -> Bool {
    dimension == other.dimension
  }
}

extension HealthUnit {
  /// The product of two units. The powers of equal base units are added; those with a power of 0 are removed.
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
  /// Whether values could be converted if the molar mass of moles were known.
  func isCompatibleGivenMolarMass(with other: HealthUnit) -> Bool {
    guard hasMolesWithoutMass || other.hasMolesWithoutMass else { return false }
    let mole = HealthUnit(UnitAtom(base: .moleWithMolarMass, molarMass: .glucose))
    return replacingMoles(by: mole).isCompatible(with: other.replacingMoles(by: mole))
  }

  /// Whether it contains moles without a molar mass: values cannot be converted to a mass.
  package var hasMolesWithoutMass: Bool { factors.contains { $0.atom.base == .mole } }

  /// The unit, with the molar mass of another one for moles that have none.
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

extension HealthUnit {
  /// The conversion of values in this unit to another, for use with many values.
  ///
  /// An offset is applied only if both units are a temperature alone: 5 degC·m are 9 degF·m.
  ///
  /// - Throws: `UnitError` if the units are not compatible.
  public func conversion(to other: HealthUnit) throws(UnitError) -> HealthUnit.Conversion {
    guard isCompatible(with: other) else { throw UnitError(incompatible: self, with: other) }
    let scale = (self / other).scale  // of the quotient, so that common factors cancel
    if let offset = temperatureOffset, let otherOffset = other.temperatureOffset {
      return HealthUnit.Conversion(scale, offset: offset, otherOffset: otherOffset)
    }
    return HealthUnit.Conversion(scale)
  }

  /// Converts a value in this unit to another.
  ///
  /// - Returns: the value in the other unit, rounded once (see `HealthUnit.Conversion`).
  /// - Throws: `UnitError` if the units are not compatible.
  public func convert(_ value: Double, to other: HealthUnit) throws(UnitError) -> Double {
    try conversion(to: other)(value)
  }

  /// The conversion of a stored value to a figure for people: in percent, the fraction 0.958 becomes 95.8.
  package func figureConversion(to other: HealthUnit) throws(UnitError) -> HealthUnit.Conversion {
    guard other == .percent, isCompatible(with: other) else { return try conversion(to: other) }
    return HealthUnit.Conversion((self / other).scale * Scale(1, tenTo: 2))
  }

  /// Converts between figures for people: 95 % is 0.95 count.
  package func convertFigure(_ value: Double, to other: HealthUnit) throws(UnitError) -> Double {
    guard self == .percent, isCompatible(with: other) else {
      return try figureConversion(to: other)(value)
    }
    if other == .percent { return value }
    return HealthUnit.Conversion((self / other).scale * Scale(1, tenTo: -2))(value)
  }

  /// The exponent, if conversion to another unit multiplies by a power of ten.
  ///
  /// - Returns: 3 for km to m, 0 for Cal to kcal; `nil` for mi to m, and for incompatible units.
  public func powerOfTen(to other: HealthUnit) -> Int? {
    try? conversion(to: other).powerOfTen
  }

  /// The conversion to grams, meters, seconds, kelvins and the reference units of other dimensions.
  var coherentConversion: HealthUnit.Conversion {
    guard let temperatureOffset else { return HealthUnit.Conversion(scale) }
    return HealthUnit.Conversion(scale, offset: temperatureOffset, otherOffset: 0)
  }

  /// The size in coherent units.
  private var scale: Scale {
    factors.reduce(.one) { $0 * $1.atom.scale.raised(to: $1.power) }
  }

  /// For a unit that is a temperature alone: the number, in hundredths, that is added to values before scaling to kelvins.
  private var temperatureOffset: Int? {
    guard factors.count == 1, let factor = factors.first, factor.power == 1,
      factor.atom.base.dimension == .temperature
    else { return nil }
    return factor.atom.base.definition.offset
  }
}

extension HealthUnit {
  /// `count`.
  public static let count = HealthUnit(.count)
  /// `%`: HealthKit stores a fraction, of which 1 is the whole.
  public static let percent = HealthUnit(.percent)
  /// `count/min`: the unit of heart and breathing rates.
  public static let countPerMinute = count / minute

  /// `g`.
  public static let gram = HealthUnit(.gram)
  /// `mg`.
  public static let milligram = HealthUnit(.gram, prefix: .milli)
  /// `mcg`.
  public static let microgram = HealthUnit(.gram, prefix: .micro)
  /// `kg`.
  public static let kilogram = HealthUnit(.gram, prefix: .kilo)
  /// `oz`.
  public static let ounce = HealthUnit(.ounce)
  /// `lb`.
  public static let pound = HealthUnit(.pound)
  /// `st`.
  public static let stone = HealthUnit(.stone)

  /// `m`.
  public static let meter = HealthUnit(.meter)
  /// `cm`.
  public static let centimeter = HealthUnit(.meter, prefix: .centi)
  /// `km`.
  public static let kilometer = HealthUnit(.meter, prefix: .kilo)
  /// `in`.
  public static let inch = HealthUnit(.inch)
  /// `ft`.
  public static let foot = HealthUnit(.foot)
  /// `yd`.
  public static let yard = HealthUnit(.yard)
  /// `mi`.
  public static let mile = HealthUnit(.mile)
  /// `m/s`.
  public static let meterPerSecond = meter / second

  /// `L`.
  public static let liter = HealthUnit(.liter)
  /// `mL`.
  public static let milliliter = HealthUnit(.liter, prefix: .milli)
  /// `fl_oz_us`.
  public static let fluidOunceUS = HealthUnit(.fluidOunceUS)
  /// `fl_oz_imp`.
  public static let fluidOunceImperial = HealthUnit(.fluidOunceImperial)
  /// `pt_us`.
  public static let pintUS = HealthUnit(.pintUS)
  /// `pt_imp`.
  public static let pintImperial = HealthUnit(.pintImperial)
  /// `cup_us`.
  public static let cupUS = HealthUnit(.cupUS)
  /// `cup_imp`.
  public static let cupImperial = HealthUnit(.cupImperial)

  /// `s`.
  public static let second = HealthUnit(.second)
  /// `ms`.
  public static let millisecond = HealthUnit(.second, prefix: .milli)
  /// `min`.
  public static let minute = HealthUnit(.minute)
  /// `hr`.
  public static let hour = HealthUnit(.hour)
  /// `d`.
  public static let day = HealthUnit(.day)

  /// `kcal`.
  public static let kilocalorie = HealthUnit(.kilocalorie)
  /// `cal`.
  public static let smallCalorie = HealthUnit(.smallCalorie)
  /// `Cal`: of the same size as `kcal`.
  public static let largeCalorie = HealthUnit(.largeCalorie)
  /// `J`.
  public static let joule = HealthUnit(.joule)
  /// `kJ`.
  public static let kilojoule = HealthUnit(.joule, prefix: .kilo)
  /// `W`.
  public static let watt = HealthUnit(.watt)

  /// `mmHg`.
  public static let millimeterOfMercury = HealthUnit(.millimeterOfMercury)
  /// `inHg`.
  public static let inchOfMercury = HealthUnit(.inchOfMercury)
  /// `cmAq`.
  public static let centimeterOfWater = HealthUnit(.centimeterOfWater)
  /// `atm`.
  public static let atmosphere = HealthUnit(.atmosphere)
  /// `Pa`.
  public static let pascal = HealthUnit(.pascal)
  /// `dBASPL`.
  public static let decibelAWeightedSoundPressureLevel =
    HealthUnit(.decibelAWeightedSoundPressureLevel)
  /// `dBHL`.
  public static let decibelHearingLevel = HealthUnit(.decibelHearingLevel)
  /// `K`.
  public static let kelvin = HealthUnit(.kelvin)
  /// `degC`.
  public static let degreeCelsius = HealthUnit(.degreeCelsius)
  /// `degF`.
  public static let degreeFahrenheit = HealthUnit(.degreeFahrenheit)
  /// `Hz`.
  public static let hertz = HealthUnit(.hertz)
  /// `mcV`.
  public static let microvolt = HealthUnit(.volt, prefix: .micro)
  /// `V`.
  public static let volt = HealthUnit(.volt)
  /// `S`.
  public static let siemens = HealthUnit(.siemens)
  /// `lx`.
  public static let lux = HealthUnit(.lux)
  /// `D`.
  public static let diopter = HealthUnit(.diopter)
  /// `prism_diopter`.
  public static let prismDiopter = HealthUnit(.prismDiopter)
  /// `IU`.
  public static let internationalUnit = HealthUnit(.internationalUnit)
  /// `rad`.
  public static let radian = HealthUnit(.radian)
  /// `deg`.
  public static let degreeOfArc = HealthUnit(.degreeOfArc)

  /// `mg/dL`.
  public static let milligramPerDeciliter = milligram / HealthUnit(.liter, prefix: .deci)
  /// `mmol<180.1558800000541>/L`, with the molar mass of glucose that HealthKit uses.
  public static let millimolePerLiterOfGlucose =
    HealthUnit(UnitAtom(base: .moleWithMolarMass, prefix: .milli, molarMass: .glucose)) / liter
}
