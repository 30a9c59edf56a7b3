extension Unit {
  /// `count`: how many.
  public static let count = Unit(.count)
  /// `%`: a fraction, in which 1 is all.
  public static let percent = Unit(.percent)
  /// `count/min`: the unit of heart and breathing rates.
  public static let countPerMinute = count / minute

  /// `g`.
  public static let gram = Unit(.gram)
  /// `mg`.
  public static let milligram = Unit(.gram, prefix: .milli)
  /// `mcg`.
  public static let microgram = Unit(.gram, prefix: .micro)
  /// `kg`.
  public static let kilogram = Unit(.gram, prefix: .kilo)
  /// `lb`.
  public static let pound = Unit(.pound)

  /// `m`.
  public static let meter = Unit(.meter)
  /// `cm`.
  public static let centimeter = Unit(.meter, prefix: .centi)
  /// `km`.
  public static let kilometer = Unit(.meter, prefix: .kilo)
  /// `mi`.
  public static let mile = Unit(.mile)
  /// `m/s`.
  public static let meterPerSecond = meter / second

  /// `L`.
  public static let liter = Unit(.liter)
  /// `mL`.
  public static let milliliter = Unit(.liter, prefix: .milli)

  /// `s`.
  public static let second = Unit(.second)
  /// `ms`.
  public static let millisecond = Unit(.second, prefix: .milli)
  /// `min`.
  public static let minute = Unit(.minute)
  /// `hr`.
  public static let hour = Unit(.hour)
  /// `d`.
  public static let day = Unit(.day)

  /// `kcal`.
  public static let kilocalorie = Unit(.kilocalorie)
  /// `kJ`.
  public static let kilojoule = Unit(.joule, prefix: .kilo)
  /// `W`.
  public static let watt = Unit(.watt)

  /// `mmHg`.
  public static let millimeterOfMercury = Unit(.millimeterOfMercury)
  /// `degC`.
  public static let degreeCelsius = Unit(.degreeCelsius)
  /// `degF`.
  public static let degreeFahrenheit = Unit(.degreeFahrenheit)
  /// `Hz`.
  public static let hertz = Unit(.hertz)
  /// `mcV`.
  public static let microvolt = Unit(.volt, prefix: .micro)
  /// `deg`, of arc.
  public static let degreeOfArc = Unit(.degreeOfArc)

  /// `mg/dL`.
  public static let milligramPerDeciliter = milligram / Unit(.liter, prefix: .deci)
  /// `mmol<180.1558800000541>/L`, with the molar mass of glucose that HealthKit uses.
  public static let millimolePerLiterOfGlucose =
    Unit(UnitAtom(base: .moleWithMolarMass, prefix: .milli, molarMass: .glucose)) / liter
}
