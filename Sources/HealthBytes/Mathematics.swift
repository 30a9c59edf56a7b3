import LibC

/// Functions of the C library that Swift's own library lacks.
package enum Mathematics {
  /// 10 to a power.
  package static func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }

  /// The logarithm to the base 10.
  package static func log10(_ value: Double) -> Double {
    LibC.log10(value)
  }
}
