import HealthUnits
import Testing

@Suite struct ConversionTests {
  /// Right to the last bit: worked out with exact fractions by another program (Python's
  /// `fractions`), from the definitions of the units, and rounded once.
  static let rows: [(from: String, to: String, value: Double, expected: Double)] = [
    ("g", "st", 284.3648, 0.044779790781250196),
    ("oz", "st", 37.49565844198488, 0.16739133233028963),
    ("lb", "g", 72.2748, 32783.297823276),
    ("st", "mcg", 188.0, 1193855117840.0),
    ("kg", "oz", 14.1, 497.3628634890838),
    ("mg", "kg", 0.10305571244359135, 1.0305571244359135e-07),
    ("mcg", "g", 0.5643682931333867, 5.643682931333866e-07),
    ("m", "cm", 4656.01865839674, 465601.86583967396),
    ("in", "yd", 74.6, 2.072222222222222),
    ("ft", "km", 8751.374955734289, 2.6674190865078113),
    ("yd", "km", 0.051193283064754916, 4.681113803441189e-05),
    ("mi", "in", 0.0003920725704743766, 24.8417180652565),
    ("km", "ft", 208.6191, 684445.8661417323),
    ("cm", "m", 283.4099, 2.834099),
    ("L", "pt_imp", 284.59553209414923, 500.8181221122314),
    ("mL", "L", 0.0016804837890654456, 1.6804837890654456e-06),
    ("fl_oz_us", "L", 0.12934022201868423, 0.0038250468794898715),
    ("fl_oz_imp", "cup_imp", 805.8130120013863, 80.58130120013863),
    ("pt_us", "ft^3", 8.192798378357413, 0.1369022298466842),
    ("pt_imp", "cup_us", 204.8486, 492.0258218195477),
    ("cup_us", "fl_oz_us", 0.0012063059843798853, 0.009650447875039082),
    ("cup_imp", "pt_us", 1.3277, 0.797250608046398),
    ("m^3", "ft^3", 456.64372220287476, 16126.220860054542),
    ("ft^3", "cup_us", 118.2966, 14158.720332467532),
    ("Pa", "hPa", 295.4018, 2.9540179999999996),
    ("hPa", "Pa", 0.2, 20.0),
    ("mmHg", "Pa", 1.4855048533089144, 198.05102534411282),
    ("cmAq", "inHg", 1153.5351610881771, 33.405252436677756),
    ("atm", "cmAq", 14.411749021848742, 14890.615330039245),
    ("inHg", "cmAq", 0.5163345189623215, 17.82983151034745),
    ("kg/m·s^2", "hPa", 207.0, 2.07),
    ("J", "kcal", 0.3556961698229455, 8.501342490988181e-05),
    ("kJ", "cal", 184.0, 43977.055449330786),
    ("cal", "kJ", 0.0007310039924754212, 3.0585207045171625e-06),
    ("kcal", "Cal", 44.72276777667234, 44.72276777667234),
    ("Cal", "J", 66.2, 276980.8),
    ("kg·m^2/s^2", "kcal", 187.0, 0.044694072657743784),
    ("s", "ms", 0.047803274459400025, 47.80327445940002),
    ("ms", "hr", 26.1163, 7.254527777777778e-06),
    ("min", "ms", 298.0, 17880000.0),
    ("hr", "d", 197.21, 8.217083333333333),
    ("d", "s", 0.052658104709905555, 4549.66024693584),
    ("K", "degC", 98.6, -174.55),
    ("K", "degC", 321.76986331684947, 48.61986331684947),
    ("K", "degC", 0.0002110423373281488, -273.1497889576627),
    ("K", "degF", -40.0, -531.67),
    ("K", "degF", 45.7509065556153, -377.31836819989246),
    ("K", "degF", 0.0005011619198362484, -459.6690979085443),
    ("K", "mK", 212.0, 212000.0),
    ("K", "mK", 96.69518855746205, 96695.18855746204),
    ("K", "mK", 0.0005443527655229907, 0.5443527655229907),
    ("degC", "K", 98.6, 371.75),
    ("degC", "K", -22.592963952514012, 250.55703604748598),
    ("degC", "K", 0.0007399220492972732, 273.1507399220493),
    ("degC", "degF", 0.0, 32.0),
    ("degC", "degF", 248.11367364605474, 478.6046125628985),
    ("degC", "degF", 0.0008150470324180779, 32.00146708465835),
    ("degC", "mK", 212.0, 485150.0),
    ("degC", "mK", 139.2827218190793, 412432.7218190793),
    ("degC", "mK", 0.0009177210843426643, 273150.9177210843),
    ("degF", "K", 212.0, 373.15),
    ("degF", "K", 8.843466559955722, 260.2852591999754),
    ("degF", "K", 0.00015183638426293866, 255.37230657576904),
    ("degF", "degC", 212.0, 100.0),
    ("degF", "degC", -41.582809442560986, -40.87933857920055),
    ("degF", "degC", 0.00044012491238494333, -17.777533263937563),
    ("degF", "mK", 98.6, 310150.0),
    ("degF", "mK", 223.8495875281812, 379733.10418232286),
    ("degF", "mK", 0.000776038965576667, 255372.65335498087),
    ("mK", "K", 98.6, 0.0986),
    ("mK", "K", 27.556020496052, 0.027556020496052),
    ("mK", "K", 0.00047349293246195634, 4.7349293246195635e-07),
    ("mK", "degC", 37.0, -273.113),
    ("mK", "degC", 4.151475060090654, -273.14584852493994),
    ("mK", "degC", 6.175528709577128e-05, -273.1499999382447),
    ("mK", "degF", 37.0, -459.6034),
    ("mK", "degF", 183.25692071636658, -459.3401375427105),
    ("mK", "degF", 0.0005554418748802469, -459.6699990002046),
    ("mg/dL", "mmol<180.15588000005408>/L", 120.0, 6.660898328712),
    ("mmol<180.1558800000541>/L", "mg/dL", 120.0, 2161.870560000649),
    ("mg/dL", "mmol<180.15588000005408>/L", 70.0, 3.8855240250820002),
    ("mmol<180.1558800000541>/L", "mg/dL", 70.0, 1261.0911600003787),
    ("mg/dL", "mmol<180.15588000005408>/L", 99.0, 5.4952411211874),
    ("mmol<180.1558800000541>/L", "mg/dL", 99.0, 1783.5432120005355),
    ("mg/dL", "mmol<180.15588000005408>/L", 5.5, 0.3052911733993),
    ("mmol<180.1558800000541>/L", "mg/dL", 5.5, 99.08573400002976),
    ("mg/dL", "mmol<180.15588000005408>/L", 322.33809113157116, 17.892177104154158),
    ("mmol<180.1558800000541>/L", "mg/dL", 322.33809113157116, 5807.110246534584),
    ("kcal/hr·kg", "J/s·g", 4.5, 0.00523),
    ("kcal/hr·kg", "J/s·g", 9.19, 0.010680822222222221),
    ("km/hr", "mi/hr", 5.0, 3.1068559611866697),
    ("min/km", "min/mi", 5.0, 8.04672),
    ("km/hr", "mi/hr", 10.7, 6.648671756939473),
    ("min/km", "min/mi", 10.7, 17.2199808),
    ("count/min", "Hz", 72.0, 1.2),
    ("mL/min·kg", "L/s·g", 41.32, 6.886666666666667e-07),
  ]

