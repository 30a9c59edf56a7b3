/// A choice of units that go together.
public enum UnitSystem: String, Sendable, CaseIterable {
  /// SI units: meters, kilograms, seconds, kilojoules, millimoles. What is customary in medicine (mmHg,
  /// beats a minute) and small amounts (mg, ms) stay.
  case si
  /// The units of an Apple Health export in a metric region: kilometers, kilograms, kilocalories.
  case metric
  /// The units of an export in the United States: miles, pounds, degrees Fahrenheit.
  case imperial

  /// The unit that this system has in place of a metric one.
  ///
  /// - Returns: The unit, which is `metric` itself wherever the table has no row.
  public func unit(for metric: HealthUnit) -> HealthUnit {
    switch self {
    case .metric: metric
    case .si: Self.table[metric]?.si ?? metric
    case .imperial: Self.table[metric]?.imperial ?? metric
    }
  }

  /// For each metric unit that is not in use everywhere, that of the other systems.
  private static let table: [HealthUnit: (si: HealthUnit, imperial: HealthUnit)] = [
    .kilogram: (.kilogram, .pound),
    .centimeter: (.meter, HealthUnit(.inch)),
    .meter: (.meter, HealthUnit(.foot)),
    .kilometer: (.meter, .mile),
    .kilometer / .hour: (.meterPerSecond, .mile / .hour),
    .meterPerSecond: (.meterPerSecond, HealthUnit(.foot) / .second),
    .degreeCelsius: (.degreeCelsius, .degreeFahrenheit),
    .milliliter: (.milliliter, HealthUnit(.fluidOunceUS)),
    .kilocalorie: (.kilojoule, .kilocalorie),
    .minute: (.second, .minute),
    .milligramPerDeciliter: (.millimolePerLiterOfGlucose, .milligramPerDeciliter),
  ]
}
