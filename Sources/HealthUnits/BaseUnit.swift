extension HealthUnit {
  /// A unit with its own symbol, from which prefixed units, products and powers are built.
  ///
  /// The list is that of Apple's `HKUnit.h` (iOS 27 SDK) with `yd`, `deg`, `D`, `pD` and plain `mol`,
  /// which HealthKit reads though the header's list lacks them.
  public enum Base: UInt8, CaseIterable, Sendable {
    /// Gram (`g`).
    case gram
    /// Avoirdupois ounce (`oz`), a sixteenth of a pound.
    case ounce
    /// International avoirdupois pound (`lb`).
    case pound
    /// Stone (`st`), 14 pounds.
    case stone
    /// Meter (`m`).
    case meter
    /// International inch (`in`).
    case inch
    /// International foot (`ft`).
    case foot
    /// International yard (`yd`).
    case yard
    /// International mile (`mi`).
    case mile
    /// Liter. `l` is read, `L` is printed.
    case liter
    /// US customary fluid ounce (`fl_oz_us`).
    case fluidOunceUS
    /// Imperial fluid ounce (`fl_oz_imp`).
    case fluidOunceImperial
    /// US liquid pint (`pt_us`).
    case pintUS
    /// Imperial pint (`pt_imp`).
    case pintImperial
    /// US customary cup (`cup_us`).
    case cupUS
    /// Imperial cup (`cup_imp`), half a pint.
    case cupImperial
    /// Pascal (`Pa`).
    case pascal
    /// Millimeter of mercury (`mmHg`), taken as the torr.
    case millimeterOfMercury
    /// Centimeter of water (`cmAq`).
    case centimeterOfWater
    /// Standard atmosphere (`atm`).
    case atmosphere
    /// Inch of mercury (`inHg`).
    case inchOfMercury
    /// A-weighted decibel of sound pressure level (`dBASPL`).
    case decibelAWeightedSoundPressureLevel
    /// Second (`s`).
    case second
    /// Minute (`min`).
    case minute
    /// Hour (`hr`).
    case hour
    /// Day of 24 hours (`d`).
    case day
    /// Joule (`J`).
    case joule
    /// Thermochemical calorie (`cal`).
    case smallCalorie
    /// Kilocalorie. A unit of its own: `cal` takes no prefix.
    case kilocalorie
    /// Large calorie (`Cal`), the same energy as a kilocalorie. The capital matters.
    case largeCalorie
    /// Kelvin (`K`).
    case kelvin
    /// Degree Celsius (`degC`).
    case degreeCelsius
    /// Degree Fahrenheit (`degF`).
    case degreeFahrenheit
    /// Siemens (`S`).
    case siemens
    /// Hertz (`Hz`).
    case hertz
    /// Volt (`V`).
    case volt
    /// Watt (`W`).
    case watt
    /// Radian (`rad`).
    case radian
    /// Degree of arc (`deg`).
    case degreeOfArc
    /// Lux (`lx`).
    case lux
    /// Diopter of a lens (`D`).
    case diopter
    /// Prism diopter (`pD`).
    case prismDiopter
    /// Decibel of hearing level (`dBHL`).
    case decibelHearingLevel
    /// International unit of a biological substance (`IU`).
    case internationalUnit
    /// Count (`count`).
    case count
    /// Percent as HealthKit defines it, a fraction of 1: HealthKit's 0.97 % equals 0.97 count,
    /// which people call 97 percent.
    case percent
    /// Score of rated effort (`appleEffortScore`).
    case appleEffortScore
    /// Mole of a substance of known molar mass, written `mol<M>` with `M` in g/mol.
    case moleWithMolarMass
    /// Mole of an unknown substance (`mol`).
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

    /// The iOS version that introduced the unit, such as `14.0`; `nil` for units of the first
    /// HealthKit.
    public var introduced: String? { definition.introduced }
  }
}

extension HealthUnit.Base {
  struct Definition: Sendable {
    var symbol: String
    var dimension: HealthUnit.Dimension
    /// The size in the reference unit of the dimension, exactly; `M` is the molar mass.
    var factor = "1"
    /// The reference unit: the one of factor 1.
    var reference: String
    var isPrefixable = false
    var introduced: String?
    /// For temperatures: hundredths to add before the factor applies.
    var offset = 0

    /// A unit with SI prefixes, itself the reference.
    static func si(
      _ symbol: String, _ dimension: HealthUnit.Dimension, since introduced: String? = nil
    )
      -> Self
    {
      Self(
        symbol: symbol, dimension: dimension, reference: symbol, isPrefixable: true,
        introduced: introduced)
    }

    /// A unit without prefixes, a multiple of a reference unit.
    static func unit(
      _ symbol: String, _ dimension: HealthUnit.Dimension, _ factor: String = "1",
      _ reference: String? = nil,
      since introduced: String? = nil
    ) -> Self {
      Self(
        symbol: symbol, dimension: dimension, factor: factor, reference: reference ?? symbol,
        introduced: introduced)
    }