  @Test(arguments: rows)
  func roundsOnce(from: String, to: String, value: Double, expected: Double) throws {
    let (from, to) = (try HealthUnit(from), try HealthUnit(to))
    #expect(try from.convert(value, to: to) == expected)
    #expect(try from.convert(-value, to: to) == -expected || from.dimension == .temperature)
  }

  @Test(
    arguments: [
      (20, "g", 0.02, "kg"), (1, "mi", 1609.344, "m"), (100, "degC", 212, "degF"),
      (98.6, "degF", 37, "degC"), (36.6, "degC", 97.88, "degF"), (1, "lb", 453.59237, "g"),
      (72.5, "kcal", 72.5, "Cal"), (0, "degC", 273.15, "K"), (-40, "degF", -40, "degC"),
      (0, "K", -459.67, "degF"), (1, "atm", 760, "mmHg"), (120, "mmHg", 15998.684210526315, "Pa"),
      (1, "L", 0.001, "m^3"), (0.5, "%", 0.5, "count"), (97, "%", 97, "()"),
      (60, "count/min", 1, "Hz"), (1, "mol<18.02>", 18.02, "g"), (1, "st", 14, "lb"),
      (180, "deg", Double.pi, "rad"), (90, "deg", Double.pi / 2, "rad"),
      (Double.pi, "rad", 180, "deg"),
      (1, "deg/s", 60, "deg/min"), (1, "mi/hr", 1.609344, "km/hr"), (1, "ft^2", 0.09290304, "m^2"),
      (5, "degC·m", 9, "degF·m"), (1, "J", 1, "Pa·m^3"), (1, "fL", 1e-18, "m^3"),
      (1, "Tm", 1e27, "fm"),
    ] as [(Double, String, Double, String)])
  func wellKnown(value: Double, from: String, expected: Double, to: String) throws {
    #expect(try HealthUnit(from).convert(value, to: HealthUnit(to)) == expected)
  }

