extension HealthUnit {
  /// The dimension of a unit: a product of base dimensions, each to an integer power.
  ///
  /// Units of equal dimension convert into each other. As in HealthKit, volume is length³, pressure
  /// mass / (length · time²), energy pressure · volume and frequency 1 / time, while counts, fractions
  /// and plain numbers have no dimension at all. Power is a base dimension of its own, because
  /// HealthKit does not convert W to J/s (Apple feedback FB22085099); so are the levels, scores and
  /// biological units, which no formula ties to another quantity.
  public struct Dimension: Hashable, Sendable {
    /// The power of each base dimension, in the order of `Base`.
    private var powers: SIMD16<Int32>

    private enum Base: Int, CaseIterable {
      case mass, length, time, temperature, amount, angle, conductance, electricPotential, power
      case illuminance, opticalPower, prismPower, soundPressureLevel, hearingLevel
      case internationalUnits, effort

      var name: String {
        switch self {
        case .mass: "mass"
        case .length: "length"
        case .time: "time"
        case .temperature: "temperature"
        case .amount: "amount of substance"
        case .angle: "angle"
        case .conductance: "conductance"
        case .electricPotential: "electric potential"
        case .power: "power"
        case .illuminance: "illuminance"
        case .opticalPower: "optical power"
        case .prismPower: "prism power"
        case .soundPressureLevel: "sound pressure level"
        case .hearingLevel: "hearing level"
        case .internationalUnits: "biological activity"
        case .effort: "effort score"
        }
      }
    }

    private init(powers: SIMD16<Int32>) {
      self.powers = powers
    }

    private init(_ base: Base) {
      powers = .zero
      powers[base.rawValue] = 1
    }

    /// The dimension of a product.
    public static func * (left: HealthUnit.Dimension, right: HealthUnit.Dimension)
      -> HealthUnit.Dimension
    {
      HealthUnit.Dimension(powers: left.powers &+ right.powers)
    }

    /// The dimension of a quotient.
    public static func / (left: HealthUnit.Dimension, right: HealthUnit.Dimension)
      -> HealthUnit.Dimension
    {
      HealthUnit.Dimension(powers: left.powers &- right.powers)
    }

    /// The dimension of a power.
    ///
    /// - Parameter power: any integer; 0 gives `scalar`.
    public func raised(to power: Int) -> HealthUnit.Dimension {
      HealthUnit.Dimension(powers: powers &* SIMD16(repeating: Int32(truncatingIfNeeded: power)))
    }
  }
}

extension HealthUnit.Dimension {
  /// No dimension: counts, fractions, the null unit.
  public static let scalar = HealthUnit.Dimension(powers: .zero)
  /// Mass, in g. A `mol<…>` with its molar mass has this dimension, too.
  public static let mass = HealthUnit.Dimension(.mass)
  /// Length, in m.
  public static let length = HealthUnit.Dimension(.length)
  /// Time, in s.
  public static let time = HealthUnit.Dimension(.time)
  /// Temperature, in K.
  public static let temperature = HealthUnit.Dimension(.temperature)
  /// Amount of substance, in mol without a molar mass.
  public static let amount = HealthUnit.Dimension(.amount)
  /// Plane angle, in rad.
  public static let angle = HealthUnit.Dimension(.angle)
  /// Electrical conductance, in S.
  public static let conductance = HealthUnit.Dimension(.conductance)
  /// Electric potential difference, in V.
  public static let electricPotential = HealthUnit.Dimension(.electricPotential)
  /// Power, in W.
  public static let power = HealthUnit.Dimension(.power)
  /// Illuminance, in lx.
  public static let illuminance = HealthUnit.Dimension(.illuminance)
  /// Optical power of a lens, in D.
  public static let opticalPower = HealthUnit.Dimension(.opticalPower)
  /// Deflection by a prism, in pD.
  public static let prismPower = HealthUnit.Dimension(.prismPower)
  /// Sound pressure level, in dBASPL.
  public static let soundPressureLevel = HealthUnit.Dimension(.soundPressureLevel)
  /// Hearing level, in dBHL.
  public static let hearingLevel = HealthUnit.Dimension(.hearingLevel)
  /// Biological activity of a substance, in IU.
  public static let internationalUnits = HealthUnit.Dimension(.internationalUnits)
  /// Rated effort of a workout, in appleEffortScore.
  public static let effort = HealthUnit.Dimension(.effort)

  /// Volume, length³.
  public static let volume = length.raised(to: 3)
  /// Pressure, mass / (length · time²).
  public static let pressure = mass / (length * time.raised(to: 2))
  /// Energy, pressure · volume.
  public static let energy = pressure * volume
  /// Frequency, 1 / time.
  public static let frequency = scalar / time

  private static let named: [HealthUnit.Dimension: String] = [
    .scalar: "scalar", .volume: "volume", .pressure: "pressure", .energy: "energy",
    .frequency: "frequency",
  ]
}

extension HealthUnit.Dimension: CustomStringConvertible {
  /// In words: `mass`, `energy`, `mass/length^3`.
  public var description: String {
    if let name = Self.named[self] {
      return name
    }
    return quotientText(Base.allCases.map { ($0.name, Int(powers[$0.rawValue])) })
  }
}

/// A product of powers as text: what has positive powers joined by `·`, then `/` and the rest.
///
/// - Parameter powers: names and their powers in the order to print; those with power 0 are left out.
/// - Returns: such as `kg·m/s^2`, `1/s`, or `()` when nothing is left.
func quotientText(_ powers: [(name: String, power: Int)]) -> String {
  func product(_ sign: Int) -> String {
    powers.filter { $0.power.signum() == sign }
      .map { $0.power.magnitude == 1 ? $0.name : "\($0.name)^\($0.power.magnitude)" }
      .joined(separator: "·")
  }
  let (numerator, denominator) = (product(1), product(-1))
  return switch (numerator.isEmpty, denominator.isEmpty) {
  case (true, true): "()"
  case (false, true): numerator
  case (true, false): "1/\(denominator)"
  case (false, false): "\(numerator)/\(denominator)"
  }
}
