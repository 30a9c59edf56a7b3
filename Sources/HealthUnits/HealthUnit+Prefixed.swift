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
