public import Foundation
public import HealthUnits

/// A unit of measurement.
public typealias HKUnit = HealthUnit
/// A prefix of a unit.
public typealias HKMetricPrefix = HealthUnit.Prefix
/// A value with its unit.
public typealias HKQuantity = Quantity

/// The molar mass of glucose in g/mol.
public let HKUnitMolarMassBloodGlucose = 180.15588000005408

extension HealthUnit {
  /// The unit of a text such as `mg/dL`. A text that is not a unit ends the program, as an exception of HealthKit does;
  /// `try HealthUnit(_:)` throws.
  public init(from text: String) {
    do { try self.init(text) } catch { preconditionFailure("\(error)") }
  }

  /// The text of the unit.
  public var unitString: String { description }

  /// The product of two units.
  public func unitMultiplied(by unit: HKUnit) -> HKUnit { self * unit }
  /// The quotient of two units.
  public func unitDivided(by unit: HKUnit) -> HKUnit { self / unit }
  /// The unit to a power.
  public func unitRaised(toPower power: Int) -> HKUnit { raised(to: power) }
  /// One divided by the unit.
  public func reciprocal() -> HKUnit { raised(to: -1) }
  /// Whether the unit has no factors.
  public func isNull() -> Bool { self == .null }
  /// Moles of a substance.
  public static func moleUnit(withMolarMass grams: Double) -> HKUnit {
    HKUnit(from: "mol<\(grams)>")
  }
  /// Moles with a prefix of a substance.
  public static func moleUnit(with prefix: HKMetricPrefix, molarMass grams: Double) -> HKUnit {
    HKUnit(from: "\(prefix.symbol)mol<\(grams)>")
  }

