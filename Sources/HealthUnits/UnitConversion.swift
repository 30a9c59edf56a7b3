extension HealthUnit {
  /// The way from one unit to another, worked out once and applied to any number of values.
  ///
  /// The factor between two units is held exactly, and a result is the `Double` nearest to the value
  /// times that factor: one rounding, ties to even. So 20 g are 0.02 kg, 1 mi is 1609.344 m, 98.6 degF
  /// are 37 degC. The value is taken as the binary number it is.
  ///
  /// More than one rounding, and perhaps another last digit, have only: angles between degrees and
  /// radians, as π is rounded too; factors that need more than 64 bits, such as that of lb^3 to g^3;
  /// results below the smallest normal `Double`; temperatures extremely near to or far from 0.
  public struct Conversion: Sendable {
    private enum Method {
      /// By numbers that are a `Double` exactly: one operation, one rounding.
      case multiply(Double)
      case divide(Double)
      /// `value · numerator / denominator · 2^exponent`.
      case ratio(numerator: UInt64, denominator: UInt64, exponent: Int)
      /// `(value · numerator + offset) / denominator`.
      case linear(numerator: Int128, offset: Int128, denominator: UInt64)
    }

    private let method: Method
    /// The size of the first unit over that of the second.
    private let scale: Scale

    /// If the conversion multiplies by a power of ten, that power, else `nil`: 3 for km to m, 0 for
    /// Cal to kcal. A decimal spelling then converts by moving its point.
    public let powerOfTen: Int?

    /// - Parameter scale: the size of the first unit over that of the second.
    init(_ scale: Scale) {
      (method, powerOfTen) = (Self.scaling(by: scale), scale.powerOfTen)
      self.scale = scale
    }

    /// Between temperatures.
    ///
    /// - Parameter offset: what is added to a value before it is scaled, in hundredths of the first unit.
    init(_ scale: Scale, offset: Int, otherOffset: Int) {
      // No temperature unit is so large or small that this would leave 128 or 64 bits.
      let ratio = scale.withoutFives
      let numerator = Int128(ratio.numerator) << max(0, ratio.twos)
      let denominator = ratio.denominator << max(0, -ratio.twos)
      let difference = Int128(offset) * numerator - Int128(otherOffset) * Int128(denominator)
      let isShifted = difference != 0
      method =
        isShifted
        ? .linear(numerator: 100 * numerator, offset: difference, denominator: 100 * denominator)
        : Self.scaling(by: scale)
      powerOfTen = isShifted ? nil : scale.powerOfTen
      self.scale = scale
    }

    private static func scaling(by scale: Scale) -> Method {
      let ratio = scale.withoutFives
      let isExact = max(ratio.numerator, ratio.denominator) <= 1 << 53 && abs(ratio.twos) < 900
      func exactly(_ integer: UInt64, _ exponent: Int) -> Double {
        Double(sign: .plus, exponent: exponent, significand: Double(integer))
      }
      if isExact, ratio.denominator == 1 { return .multiply(exactly(ratio.numerator, ratio.twos)) }
      if isExact, ratio.numerator == 1 { return .divide(exactly(ratio.denominator, -ratio.twos)) }
      return .ratio(
        numerator: ratio.numerator, denominator: ratio.denominator, exponent: ratio.twos)
    }

    /// Converts a value.
    ///
    /// - Returns: the value in the second unit, infinite if that is too large for a `Double`. A value
    ///   that is not finite is returned unchanged.
    public func callAsFunction(_ value: Double) -> Double {
      guard value.isFinite else { return value }
      var result =
        switch method {
        case .multiply(let factor): value * factor
        case .divide(let divisor): value / divisor
        case .ratio(let numerator, let denominator, let exponent):
          value.scaled(by: numerator, over: denominator, exponent: exponent)
        case .linear(let numerator, let offset, let denominator):
          value.mapped(times: numerator, plus: offset, over: denominator)
        }
      for _ in 0..<scale.pis.magnitude {
        result = scale.pis > 0 ? result * .pi : result / .pi
      }
      return result
    }
  }
}

extension HealthUnit.Conversion {
  /// Converts a decimal number, `digits · 10^exponent`, which is taken as the decimal it is: 5.3 mi are
  /// 8.5295232 km to the last digit, though 5.3 is no `Double`.
  ///
  /// - Parameter exponent: the power of ten they are multiplied by.
  /// - Returns: the `Double` nearest to the result, under the conditions stated for the type; infinite if
  ///   that is too large.
  public func callAsFunction(digits: Int64, exponent: Int) -> Double {
    var result: Double?
    if case .linear(let numerator, let offset, let denominator) = method {
      result = Double.mapped(
        digits, exponent, times: numerator, plus: offset, over: denominator)
    } else if digits != 0, scale.pis == 0, exponent.magnitude <= 400 {
      let ratio = (Scale(digits.magnitude, tenTo: exponent) * scale).withoutFives
      let size = Double(
        quotient: UInt128(ratio.numerator), ratio.denominator, exponent: ratio.twos)
      result = digits < 0 ? -size : size
    }
    return result ?? self(Double("\(digits)e\(exponent)") ?? .nan)
  }
}

/// A base unit with its prefix and molar mass: `kg`, `min`, `mmol<18.02>`.
struct UnitAtom: Hashable, Sendable {
  var base: HealthUnit.Base
  var prefix: HealthUnit.Prefix?
  /// For `moleWithMolarMass`, and for no other.
  var molarMass: MolarMass?

  var symbol: String {
    let prefix = prefix?.symbol ?? ""
    guard let molarMass else { return prefix + base.symbol }
    return "\(prefix)mol<\(molarMass)>"
  }

  /// The size in coherent units, see `BaseUnit.scale`.
  var scale: Scale {
    var scale = base.scale
    if let prefix { scale = scale * Scale(1, tenTo: prefix.rawValue) }
    if let molarMass { scale = scale * molarMass.scale }
    return scale
  }
}

extension UnitAtom: Comparable {
  /// The order of printing: minutes, hours and days, then the other units in the order of `HealthUnit.Base`.
  ///
  /// HealthKit's own order is that of a hash table. This one gives the same text for every unit of
  /// the exports seen: `mL/min·kg`, `kcal/hr·kg`, and also `L/g·s`, `min·count`.
  static func < (left: UnitAtom, right: UnitAtom) -> Bool {
    left.printingOrder < right.printingOrder
  }

  private var printingOrder: (Int, UInt8, Int, MolarMass) {
    let isLongTime = base == .minute || base == .hour || base == .day
    return (isLongTime ? 0 : 1, base.rawValue, prefix?.rawValue ?? 0, molarMass ?? .glucose)
  }
}

/// An atom to a power other than 0: a unit is a product of these.
struct UnitFactor: Hashable, Sendable {
  var atom: UnitAtom
  var power: Int
}