  /// 120 mg/dL over the molar mass as HealthKit prints it, 180.1558800000541 g/mol: all 16 digits.
  /// With the 17 digits of HealthKit's constant it would be 6.660898328712001: 15 digits agree.
  @Test func glucose() throws {
    let constant = try HealthUnit("mmol<180.15588000005408>/L")
    #expect(try HealthUnit("mg/dL").convert(120, to: constant) == 6.660898328712)
    #expect(constant == .millimolePerLiterOfGlucose)
    #expect(constant.description == "mmol<180.1558800000541>/L")
    #expect(try constant.convert(1, to: .milligramPerDeciliter) == 18.01558800000541)
  }

  @Test(
    arguments: [
      ("Cal", "kcal", 0), ("km", "m", 3), ("m", "km", -3), ("mL", "L", -3), ("m^3", "L", 3),
      ("mg/dL", "g/L", -2), ("kcal", "J", nil), ("mi", "m", nil), ("degC", "degC", 0),
      ("degC", "K", nil), ("mK", "K", -3), ("degC·m", "K·m", 0), ("%", "count", 0), ("g", "m", nil),
      ("J", "Pa·L", 3), ("rad", "deg", nil), ("deg", "deg", 0), ("lb^3", "lb^3", 0),
      ("kg·lb^3", "g·lb^3", 3),
      ("hPa", "kPa", -1), ("mmol<18>/L", "mol<18>/mL", -6),
    ] as [(String, String, Int?)])
  func powerOfTen(from: String, to: String, power: Int?) throws {
    #expect(try HealthUnit(from).powerOfTen(to: HealthUnit(to)) == power)
  }

  @Test(arguments: [
    ("lb^3", "g^3", 453.59237 * 453.59237 * 453.59237), ("mi^4", "m^4", 6.708061553213e12),
    ("oz^3/ft^4", "g^3/m^4", 2639791.72), ("lb^9", "kg^9", 8.127e-4),
  ])
  func factorsBeyond64BitsStayNear(from: String, to: String, expected: Double) throws {
    let result = try HealthUnit(from).convert(1, to: HealthUnit(to))
    #expect(abs(result / expected - 1) < 1e-3)
    let back = try HealthUnit(to).convert(result, to: HealthUnit(from))
    #expect(abs(back - 1) < 1e-15)
  }

  @Test func extremeValuesAndFactors() throws {
    let (tera, femto) = (try HealthUnit("Tm^32"), try HealthUnit("fm^32"))
    #expect(try tera.convert(1, to: femto) == .infinity)
    #expect(try femto.convert(1, to: tera) == 0)
    for value in [
      0.0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ] {
      let same = try HealthUnit("lb").convert(value, to: HealthUnit("lb"))
      #expect(same == value && same.sign == value.sign)
      for (from, to) in [
        ("lb", "oz"), ("degF", "degC"), ("degC", "fK"), ("TK", "degF"), ("fK", "degF"),
        ("deg", "rad"),
      ] {
        let result = try HealthUnit(from).convert(value, to: HealthUnit(to))
        #expect(!result.isNaN)
        if !value.isFinite { #expect(result == value) }
      }
    }
    #expect(try HealthUnit("degF").convert(1e300, to: .degreeCelsius) == 1e300 * 5 / 9)
    #expect(try HealthUnit("lb").convert(.nan, to: .gram).isNaN)
    #expect(try HealthUnit("degF").convert(.nan, to: .degreeCelsius).isNaN)
  }

  @Test func conversionIsWorkedOutOnce() throws {
    let conversion = try HealthUnit("mi").conversion(to: .kilometer)
    #expect([1, 2, 26.2].map { conversion($0) } == [1.609344, 3.218688, 42.1648128])
    #expect(conversion.powerOfTen == nil)
  }

  @Test func incompatibleIsAnError() throws {
    let error = #expect(throws: UnitError.self) {
      try HealthUnit.gram.convert(20, to: .kilocalorie)
    }
    #expect(error?.code == .incompatible)
    #expect(error?.text == "g")
    #expect(error?.offset == nil)
    #expect(error?.description == "cannot convert 'g' (mass) to 'kcal' (energy)")
  }
}
