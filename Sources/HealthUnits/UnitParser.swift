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

  /// Reads the whole text.
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

  /// A fault at the current position.
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
