extension HealthUnit {
  /// `count`: how many.
  public static let count = HealthUnit(.count)
  /// `%`: a fraction, in which 1 is all.
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
  /// `lb`.
  public static let pound = HealthUnit(.pound)

  /// `m`.
  public static let meter = HealthUnit(.meter)
  /// `cm`.
  public static let centimeter = HealthUnit(.meter, prefix: .centi)
  /// `km`.
  public static let kilometer = HealthUnit(.meter, prefix: .kilo)
  /// `mi`.
  public static let mile = HealthUnit(.mile)
  /// `m/s`.
  public static let meterPerSecond = meter / second

  /// `L`.
  public static let liter = HealthUnit(.liter)
  /// `mL`.
  public static let milliliter = HealthUnit(.liter, prefix: .milli)

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
  /// `kJ`.
  public static let kilojoule = HealthUnit(.joule, prefix: .kilo)
  /// `W`.
  public static let watt = HealthUnit(.watt)

  /// `mmHg`.
  public static let millimeterOfMercury = HealthUnit(.millimeterOfMercury)
  /// `degC`.
  public static let degreeCelsius = HealthUnit(.degreeCelsius)
  /// `degF`.
  public static let degreeFahrenheit = HealthUnit(.degreeFahrenheit)
  /// `Hz`.
  public static let hertz = HealthUnit(.hertz)
  /// `mcV`.
  public static let microvolt = HealthUnit(.volt, prefix: .micro)
  /// `deg`, of arc.
  public static let degreeOfArc = HealthUnit(.degreeOfArc)

  /// `mg/dL`.
  public static let milligramPerDeciliter = milligram / HealthUnit(.liter, prefix: .deci)
  /// `mmol<180.1558800000541>/L`, with the molar mass of glucose that HealthKit uses.
  public static let millimolePerLiterOfGlucose =
    HealthUnit(UnitAtom(base: .moleWithMolarMass, prefix: .milli, molarMass: .glucose)) / liter
}
