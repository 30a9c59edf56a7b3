/// A unit for people who read metric units and one for those who do not, and how to get from the
/// numbers of the first to those of the second.
struct Unit {
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

  static let count = Unit("count")
  static let perMinute = Unit("count/min")
  static let fraction = Unit("%", places: 6)
  static let energy = Unit("kcal", places: 3, us: "Cal", usPlaces: 3, 1, 1)
  static let distance = Unit("km", places: 6, us: "mi", usPlaces: 6, 621_371, 1_000_000)
  static let speed = Unit("km/hr", places: 4, us: "mi/hr", usPlaces: 4, 621_371, 1_000_000)
  static let stairs = Unit("m/s", places: 6, us: "ft/s", usPlaces: 5, 328_084, 1_000_000)
  static let step = Unit("cm", places: 1, us: "in", usPlaces: 4, 393_701, 1_000)
  static let height = Unit("cm", places: 1, us: "ft", usPlaces: 5, 328_084, 1_000)
  static let mass = Unit("kg", places: 2, us: "lb", usPlaces: 3, 2_204_623, 100_000)
  static let water = Unit("mL", places: 0, us: "fl_oz_us", usPlaces: 4, 338_140, 1_000)
  static let temperature = Unit(
    "degC", places: 4, us: "degF", usPlaces: 4, 9, 5, offset: 320_000)
  /// The molar mass of glucose stands in the unit.
  static let glucose = Unit(
    "mmol<180.1558800000541>/L", places: 4, us: "mg/dL", usPlaces: 0, 180_156, 100_000_000)
  static let pressure = Unit("mmHg")
  static let sound = Unit("dBASPL", places: 4)
  static let minutes = Unit("min")
  static let milliseconds = Unit("ms", places: 4)
  static let grams = Unit("g", places: 2)
  static let milligrams = Unit("mg", places: 1)
  static let power = Unit("W")
  static let effort = Unit("kcal/hr·kg", places: 1)
  static let oxygenUptake = Unit("mL/min·kg", places: 2)
  static let insulin = Unit("IU", places: 1)
  static let meters = Unit("m")
  static let hours = Unit("hr")
}
