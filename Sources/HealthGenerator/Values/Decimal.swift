import HealthBytes

/// A number as an export writes it: `significand` × 10^-`places`, so that no number is
/// rounded before it is written, and sums are exact.
struct Decimal {
  var significand: Int
  var places: Int

  init(_ significand: Int, places: Int = 0) {
    self.significand = significand
    self.places = places
  }

  /// 10 to the power of `exponent`, from 0 to 18.
  static func power(_ exponent: Int) -> Int {
    var power = 1
    for _ in 0..<exponent { power &*= 10 }
    return power
  }
}

/// A sum of decimals of up to ten places, without rounding.
struct ExactSum {
  static let places = 10
  private var units: Int128 = 0

  mutating func add(_ number: Decimal) {
    let scale = Decimal.power(max(0, Self.places - number.places))
    units += Int128(number.significand) * Int128(scale)
  }

  mutating func add(_ other: ExactSum) {
    units += other.units
  }

  /// The sum without trailing zeros, as `1234.5`.
  var description: String {
    let scale = Int128(Decimal.power(Self.places))
    let whole = units.magnitude / scale.magnitude
    var fraction = String(units.magnitude % scale.magnitude)
    fraction = String(repeating: "0", count: Self.places - fraction.utf8.count) + fraction
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    return (units < 0 ? "-" : "") + "\(whole)" + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}

extension ByteBuffer {
  /// Appends the number as C's `%g` would: no trailing zeros, an exponent below 0.0001.
  mutating func append(_ number: Decimal) {
    var significand = number.significand
    var places = number.places
    while places > 0, significand % 10 == 0 {
      significand /= 10
      places -= 1
    }
    var digits = 0
    var rest = significand.magnitude
    while rest > 0 {
      rest /= 10
      digits += 1
    }
    let exponent = places - digits + 1
    guard digits > 0, exponent > 4 else {
      return append(fixed: Decimal(significand, places: places))
    }
    // One digit, the others after a point, and the power of ten in two digits.
    append(fixed: Decimal(significand, places: digits - 1))
    append("e-")
    appendTwoDigits(exponent)
  }

  /// Appends the number with all its places, trailing zeros too.
  mutating func append(fixed number: Decimal) {
    if number.significand < 0 { append(UInt8(ascii: "-")) }
    let magnitude = abs(number.significand)
    let scale = Decimal.power(number.places)
    append(decimal: Int64(magnitude / scale))
    guard number.places > 0 else { return }
    append(UInt8(ascii: "."))
    let fraction = magnitude % scale
    var missing = scale / 10
    while missing > 1, fraction < missing {
      append(UInt8(ascii: "0"))
      missing /= 10
    }
    append(decimal: Int64(fraction))
  }
}

/// A metric unit, the US unit for the same quantity, and the conversion of a number from the first to the second.
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

  /// A unit that is the same in both systems.
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

  /// Converts a significand in the metric unit to the number to print.
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
