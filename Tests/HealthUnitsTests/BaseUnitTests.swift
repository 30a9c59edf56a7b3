import HealthUnits
import Testing

@Suite struct BaseUnitTests {
  typealias Row = (
    symbol: String, dimension: HealthUnit.Dimension, factor: Double, reference: String,
    isPrefixable: Bool,
    introduced: String?
  )

  /// Apple's `HKUnit.h` (iOS 27 SDK), with the digits HealthKit was seen to use.
  static let rows: [Row] = [
    ("g", .mass, 1.0, "g", true, nil),
    ("oz", .mass, 28.349523125, "g", false, nil),
    ("lb", .mass, 453.59237, "g", false, nil),
    ("st", .mass, 6350.29318, "g", false, nil),
    ("m", .length, 1.0, "m", true, nil),
    ("in", .length, 0.0254, "m", false, nil),
    ("ft", .length, 0.3048, "m", false, nil),
    ("yd", .length, 0.9144, "m", false, nil),
    ("mi", .length, 1609.344, "m", false, nil),
    ("L", .volume, 1.0, "L", true, nil),
    ("fl_oz_us", .volume, 0.0295735295625, "L", false, nil),
    ("fl_oz_imp", .volume, 0.0284130625, "L", false, nil),
    ("pt_us", .volume, 0.473176473, "L", false, nil),
    ("pt_imp", .volume, 0.56826125, "L", false, nil),
    ("cup_us", .volume, 0.2365882365, "L", false, nil),
    ("cup_imp", .volume, 0.284130625, "L", false, nil),
    ("Pa", .pressure, 1.0, "Pa", true, nil),
    ("mmHg", .pressure, 133.32236842105263, "Pa", false, nil),
    ("cmAq", .pressure, 98.06649606299213, "Pa", false, nil),
    ("atm", .pressure, 101325.0, "Pa", false, nil),
    ("inHg", .pressure, 3386.38816, "Pa", false, "14.0"),
    ("dBASPL", .soundPressureLevel, 1.0, "dBASPL", false, "13.0"),
    ("s", .time, 1.0, "s", true, nil),
    ("min", .time, 60.0, "s", false, nil),
    ("hr", .time, 3600.0, "s", false, nil),
    ("d", .time, 86400.0, "s", false, nil),
    ("J", .energy, 1.0, "J", true, nil),
    ("cal", .energy, 4.184, "J", false, nil),
    ("kcal", .energy, 4184.0, "J", false, nil),
    ("Cal", .energy, 4184.0, "J", false, "11.0"),
    ("K", .temperature, 1.0, "K", true, nil),
    ("degC", .temperature, 1.0, "K", false, nil),
    ("degF", .temperature, 0.5555555555555556, "K", false, nil),
    ("S", .conductance, 1.0, "S", true, nil),
    ("Hz", .frequency, 1.0, "Hz", true, "13.0"),
    ("V", .electricPotential, 1.0, "V", true, "14.0"),
    ("W", .power, 1.0, "W", true, "16.0"),
    ("rad", .angle, 1.0, "rad", true, "16.0"),
    ("deg", .angle, 0.017453292519943295, "rad", false, "16.0"),
    ("lx", .illuminance, 1.0, "lx", true, "17.0"),
    ("D", .opticalPower, 1.0, "D", false, "16.0"),
    ("pD", .prismPower, 1.0, "pD", false, "16.0"),
    ("dBHL", .hearingLevel, 1.0, "dBHL", false, "13.0"),
    ("IU", .internationalUnits, 1.0, "IU", false, "11.0"),
    ("count", .scalar, 1.0, "count", false, nil),
    ("%", .scalar, 1.0, "count", false, nil),
    ("appleEffortScore", .effort, 1.0, "appleEffortScore", false, "18.0"),
    ("mol", .amount, 1.0, "mol", true, nil),
  ]

  @Test(arguments: rows)
  func hasItsFacts(row: Row) throws {
    let base = try #require(HealthUnit.allBases.first { $0.symbol == row.symbol })
    #expect(base.dimension == row.dimension)
    #expect(base.isPrefixable == row.isPrefixable)
    #expect(base.introduced == row.introduced)
    #expect(base.factor.contains(" \(row.reference)"))
    let (unit, reference) = (try HealthUnit(row.symbol), try HealthUnit(row.reference))
    #expect(unit.description == row.symbol)
    // A difference of two values, so that the offsets of temperatures cancel; close, for those.
    let size = try unit.convert(1000, to: reference) - unit.convert(0, to: reference)
    #expect(abs(size / 1000 - row.factor) <= row.factor * 1e-15)
  }

  @Test func noneIsMissing() {
    let symbols = HealthUnit.allBases.map(\.symbol)
    #expect(symbols.count == 49)
    #expect(Set(symbols) == Set(Self.rows.map(\.symbol) + ["mol<M>"]))
  }

  @Test(arguments: [
    ("ft", "0.3048 m"), ("mmHg", "101325/760 Pa"), ("degF", "5/9 K, from -459.67"),
    ("degC", "1 K, from -273.15"), ("deg", "π/180 rad"), ("mol<M>", "M g"), ("%", "1 count"),
    ("Cal", "4184 J"), ("g", "1 g"),
  ])
  func factorAsText(symbol: String, text: String) throws {
    let base = try #require(HealthUnit.allBases.first { $0.symbol == symbol })
    #expect(base.factor == text)
  }

  @Test func prefixesReadWhereAllowedAndAreUnambiguous() throws {
    var seen: Set<HealthUnit> = []
    for base in HealthUnit.allBases {
      for prefix in HealthUnit.Prefix.allCases {
        let text = prefix.symbol + base.symbol.replacing("<M>", with: "<18.02>")
        guard base.isPrefixable else { continue }
        let unit = try HealthUnit(text)
        #expect(unit.description == text)
        #expect(
          unit.powerOfTen(to: try HealthUnit(String(text.dropFirst(prefix.symbol.count))))
            == prefix.rawValue)
        #expect(seen.insert(unit).inserted)
      }
    }
    #expect(seen.count == 15 * 13)
  }

  @Test(arguments: [
    "kcount", "k%", "mcIU", "kin", "mlb", "kmin", "mhr", "Mcal", "kCal", "mD", "kdeg",
  ])
  func prefixesAreRefusedElsewhere(text: String) {
    #expect(throws: UnitError.self) { try HealthUnit(text) }
  }
}
