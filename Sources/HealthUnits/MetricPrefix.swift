extension HealthUnit {
  /// A prefix that multiplies a unit by a power of ten. The raw value is that power.
  ///
  /// These are the thirteen that HealthKit knows; larger and smaller SI prefixes are not among them.
  public enum Prefix: Int, CaseIterable, Sendable {
    /// 10⁻¹⁵, `f`.
    case femto = -15
    /// 10⁻¹², `p`.
    case pico = -12
    /// 10⁻⁹, `n`.
    case nano = -9
    /// 10⁻⁶, `mc`. Neither `u` nor `µ` is read.
    case micro = -6
    /// 10⁻³, `m`.
    case milli = -3
    /// 10⁻², `c`.
    case centi = -2
    /// 10⁻¹, `d`.
    case deci = -1
    /// 10¹, `da`.
    case deca = 1
    /// 10², `h`.
    case hecto = 2
    /// 10³, `k`.
    case kilo = 3
    /// 10⁶, `M`.
    case mega = 6
    /// 10⁹, `G`.
    case giga = 9
    /// 10¹², `T`.
    case tera = 12

    /// The letters written in front of a unit's symbol, such as `k`.
    public var symbol: String {
      switch self {
      case .femto: "f"
      case .pico: "p"
      case .nano: "n"
      case .micro: "mc"
      case .milli: "m"
      case .centi: "c"
      case .deci: "d"
      case .deca: "da"
      case .hecto: "h"
      case .kilo: "k"
      case .mega: "M"
      case .giga: "G"
      case .tera: "T"
      }
    }
  }
}

// Base units with a prefix, as in `.gram(.kilo)`.

extension HealthUnit {
  /// Grams with a prefix.
  public static func gram(_ prefix: Prefix) -> HealthUnit { HealthUnit(.gram, prefix: prefix) }
  /// Meters with a prefix.
  public static func meter(_ prefix: Prefix) -> HealthUnit { HealthUnit(.meter, prefix: prefix) }
  /// Liters with a prefix.
  public static func liter(_ prefix: Prefix) -> HealthUnit { HealthUnit(.liter, prefix: prefix) }
  /// Pascals with a prefix.
  public static func pascal(_ prefix: Prefix) -> HealthUnit { HealthUnit(.pascal, prefix: prefix) }
  /// Seconds with a prefix.
  public static func second(_ prefix: Prefix) -> HealthUnit { HealthUnit(.second, prefix: prefix) }
  /// Joules with a prefix.
  public static func joule(_ prefix: Prefix) -> HealthUnit { HealthUnit(.joule, prefix: prefix) }
  /// Siemens with a prefix.
  public static func siemens(_ prefix: Prefix) -> HealthUnit {
    HealthUnit(.siemens, prefix: prefix)
  }
  /// Hertz with a prefix.
  public static func hertz(_ prefix: Prefix) -> HealthUnit { HealthUnit(.hertz, prefix: prefix) }
  /// Volts with a prefix.
  public static func volt(_ prefix: Prefix) -> HealthUnit { HealthUnit(.volt, prefix: prefix) }
  /// Watts with a prefix.
  public static func watt(_ prefix: Prefix) -> HealthUnit { HealthUnit(.watt, prefix: prefix) }
}