  /// `g`.
  public static func gram() -> HKUnit { .gram }
  /// `oz`.
  public static func ounce() -> HKUnit { .ounce }
  /// `lb`.
  public static func pound() -> HKUnit { .pound }
  /// `st`.
  public static func stone() -> HKUnit { .stone }
  /// `m`.
  public static func meter() -> HKUnit { .meter }
  /// `in`.
  public static func inch() -> HKUnit { .inch }
  /// `ft`.
  public static func foot() -> HKUnit { .foot }
  /// `yd`.
  public static func yard() -> HKUnit { .yard }
  /// `mi`.
  public static func mile() -> HKUnit { .mile }
  /// `L`.
  public static func liter() -> HKUnit { .liter }
  /// `fl_oz_us`.
  public static func fluidOunceUS() -> HKUnit { .fluidOunceUS }
  /// `fl_oz_imp`.
  public static func fluidOunceImperial() -> HKUnit { .fluidOunceImperial }
  /// `pt_us`.
  public static func pintUS() -> HKUnit { .pintUS }
  /// `pt_imp`.
  public static func pintImperial() -> HKUnit { .pintImperial }
  /// `cup_us`.
  public static func cupUS() -> HKUnit { .cupUS }
  /// `cup_imp`.
  public static func cupImperial() -> HKUnit { .cupImperial }
  /// `s`.
  public static func second() -> HKUnit { .second }
  /// `min`.
  public static func minute() -> HKUnit { .minute }
  /// `hr`.
  public static func hour() -> HKUnit { .hour }
  /// `d`.
  public static func day() -> HKUnit { .day }
  /// `J`.
  public static func joule() -> HKUnit { .joule }
  /// `kcal`.
  public static func kilocalorie() -> HKUnit { .kilocalorie }
  /// `cal`.
  public static func smallCalorie() -> HKUnit { .smallCalorie }
  /// `Cal`.
  public static func largeCalorie() -> HKUnit { .largeCalorie }
  /// `W`.
  public static func watt() -> HKUnit { .watt }
  /// `Pa`.
  public static func pascal() -> HKUnit { .pascal }
  /// `mmHg`.
  public static func millimeterOfMercury() -> HKUnit { .millimeterOfMercury }
  /// `inHg`.
  public static func inchesOfMercury() -> HKUnit { .inchOfMercury }
  /// `cmAq`.
  public static func centimeterOfWater() -> HKUnit { .centimeterOfWater }
  /// `atm`.
  public static func atmosphere() -> HKUnit { .atmosphere }
  /// `dBASPL`.
  public static func decibelAWeightedSoundPressureLevel() -> HKUnit {
    .decibelAWeightedSoundPressureLevel
  }
  /// `dBHL`.
  public static func decibelHearingLevel() -> HKUnit { .decibelHearingLevel }
  /// `K`.
  public static func kelvin() -> HKUnit { .kelvin }
  /// `degC`.
  public static func degreeCelsius() -> HKUnit { .degreeCelsius }
  /// `degF`.
  public static func degreeFahrenheit() -> HKUnit { .degreeFahrenheit }
  /// `S`.
  public static func siemen() -> HKUnit { .siemens }
  /// `Hz`.
  public static func hertz() -> HKUnit { .hertz }
  /// `V`.
  public static func volt() -> HKUnit { .volt }
  /// `lx`.
  public static func lux() -> HKUnit { .lux }
  /// `D`.
  public static func diopter() -> HKUnit { .diopter }
  /// `prism_diopter`.
  public static func prismDiopter() -> HKUnit { .prismDiopter }
  /// `IU`.
  public static func internationalUnit() -> HKUnit { .internationalUnit }
  /// `rad`.
  public static func radianAngle() -> HKUnit { .radian }
  /// `deg`.
  public static func degreeAngle() -> HKUnit { .degreeOfArc }
  /// `count`.
  public static func count() -> HKUnit { .count }
  /// `%`.
  public static func percent() -> HKUnit { .percent }
  /// `g` with a prefix.
  public static func gramUnit(with prefix: HKMetricPrefix) -> HKUnit { .gram(prefix) }
  /// `m` with a prefix.
  public static func meterUnit(with prefix: HKMetricPrefix) -> HKUnit { .meter(prefix) }
  /// `L` with a prefix.
  public static func literUnit(with prefix: HKMetricPrefix) -> HKUnit { .liter(prefix) }
  /// `s` with a prefix.
  public static func secondUnit(with prefix: HKMetricPrefix) -> HKUnit { .second(prefix) }
  /// `J` with a prefix.
  public static func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit { .joule(prefix) }
  /// `Pa` with a prefix.
  public static func pascalUnit(with prefix: HKMetricPrefix) -> HKUnit { .pascal(prefix) }
  /// `S` with a prefix.
  public static func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit { .siemens(prefix) }
  /// `Hz` with a prefix.
  public static func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit { .hertz(prefix) }
  /// `V` with a prefix.
  public static func voltUnit(with prefix: HKMetricPrefix) -> HKUnit { .volt(prefix) }
  /// `W` with a prefix.
  public static func wattUnit(with prefix: HKMetricPrefix) -> HKUnit { .watt(prefix) }
}

extension Quantity {
  /// A quantity.
  public init(unit: HKUnit, doubleValue: Double) { self.init(doubleValue, unit) }

  /// Whether it converts into a unit.
  public func `is`(compatibleWith unit: HKUnit) -> Bool { isCompatible(with: unit) }

  /// The value in a unit. A unit of another dimension ends the program, as an exception of HealthKit does;
  /// `try value(in:)` throws.
  public func doubleValue(for unit: HKUnit) -> Double {
    do { return try value(in: unit) } catch { preconditionFailure("\(error)") }
  }

  /// Compares two quantities; those of different dimensions end the program.
  public func compare(_ quantity: HKQuantity) -> ComparisonResult {
    do {
      return self == quantity
        ? .orderedSame : try self < quantity ? .orderedAscending : .orderedDescending
    } catch { preconditionFailure("\(error)") }
  }
}
