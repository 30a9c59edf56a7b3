import HealthUnits
import Testing

struct UnitSystemTests {
  @Test(arguments: [
    ("kg", "kg", "lb"), ("cm", "m", "in"), ("m", "m", "ft"), ("km", "m", "mi"),
    ("km/hr", "m/s", "mi/hr"), ("m/s", "m/s", "ft/s"), ("degC", "degC", "degF"),
    ("mL", "mL", "fl_oz_us"), ("kcal", "kJ", "kcal"), ("min", "s", "min"),
    ("mg/dL", "mmol<180.1558800000541>/L", "mg/dL"),
    // What is customary everywhere, and small amounts.
    ("mmHg", "mmHg", "mmHg"), ("count/min", "count/min", "count/min"), ("%", "%", "%"),
    ("mg", "mg", "mg"), ("ms", "ms", "ms"), ("mL/min·kg", "mL/min·kg", "mL/min·kg"),
  ])
  func replacesMetricUnits(_ metric: String, _ si: String, _ imperial: String) throws {
    let unit = try HealthUnit(metric)
    #expect(UnitSystem.metric.unit(for: unit).description == metric)
    #expect(UnitSystem.si.unit(for: unit).description == si)
    #expect(UnitSystem.imperial.unit(for: unit).description == imperial)
    #expect(UnitSystem.allCases.allSatisfy { $0.unit(for: unit).isCompatible(with: unit) })
  }

  /// Digits no `Double` has are taken as the decimals they are.
  @Test(
    arguments: [
      // Digits, power of ten, units, and the nearest `Double` by exact fractions.
      (53, -1, "mi", "km", 8.5295232), (53, 3, "mi", "km", 85295.232),
      (-125, -1, "kJ", "kcal", -2.9875717017208414), (986, -1, "degF", "degC", 37),
      (3665, -2, "degC", "K", 309.8), (0, -1, "degF", "degC", -17.77777777777778),
      (0, 0, "lb", "kg", 0), (1, -30, "lb", "kg", 4.5359237e-31), (1, 300, "mi", "m", 1.609344e303),
      (1, -30, "degF", "degC", -17.77777777777778), (180, 0, "deg", "rad", Double.pi),
      (5, 307, "km", "m", .infinity),
    ] as [(Int64, Int, String, String, Double)])
  func decimalsConvertExactly(
    _ digits: Int64, _ exponent: Int, _ from: String, _ to: String, _ expected: Double
  ) throws {
    #expect(
      try HealthUnit(from).conversion(to: HealthUnit(to))(digits: digits, exponent: exponent)
        == expected)
  }
}
