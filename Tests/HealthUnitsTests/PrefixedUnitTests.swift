import HealthUnits
import Testing

/// Units with a prefix are those that their texts give.
struct PrefixedUnitTests {
  private static let makers: [(symbol: String, make: @Sendable (HealthUnit.Prefix) -> HealthUnit)] =
    [
      ("g", HealthUnit.gram), ("m", HealthUnit.meter), ("L", HealthUnit.liter),
      ("Pa", HealthUnit.pascal), ("s", HealthUnit.second), ("J", HealthUnit.joule),
      ("S", HealthUnit.siemens), ("Hz", HealthUnit.hertz), ("V", HealthUnit.volt),
      ("W", HealthUnit.watt),
    ]

  @Test(arguments: HealthUnit.Prefix.allCases)
  func areThoseOfTheirTexts(_ prefix: HealthUnit.Prefix) throws {
    for (symbol, make) in Self.makers {
      #expect(try make(prefix) == HealthUnit(prefix.symbol + symbol))
    }
  }
}
