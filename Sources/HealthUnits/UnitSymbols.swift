/// The symbols that can be read, each prefix spelled out, and the guesses at those that cannot.
enum UnitSymbols {
  /// The atom of a symbol, `nil` if it is not one. `mol` is that without molar mass.
  static func atom(_ symbol: String) -> UnitAtom? {
    atoms[symbol]
  }

  private static let atoms: [String: UnitAtom] = {
    var atoms: [String: UnitAtom] = [:]
    for base in HealthUnit.Base.allCases where base != .moleWithMolarMass {
      for symbol in base == .liter ? ["L", "l"] : [base.symbol] {
        // A symbol takes precedence over a prefix with another symbol, regardless of their order in
        // the list.
        atoms[symbol] = UnitAtom(base: base)
        guard base.isPrefixable else { continue }
        for prefix in HealthUnit.Prefix.allCases where atoms[prefix.symbol + symbol] == nil {
          atoms[prefix.symbol + symbol] = UnitAtom(base: base, prefix: prefix)
        }
      }
    }
    return atoms
  }()

  /// A suggestion for an unknown symbol: a unit's other name, another sign for micro, or the same
  /// letters in other cases.
  static func suggestion(for symbol: String) -> String? {
    if let name = otherNames[symbol.lowercased()] {
      return name
    }
    if let sign = symbol.first, "uµμ".contains(sign), case let micro = "mc" + symbol.dropFirst(),
      atoms[micro] != nil
    {
      return micro
    }
    // Where two differ by case only (mg, Mg), the smaller: the larger ones are hardly in use.
    let folded = symbol.lowercased()
    return atoms.filter { $0.key.lowercased() == folded && isUsual($0.value) }
      .min { ($0.value.prefix?.rawValue ?? 0, $0.key) < ($1.value.prefix?.rawValue ?? 0, $1.key) }?
      .key
  }

  /// Whether anyone would mean it: not a decilux.
  private static func isUsual(_ atom: UnitAtom) -> Bool {
    let prefixed: [HealthUnit.Base] = [.gram, .meter, .liter, .second, .joule, .pascal, .hertz]
    return atom.prefix == nil || prefixed.contains(atom.base)
  }

  private static let otherNames = [
    "percent": "%", "bpm": "count/min", "rpm": "count/min", "steps": "count", "units": "IU",
    "grams": "g", "mcgs": "mcg", "kgs": "kg", "kilograms": "kg", "lbs": "lb", "pounds": "lb",
    "ounces": "oz", "meters": "m", "inches": "in", "feet": "ft", "yards": "yd", "miles": "mi",
    "floz": "fl_oz_us", "cc": "mL", "cmh2o": "cmAq", "second": "s", "seconds": "s", "sec": "s",
    "minute": "min", "minutes": "min", "mins": "min", "h": "hr", "hour": "hr", "hours": "hr",
    "hrs": "hr", "day": "d", "days": "d", "calories": "kcal", "kcals": "kcal", "watts": "W",
    "c": "degC", "°c": "degC", "℃": "degC", "f": "degF", "°f": "degF", "℉": "degF", "°": "deg",
    "db": "dBASPL",
  ]
}
