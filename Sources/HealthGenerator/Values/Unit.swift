/// A unit for people who read metric units and one for those who do not, and how to get from the
/// numbers of the first to those of the second.
struct HealthUnit {
  let metric: String
  /// Decimal places of the numbers in the metric unit.
  let places: Int
  let us: String
  let usPlaces: Int
  /// A US significand is the metric one × numerator / denominator + offset.
  let numerator: Int
  let denominator: Int
  let offset: Int

  /// A unit that all people read.
  init(_ name: String, places: Int = 0) {
    self.init(name, places: places, us: name, usPlaces: places, 1, 1)
  }

  init(
    _ metric: String, places: Int, us: String, usPlaces: Int,
    _ numerator: Int, _ denominator: Int, offset: Int = 0
  ) {
    self.metric = metric
    self.places = places
    self.us = us
    self.usPlaces = usPlaces
    self.numerator = numerator
    self.denominator = denominator
    self.offset = offset
  }

  func name(in system: ExportGenerator.UnitSystem) -> String {
    system == .metric ? metric : us
  }

  /// The number to print, of the significand in the metric unit.
  func decimal(_ significand: Int, in system: ExportGenerator.UnitSystem) -> Decimal {
    switch system {
    case .metric: Decimal(significand, places: places)
    case .us: Decimal(significand * numerator / denominator + offset, places: usPlaces)
    }
  }

  static let count = HealthUnit("count")
  static let perMinute = HealthUnit("count/min")
  static let fraction = HealthUnit("%", places: 6)
  static let energy = HealthUnit("kcal", places: 3, us: "Cal", usPlaces: 3, 1, 1)
  static let distance = HealthUnit("km", places: 6, us: "mi", usPlaces: 6, 621_371, 1_000_000)
  static let speed = HealthUnit("km/hr", places: 4, us: "mi/hr", usPlaces: 4, 621_371, 1_000_000)
  static let stairs = HealthUnit("m/s", places: 6, us: "ft/s", usPlaces: 5, 328_084, 1_000_000)
  static let step = HealthUnit("cm", places: 1, us: "in", usPlaces: 4, 393_701, 1_000)
  static let height = HealthUnit("cm", places: 1, us: "ft", usPlaces: 5, 328_084, 1_000)
  static let mass = HealthUnit("kg", places: 2, us: "lb", usPlaces: 3, 2_204_623, 100_000)
  static let water = HealthUnit("mL", places: 0, us: "fl_oz_us", usPlaces: 4, 338_140, 1_000)
  static let temperature = HealthUnit(
    "degC", places: 4, us: "degF", usPlaces: 4, 9, 5, offset: 320_000)
  /// The unit contains the molar mass of glucose.
  static let glucose = HealthUnit(
    "mmol<180.1558800000541>/L", places: 4, us: "mg/dL", usPlaces: 0, 180_156, 100_000_000)
  static let pressure = HealthUnit("mmHg")
  static let sound = HealthUnit("dBASPL", places: 4)
  static let minutes = HealthUnit("min")
  static let milliseconds = HealthUnit("ms", places: 4)
  static let grams = HealthUnit("g", places: 2)
  static let milligrams = HealthUnit("mg", places: 1)
  static let power = HealthUnit("W")
  static let effort = HealthUnit("kcal/hr·kg", places: 1)
  static let oxygenUptake = HealthUnit("mL/min·kg", places: 2)
  static let insulin = HealthUnit("IU", places: 1)
  static let meters = HealthUnit("m")
  static let hours = HealthUnit("hr")
}
