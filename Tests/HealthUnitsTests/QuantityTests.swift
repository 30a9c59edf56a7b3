import HealthUnits
import Testing

@Suite struct DimensionTests {
  @Test(arguments: [
    ("m^3", "L", true), ("m^2·in", "L", true), ("%", "count", true), ("%/m", "count/ft", true),
    ("mol<123>", "mol<456>", true), ("mol<18.02>", "g", true), ("m", "g", false),
    ("%/m", "%/m^2", false), ("W", "J/s", false), ("Hz", "count", false), ("IU", "count", false),
    ("appleEffortScore", "count", false), ("dBASPL", "Pa", false), ("dBASPL", "dBHL", false),
    ("degC", "K", true), ("()", "count", true), ("count/min", "Hz", true), ("Hz", "1/s", true),
    ("g", "kg", true), ("g", "kcal", false), ("mol", "mol<18>", false), ("D", "1/m", false),
    ("rad", "()", false), ("J", "Pa·m^3", true), ("mg/dL", "mmol<180.1558800000541>/L", true),
    ("lx", "D", false), ("S", "V", false), ("J", "kg·m^2/s^2", true), ("dL/L", "%", true),
  ])
  func compatible(left: String, right: String, isCompatible: Bool) throws {
    let (left, right) = (try HealthUnit(left), try HealthUnit(right))
    #expect(left.isCompatible(with: right) == isCompatible)
    #expect(right.isCompatible(with: left) == isCompatible)
    #expect((left.dimension == right.dimension) == isCompatible)
  }

  @Test(arguments: [
    ("kg", "mass"), ("L", "volume"), ("m^3", "volume"), ("mmHg", "pressure"), ("kcal", "energy"),
    ("count/min", "frequency"), ("%", "scalar"), ("mg/dL", "mass/length^3"), ("W", "power"),
    ("m/s", "length/time"), ("IU", "biological activity"), ("mmol<18>/L", "mass/length^3"),
    ("mL/min·kg", "length^3/mass·time"),
  ])
  func inWords(unit: String, dimension: String) throws {
    #expect(try HealthUnit(unit).dimension.description == dimension)
  }
}

@Suite struct QuantityTests {
  @Test func readsInAnotherUnit() throws {
    let quantity = Quantity(20, .gram)
    #expect(try quantity.value(in: .kilogram) == 0.02)
    #expect(try quantity.converted(to: .kilogram).unit == .kilogram)
    #expect(quantity.isCompatible(with: Quantity(1, .pound)))
    #expect(throws: UnitError.self) { try quantity.value(in: .kilocalorie) }
    #expect(quantity.description == "20.0 g")
  }

  @Test(arguments: [
    (20, "g", 0.02, "kg"), (0.5, "%", 0.5, "count"), (72.5, "kcal", 72.5, "Cal"),
    (0, "degC", 273.15, "K"), (100, "degC", 212, "degF"), (60, "count/min", 1, "Hz"),
    (1, "m^3", 1000, "L"), (0, "g", -0.0, "kg"),
  ])
  func equal(left: Double, leftUnit: String, right: Double, rightUnit: String) throws {
    let (left, right) = (
      Quantity(left, try HealthUnit(leftUnit)), Quantity(right, try HealthUnit(rightUnit))
    )
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(try !(left < right) && !(left > right))
  }

  @Test func compares() throws {
    #expect(try Quantity(1, .mile) > Quantity(1, .kilometer))
    #expect(try Quantity(30, .degreeFahrenheit) < Quantity(0, .degreeCelsius))
    #expect(Quantity(1, .gram) != Quantity(1, .meter))
    #expect(Quantity(.nan, .gram) != Quantity(.nan, .gram))
    let error = #expect(throws: UnitError.self) {
      try Quantity(1, .gram) < Quantity(1, .kilocalorie)
    }
    #expect(error?.code == .incompatible)
  }
}
