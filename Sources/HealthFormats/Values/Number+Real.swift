package import HealthModel

/// Numbers as columns of floating point: the one rule of when that is enough.
///
/// No two decimals of up to 15 digits are nearest to the same `Double`, so each such number has one that gives it
/// back, and it alone. Numbers with more digits, with zeros at their end (`72.50`) or spelled otherwise (`-0`, `1E5`)
/// have a text in addition to the column, or the count of decimals if a whole row has the same.
extension Number {
  /// Whether ``init(real:)`` gives exactly the same number.
  package var isReal: Bool {
    isDecimal && (exponent == 0 || digits % 10 != 0)
  }

  /// Whether ``init(real:decimals:)`` gives exactly the same number.
  @inline(__always)
  package var isDecimal: Bool {
    spelling == nil && digits.magnitude < 1_000_000_000_000_000 && exponent <= 0
      && exponent >= -Self.mostDecimals
  }

  /// The number of up to 15 digits that is nearest to a `Double`; if no such number is exact, the shortest.
  package init(real value: Double) {
    var decimals = 0
    while decimals <= Int(Self.mostDecimals), value.magnitude * Self.powers[decimals] < 1e15 {
      if let number = Number(real: value, decimals: decimals) {
        self = number
        return
      }
      decimals &+= 1
    }
    self = Number(value) ?? Number(0)
  }

  /// The number of up to 15 digits and so many decimals that is nearest to a `Double`; `nil` if no such number is exact.
  @inline(__always)
  package init?(real value: Double, decimals: Int) {
    guard decimals >= 0, decimals <= Int(Self.mostDecimals) else { return nil }
    let power = Self.powers[decimals]
    let scaled = value * power
    guard scaled.magnitude < 1e15 else { return nil }
    let digits = Int64(scaled + (scaled < 0 ? -0.5 : 0.5))
    // Digits and power are exact, so the division rounds once: as the text of the number would.
    guard Double(digits) / power == value else { return nil }
    self.init(digits: digits, exponent: Int16(truncatingIfNeeded: 0 &- decimals))
  }

  /// The largest power of ten that a `Double` holds exactly.
  private static var mostDecimals: Int16 { 22 }

  private static let powers: [23 of Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
