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
