import LibC

/// The variables that the process was started with.
package enum Environment {
  /// The value of a variable, or `nil` if it is not set.
  public static subscript(name: String) -> String? {
    unsafe getenv(name).map { unsafe String(systemPath: $0) }
  }

  /// The folder for temporary files.
  public static var temporaryFolder: String { self["TMPDIR"] ?? "/tmp" }
}

/// The clock of the system.
package enum SystemClock {
  /// Whole seconds since 1970-01-01 00:00:00 UTC.
  public static var secondsSince1970: Int64 { Int64(time(nil)) }
}

/// Functions of the C library that Swift's own library lacks.
package enum Mathematics {
  package static func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }

  package static func log10(_ value: Double) -> Double {
    LibC.log10(value)
  }

  /// The sine of an angle in radians.
  package static func sine(_ angle: Double) -> Double { LibC.sin(angle) }

  /// The cosine of an angle in radians.
  package static func cosine(_ angle: Double) -> Double { LibC.cos(angle) }

  /// The angle of a point, in radians from -π to π.
  package static func arcTangent(_ y: Double, _ x: Double) -> Double { LibC.atan2(y, x) }
}
