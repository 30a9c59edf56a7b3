/// Reads a unit by recursive descent, as HealthKit's `HKUnit(from:)` does:
///
///     unit     = "" | "()" | product [ "/" product ]
///     product  = factor { ( "·" | "*" | "." ) factor }
///     factor   = "1" | ( symbol [ "<" decimal ">" ] | "(" product ")" ) [ "^" integer ]
///
/// At most one `/` is allowed, and everything after it is the denominator: `kg/m.s^2` is
/// `kg/(m·s^2)`. `()` may be in parentheses itself, but is no factor.
struct UnitParser {
  static let maximumLength = 256
  static let maximumDepth = 16
  static let maximumPower = 32

  private let bytes: [UInt8]
  private var position = 0

  /// - Parameter bytes: a copy of the text, which is short.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func unit() throws(UnitError) -> HealthUnit {
    guard bytes.count <= Self.maximumLength else {
      position = Self.maximumLength
      throw error(.beyondLimit, found: "text", expected: "\(Self.maximumLength) bytes at most")
    }
    guard !isNull else { return .null }
    var unit = try product(depth: 0)
    if take("/") {
      unit = unit / (try product(depth: 0))
      guard next != UInt8(ascii: "/") else { throw unexpected("'·', as one '/' is allowed") }
      try checkPowers(of: unit, from: 0)
    }
    guard next == nil else { throw unexpected("'·', '/' or the end") }
    return unit
  }

  /// Whether the text is nothing but nested parentheses.
  private var isNull: Bool {
    let depth = bytes.count / 2
    return bytes.count.isMultiple(of: 2) && depth <= Self.maximumDepth
      && bytes.prefix(depth).allSatisfy { $0 == UInt8(ascii: "(") }
      && bytes.suffix(depth).allSatisfy { $0 == UInt8(ascii: ")") }
  }

  private mutating func product(depth: Int) throws(UnitError) -> HealthUnit {
    let start = position
    var unit = try factor(depth: depth)
    while takeMultiplication() {
      unit = unit * (try factor(depth: depth))
    }
    try checkPowers(of: unit, from: start)
    return unit
  }

  private mutating func factor(depth: Int) throws(UnitError) -> HealthUnit {
    let start = position
    guard take("(") else {
      guard let atom = try atom() else { return .null }
      return HealthUnit(atom).raised(to: try power())
    }
    guard depth < Self.maximumDepth else {
      position = start
      throw error(
        .beyondLimit, found: "'('", expected: "parentheses at most \(Self.maximumDepth) deep")
    }
    let inner = try product(depth: depth + 1)
    guard take(")") else { throw unexpected("'·' or ')'") }
    let unit = inner.raised(to: try power())
    try checkPowers(of: unit, from: start)
    return unit
  }

  /// Reads a symbol; `1` is the factor without one.
  private mutating func atom() throws(UnitError) -> UnitAtom? {
    let start = position
    while let byte = next, !Self.delimiters.contains(byte), !isMiddleDot { position += 1 }
    guard position > start else { throw unexpected("a unit") }
    let symbol = String(decoding: bytes[start..<position], as: UTF8.self)
    guard symbol != "1" else { return nil }
    guard var atom = UnitSymbols.atom(symbol) else {
      position = start
      throw error(
        .unknownUnit, found: "unknown unit '\(symbol)'",
        suggestion: UnitSymbols.suggestion(for: symbol))
    }
    if atom.base == .mole, take("<") {
      atom.base = .moleWithMolarMass
      atom.molarMass = try molarMass()
    }
    return atom
  }

  private mutating func molarMass() throws(UnitError) -> MolarMass {
    let start = position
    while let byte = next, byte != UInt8(ascii: ">") { position += 1 }
    guard let mass = MolarMass(bytes[start..<position]) else {
      position = start
      throw unexpected("a molar mass above 0, in g/mol")
    }
    guard take(">") else { throw unexpected("'>'") }
    return mass
  }

  /// Reads `^` and an integer; without them the power is 1.
  private mutating func power() throws(UnitError) -> Int {
    guard take("^") else { return 1 }
    let start = position
    let sign = take("-") ? -1 : 1
    let digits = bytes[position...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard !digits.isEmpty else { throw unexpected("an integer") }
    position = digits.endIndex
    let power = Int(String(decoding: digits, as: UTF8.self))
    guard let power, power <= Self.maximumPower else { throw powerBeyondLimit(at: start) }
    return sign * power
  }

  private mutating func checkPowers(of unit: HealthUnit, from start: Int) throws(UnitError) {
    guard unit.factors.allSatisfy({ $0.power.magnitude <= Self.maximumPower }) else {
      throw powerBeyondLimit(at: start)
    }
  }
}

