extension HealthUnit {
  /// A unit that has a symbol of its own: what prefixes, products and powers are built on.
  ///
  /// The list is that of Apple's `HKUnit.h` (iOS 27 SDK) with `yd`, `deg`, `D`, `pD` and plain `mol`,
  /// which HealthKit reads though the header's list lacks them.
  public enum Base: UInt8, CaseIterable, Sendable {
    /// Gram.
    case gram
    /// Avoirdupois ounce, a sixteenth of a pound.
    case ounce
    /// International avoirdupois pound.
    case pound
    /// Stone, 14 pounds.
    case stone
    /// Meter.
    case meter
    /// International inch.
    case inch
    /// International foot.
    case foot
    /// International yard.
    case yard
    /// International mile.
    case mile
    /// Liter. `l` is read, `L` is printed.
    case liter
    /// US customary fluid ounce.
    case fluidOunceUS
    /// Imperial fluid ounce.
    case fluidOunceImperial
    /// US liquid pint.
    case pintUS
    /// Imperial pint.
    case pintImperial
    /// US customary cup.
    case cupUS
    /// Imperial cup, half a pint.
    case cupImperial
    /// Pascal.
    case pascal
    /// Millimeter of mercury, taken as the torr.
    case millimeterOfMercury
    /// Centimeter of water.
    case centimeterOfWater
    /// Standard atmosphere.
    case atmosphere
    /// Inch of mercury.
    case inchOfMercury
    /// A-weighted decibel of sound pressure level.
    case decibelAWeightedSoundPressureLevel
    /// Second.
    case second
    /// Minute.
    case minute
    /// Hour.
    case hour
    /// Day of 24 hours.
    case day
    /// Joule.
    case joule
    /// Thermochemical calorie.
    case smallCalorie
    /// Kilocalorie. A unit of its own: `cal` takes no prefix.
    case kilocalorie
    /// Large calorie, the same energy as a kilocalorie. The capital matters.
    case largeCalorie
    /// Kelvin.
    case kelvin
    /// Degree Celsius.
    case degreeCelsius
    /// Degree Fahrenheit.
    case degreeFahrenheit
    /// Siemens.
    case siemens
    /// Hertz.
    case hertz
    /// Volt.
    case volt
    /// Watt.
    case watt
    /// Radian.
    case radian
    /// Degree of arc.
    case degreeOfArc
    /// Lux.
    case lux
    /// Diopter of a lens.
    case diopter
    /// Prism diopter.
    case prismDiopter
    /// Decibel of hearing level.
    case decibelHearingLevel
    /// International unit of a biological substance.
    case internationalUnit
    /// Count.
    case count
    /// Percent, as HealthKit has it: a fraction, in which the whole is 1. So 0.97 % is 0.97 count, and
    /// means what people call 97 percent.
    case percent
    /// Score of rated effort.
    case appleEffortScore
    /// Mole of a substance of known molar mass, written `mol<M>` with `M` in g/mol.
    case moleWithMolarMass
    /// Mole of an unknown substance.
    case mole

    /// The text of the unit, case-sensitive: `g`, `mmHg`, `mol<M>`.
    public var symbol: String { definition.symbol }

    /// Its dimension.
    public var dimension: HealthUnit.Dimension { definition.dimension }

    /// Whether it takes a `HealthUnit.Prefix`.
    public var isPrefixable: Bool { definition.isPrefixable }

    /// Its size as text, exact: a number and the reference unit of its dimension, as in `0.3048 m`,
    /// `101325/760 Pa`, or for temperatures `5/9 K, from -459.67`.
    ///
    /// Sizes are the legal definitions where a unit has one: the international yard and pound of 1959,
    /// the US gallon of 231 in³, the imperial gallon of 4.54609 L, the thermochemical calorie. For mmHg
    /// (101325/760 Pa) and cmAq (249.0889/2.54 Pa) they are what HealthKit was seen to use, of which its
    /// header prints fewer digits; for inHg the header's own 3386.38816 Pa. The header calls % 1/100,
    /// but HealthKit converts it as 1.
    public var factor: String { definition.factorText }

    /// The iOS version that introduced it, such as `14.0`; `nil` for those of the first HealthKit.
    public var introduced: String? { definition.introduced }
  }
}