    var factorText: String {
      let size = "\(factor) \(reference)"
      guard offset != 0 else { return size }
      return "\(size), from -\(offset / 100).\(offset % 100)"
    }

    /// The size in grams, meters, seconds and the reference units of the other dimensions.
    var scale: Scale {
      let size = Scale(literal: factor)
      return switch dimension {
      case .volume: size * Scale(1, tenTo: -3)  // 1 L = 0.001 m³
      case .pressure, .energy: size * Scale(1, tenTo: 3)  // 1 Pa = 1000 g/(m·s²), 1 J = 1 Pa·m³
      default: size
      }
    }
  }

  var definition: Definition { Self.definitions[Int(rawValue)] }

  /// The size in coherent units, see `Definition.scale`.
  var scale: Scale { Self.scales[Int(rawValue)] }

  private static let definitions = allCases.map(\.row)
  private static let scales = allCases.map(\.definition.scale)

  /// The sources of the numbers are named at `factor`.
  private var row: Definition {
    switch self {
    case .gram: .si("g", .mass)
    case .ounce: .unit("oz", .mass, "28.349523125", "g")
    case .pound: .unit("lb", .mass, "453.59237", "g")
    case .stone: .unit("st", .mass, "6350.29318", "g")

    case .meter: .si("m", .length)
    case .inch: .unit("in", .length, "0.0254", "m")
    case .foot: .unit("ft", .length, "0.3048", "m")
    case .yard: .unit("yd", .length, "0.9144", "m")
    case .mile: .unit("mi", .length, "1609.344", "m")

    case .liter: .si("L", .volume)
    case .fluidOunceUS: .unit("fl_oz_us", .volume, "0.0295735295625", "L")
    case .fluidOunceImperial: .unit("fl_oz_imp", .volume, "0.0284130625", "L")
    case .pintUS: .unit("pt_us", .volume, "0.473176473", "L")
    case .pintImperial: .unit("pt_imp", .volume, "0.56826125", "L")
    case .cupUS: .unit("cup_us", .volume, "0.2365882365", "L")
    case .cupImperial: .unit("cup_imp", .volume, "0.284130625", "L")

    case .pascal: .si("Pa", .pressure)
    case .millimeterOfMercury: .unit("mmHg", .pressure, "101325/760", "Pa")
    case .centimeterOfWater: .unit("cmAq", .pressure, "249.0889/2.54", "Pa")
    case .atmosphere: .unit("atm", .pressure, "101325", "Pa")
    case .inchOfMercury: .unit("inHg", .pressure, "3386.38816", "Pa", since: "14.0")
    case .decibelAWeightedSoundPressureLevel: .unit("dBASPL", .soundPressureLevel, since: "13.0")

    case .second: .si("s", .time)
    case .minute: .unit("min", .time, "60", "s")
    case .hour: .unit("hr", .time, "3600", "s")
    case .day: .unit("d", .time, "86400", "s")

    case .joule: .si("J", .energy)
    case .smallCalorie: .unit("cal", .energy, "4.184", "J")
    case .kilocalorie: .unit("kcal", .energy, "4184", "J")
    case .largeCalorie: .unit("Cal", .energy, "4184", "J", since: "11.0")

    case .kelvin: .si("K", .temperature)
    case .degreeCelsius:
      Definition(symbol: "degC", dimension: .temperature, reference: "K", offset: 273_15)
    case .degreeFahrenheit:
      Definition(
        symbol: "degF", dimension: .temperature, factor: "5/9", reference: "K", offset: 459_67)

    case .siemens: .si("S", .conductance)
    case .hertz: .si("Hz", .frequency, since: "13.0")
    case .volt: .si("V", .electricPotential, since: "14.0")
    case .watt: .si("W", .power, since: "16.0")
    case .radian: .si("rad", .angle, since: "16.0")
    case .degreeOfArc: .unit("deg", .angle, "π/180", "rad", since: "16.0")
    case .lux: .si("lx", .illuminance, since: "17.0")
    case .diopter: .unit("D", .opticalPower, since: "16.0")
    case .prismDiopter: .unit("pD", .prismPower, since: "16.0")
    case .decibelHearingLevel: .unit("dBHL", .hearingLevel, since: "13.0")
    case .internationalUnit: .unit("IU", .internationalUnits, since: "11.0")

    case .count: .unit("count", .scalar)
    case .percent: .unit("%", .scalar, "1", "count")
    case .appleEffortScore: .unit("appleEffortScore", .effort, since: "18.0")
    case .moleWithMolarMass:
      Definition(
        symbol: "mol<M>", dimension: .mass, factor: "M", reference: "g", isPrefixable: true)
    case .mole: .si("mol", .amount)
    }
  }
}
