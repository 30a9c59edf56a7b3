import LibC

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