extension UnitParser {
  private static let delimiters = Array("()/^*.<>".utf8)

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Whether `·` (U+00B7) follows.
  private var isMiddleDot: Bool { bytes[position...].starts(with: "·".utf8) }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func takeMultiplication() -> Bool {
    if isMiddleDot {
      position += "·".utf8.count
      return true
    }
    return take("*") || take(".")
  }
}

extension UnitParser {
  private func unexpected(_ expected: String) -> UnitError {
    let found = String(decoding: bytes[position...], as: UTF8.self).first.map { "'\($0)'" }
    return error(.malformed, found: found ?? "end", expected: expected)
  }

  private mutating func powerBeyondLimit(at start: Int) -> UnitError {
    position = start
    return error(
      .beyondLimit, found: "power", expected: "-\(Self.maximumPower) to \(Self.maximumPower)")
  }

  private func error(
    _ code: UnitError.Code, found: String, expected: String? = nil, suggestion: String? = nil
  ) -> UnitError {
    var text = String(decoding: bytes.prefix(Self.maximumLength), as: UTF8.self)
    if bytes.count > Self.maximumLength { text += "…" }
    let isScalarStart = { (byte: UInt8) in byte & 0b1100_0000 != 0b1000_0000 }
    return UnitError(
      code, found: found, expected: expected, suggestion: suggestion,
      at: bytes.prefix(position).count(where: isScalarStart), of: text)
  }
}

extension HealthUnit {
  /// Reads a unit as HealthKit writes it, and every other spelling HealthKit reads.
  ///
  /// Symbols are those of `allBases`, with the prefixes of `HealthUnit.Prefix` where allowed. `·`, `*` and
  /// `.` multiply; one `/` divides by all that follows it; `^` raises to an integer; parentheses
  /// group. `mol<M>` carries a molar mass in g/mol, of which 16 significant digits count. The empty
  /// text and `()` are the null unit. There is no white space.
  ///
  /// - Parameter text: such as `kcal/hr·kg` or `mmol<180.1558800000541>/L`; at most 256 bytes, with
  ///   parentheses 16 deep and powers up to 32.
  /// - Throws: `UnitError` with the place of the fault.
  public init(_ text: String) throws(UnitError) {
    var parser = UnitParser(Array(text.utf8.prefix(UnitParser.maximumLength + 1)))
    self = try parser.unit()
  }

  /// Reads a unit from UTF-8. The grammar is that of `init(_:)`.
  ///
  /// - Throws: `UnitError` with the place of the fault.
  public init(parsing bytes: Span<UInt8>) throws(UnitError) {
    var copy: [UInt8] = []
    for index in 0..<min(bytes.count, UnitParser.maximumLength + 1) {
      copy.append(bytes[index])
    }
    var parser = UnitParser(copy)
    self = try parser.unit()
  }
}

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
    "gram": "g", "kilogram": "kg", "pound": "lb", "ounce": "oz", "stone": "st", "stones": "st",
    "meter": "m", "metre": "m", "metres": "m", "inch": "in", "foot": "ft", "yard": "yd",
    "mile": "mi", "liter": "L", "litre": "L", "liters": "L", "litres": "L", "kilometer": "km",
    "kilometre": "km", "kilometers": "km", "kilometres": "km", "calorie": "kcal",
    "joule": "J", "joules": "J", "grams": "g", "mcgs": "mcg", "kgs": "kg", "kilograms": "kg",
    "lbs": "lb", "pounds": "lb",
    "ounces": "oz", "meters": "m", "inches": "in", "feet": "ft", "yards": "yd", "miles": "mi",
    "floz": "fl_oz_us", "cc": "mL", "cmh2o": "cmAq", "second": "s", "seconds": "s", "sec": "s",
    "minute": "min", "minutes": "min", "mins": "min", "h": "hr", "hour": "hr", "hours": "hr",
    "hrs": "hr", "day": "d", "days": "d", "calories": "kcal", "kcals": "kcal", "watts": "W",
    "c": "degC", "°c": "degC", "℃": "degC", "f": "degF", "°f": "degF", "℉": "degF", "°": "deg",
    "db": "dBASPL",
  ]
}

extension HealthUnit: CustomStringConvertible {
  /// The text in HealthKit's grammar, which is parsed as an equal unit: factors with positive powers joined by `·`, then `/`
  /// and the others, such as `mg/dL`, `mL/min·kg`, `1/s`, `()`.
  ///
  /// Factors are printed in a fixed order: minutes, hours and days, then the others in the order of
  /// `allBases`. For the units of exports, the text equals HealthKit's.
  public var description: String {
    quotientText(factors.map { ($0.atom.symbol, $0.power) })
  }
}
