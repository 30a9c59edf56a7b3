#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Functions of the C library that Swift's own library lacks.
package enum Mathematics {
  /// 10 to a power.
  package static func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }

  /// The logarithm to the base 10.
  package static func log10(_ value: Double) -> Double {
    #if canImport(Glibc)
      Glibc.log10(value)
    #elseif canImport(Musl)
      Musl.log10(value)
    #else
      Darwin.log10(value)
    #endif
  }
}
