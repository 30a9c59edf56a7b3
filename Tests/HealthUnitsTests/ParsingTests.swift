import HealthTesting
import HealthUnits
import Testing

@Suite struct ParsingTests {
  /// All that was found in real exports.
  static let seen = [
    "count", "count/min", "kcal", "Cal", "km", "mi", "m", "cm", "ft", "in", "yd", "kg", "lb", "g",
    "mg", "mcg", "mL", "%", "ms", "s", "min", "mg/dL", "mmol<180.1558800000541>/L", "mmHg",
    "dBASPL",
    "km/hr", "mi/hr", "m/s", "W", "kcal/hr·kg", "mL/min·kg", "degC", "degF", "lx",
    "appleEffortScore", "IU",
  ]

  @Test(arguments: seen)
  func readsAndPrintsAsExported(text: String) throws {
    #expect(try HealthUnit(text).description == text)
    #expect(try HealthUnit(parsing: text.utf8.span) == HealthUnit(text))
  }

  @Test(arguments: [
    ("", "()"), ("()", "()"), ("((()))", "()"), ("1", "()"), ("m/m", "()"), ("m^0", "()"),
    ("dL/L", "dL/L"), ("1/s", "1/s"), ("s^-1", "1/s"), ("m·1/s", "m/s"), ("(m)", "m"),
    ("m.s", "m·s"), ("m*s", "m·s"), ("m·s", "m·s"), ("s·m", "m·s"), ("m·m", "m^2"), ("m^1", "m"),
    ("kg/m.s^2", "kg/m·s^2"), ("kg/(m.s^2)", "kg/m·s^2"), ("kg.m^-1.s^-2", "kg/m·s^2"),
    ("kg·m^2/s^2", "kg·m^2/s^2"), ("(m^2)^2", "m^4"), ("(m·s^-1)^2", "m^2/s^2"),
    ("((m)^2·s)^-1", "1/m^2·s"), ("ml", "mL"), ("dl", "dL"), ("mg/dl", "mg/dL"),
    ("kcal/(kg*hr)", "kcal/hr·kg"), ("mL/kg·min", "mL/min·kg"), ("count·min", "min·count"),
    ("L/s·g", "L/g·s"), ("kg·g", "g·kg"), ("kg·g^-1", "kg/g"), ("m^32", "m^32"),
    ("m^-32", "1/m^32"),
    ("mol", "mol"), ("mol<18>", "mol<18>"), ("mmol<18.020>", "mmol<18.02>"), ("mol<007>", "mol<7>"),
    ("mol<1800>", "mol<1800>"), ("mol<0.00120>", "mol<0.0012>"), ("mol<0.5>^2", "mol<0.5>^2"),
    ("mol<180.15588000005408>", "mol<180.1558800000541>"),
    ("mol<9999999999999999.9>", "mol<10000000000000000>"),
    ("mol<12345678901234567890>", "mol<12345678901234570000>"),
    ("mol<18>·mol<19>", "mol<18>·mol<19>"), ("mol<18>/mol<18.0>", "()"),
  ])
  func readsEverySpelling(text: String, canonical: String) throws {
    let unit = try HealthUnit(text)
    #expect(unit.description == canonical)
    #expect(try HealthUnit(canonical) == unit)
    #expect(try HealthUnit(canonical).hashValue == unit.hashValue)
    #expect(unit.isNull == (canonical == "()"))
  }

  @Test(arguments: [
    ("kcal", "Cal"), ("m", "m^2"), ("mol<18>", "mol<19>"), ("mol", "mol<18>"), ("km", "m"),
    ("m/s", "s/m"), ("Mg", "mg"), ("dL/L", "()"),
  ])
  func differ(left: String, right: String) throws {
    #expect(try HealthUnit(left) != HealthUnit(right))
  }

  @Test func buildsWhatItReads() throws {
    #expect(try HealthUnit.gram / HealthUnit("dL") == HealthUnit("g/dL"))
    #expect(HealthUnit.countPerMinute == HealthUnit.minute.reciprocal * .count)
    #expect(try HealthUnit.meter.raised(to: 2) / .second.raised(to: 2) == HealthUnit("m^2/s^2"))
    #expect(HealthUnit.meter / .meter == .null)
    #expect(HealthUnit.meter.raised(to: 0) == .null)
    #expect(HealthUnit.meterPerSecond.reciprocal.description == "s/m")
  }
}

@Suite struct RefusalTests {
  @Test(arguments: [
    ("ml/kg/min", "'/' at character 6 of 'ml/kg/min', expected '·', as one '/' is allowed"),
    ("J/m/kg/s", "'/' at character 4 of 'J/m/kg/s', expected '·', as one '/' is allowed"),
    ("/s", "'/' at character 1 of '/s', expected a unit"),
    ("(", "end at character 2 of '(', expected a unit"),
    (")", "')' at character 1 of ')', expected a unit"),
    ("(m·atm/in^4)^2", "'/' at character 7 of '(m·atm/in^4)^2', expected '·' or ')'"),
    ("percent", "unknown unit 'percent' at character 1 of 'percent'; did you mean '%'?"),
    ("ug", "unknown unit 'ug' at character 1 of 'ug'; did you mean 'mcg'?"),
    ("kWh", "unknown unit 'kWh' at character 1 of 'kWh'"),
    ("mg/dLx", "unknown unit 'dLx' at character 4 of 'mg/dLx'"),
    ("L·µg", "unknown unit 'µg' at character 3 of 'L·µg'; did you mean 'mcg'?"),
    ("μmol<18>", "unknown unit 'μmol' at character 1 of 'μmol<18>'; did you mean 'mcmol'?"),
    ("bpm", "unknown unit 'bpm' at character 1 of 'bpm'; did you mean 'count/min'?"),
    ("KG", "unknown unit 'KG' at character 1 of 'KG'; did you mean 'kg'?"),
    ("MG", "unknown unit 'MG' at character 1 of 'MG'; did you mean 'mg'?"),
    ("°C", "unknown unit '°C' at character 1 of '°C'; did you mean 'degC'?"),
    ("mmhg", "unknown unit 'mmhg' at character 1 of 'mmhg'; did you mean 'mmHg'?"),
    (" kg", "unknown unit ' kg' at character 1 of ' kg'"),
    ("2", "unknown unit '2' at character 1 of '2'"),
    ("1m", "unknown unit '1m' at character 1 of '1m'"),
    ("m^2^2", "'^' at character 4 of 'm^2^2', expected '·', '/' or the end"),
    ("m(m)", "'(' at character 2 of 'm(m)', expected '·', '/' or the end"),
    ("(m)(m)", "'(' at character 4 of '(m)(m)', expected '·', '/' or the end"),
    ("m)", "')' at character 2 of 'm)', expected '·', '/' or the end"),
    ("(m", "end at character 3 of '(m', expected '·' or ')'"),
    ("m·", "end at character 3 of 'm·', expected a unit"),
    ("m··s", "'·' at character 3 of 'm··s', expected a unit"),
    ("m/", "end at character 3 of 'm/', expected a unit"),
    ("m^", "end at character 3 of 'm^', expected an integer"),
    ("m^-", "end at character 4 of 'm^-', expected an integer"),
    ("m^+2", "'+' at character 3 of 'm^+2', expected an integer"),
    ("1^2", "'^' at character 2 of '1^2', expected '·', '/' or the end"),
    ("()^2", "')' at character 2 of '()^2', expected a unit"),
    ("m·()", "')' at character 4 of 'm·()', expected a unit"),
    ("km<123>", "'<' at character 3 of 'km<123>', expected '·', '/' or the end"),
    ("mol<>", "'>' at character 5 of 'mol<>', expected a molar mass above 0, in g/mol"),
    ("mol<0.0>", "'0' at character 5 of 'mol<0.0>', expected a molar mass above 0, in g/mol"),
    ("mol<-1>", "'-' at character 5 of 'mol<-1>', expected a molar mass above 0, in g/mol"),
    ("mol<1.2.3>", "'1' at character 5 of 'mol<1.2.3>', expected a molar mass above 0, in g/mol"),
    ("mol<.5>", "'.' at character 5 of 'mol<.5>', expected a molar mass above 0, in g/mol"),
    ("mol<18", "end at character 7 of 'mol<18', expected '>'"),
    ("m^33", "power at character 3 of 'm^33', expected -32 to 32"),
    (
      "m^99999999999999999999",
      "power at character 3 of 'm^99999999999999999999', expected -32 to 32"
    ),
    ("m^20·m^20", "power at character 1 of 'm^20·m^20', expected -32 to 32"),
    ("s·(m^7)^-7", "power at character 3 of 's·(m^7)^-7', expected -32 to 32"),
    ("m^20/m^-20", "power at character 1 of 'm^20/m^-20', expected -32 to 32"),
    ("\u{1b}[2J", "unknown unit '\u{FFFD}[2J' at character 1 of '\u{FFFD}[2J'"),
  ])
  func says(text: String, message: String) {
    let error = #expect(throws: UnitError.self) { try HealthUnit(text) }
    #expect(error?.description == message)
    #expect(error?.text == text)
    let fromBytes = #expect(throws: UnitError.self) { try HealthUnit(parsing: text.utf8.span) }
    #expect(fromBytes == error)
  }

  @Test func textThatIsTooLong() throws {
    let longest = String(repeating: "m·", count: 31) + String(repeating: "1*", count: 80) + "kPa"
    #expect(longest.utf8.count == 256)
    #expect(try HealthUnit(longest).description == "m^31·kPa")
    let error = #expect(throws: UnitError.self) { try HealthUnit(longest + "a") }
    #expect(error?.code == .beyondLimit)
    #expect(error?.offset == 256 - 31)
    #expect(error?.description.hasSuffix("kPa…', expected 256 bytes at most") == true)
  }

  @Test func parenthesesThatAreTooDeep() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "m" + String(repeating: ")", count: depth)
    }
    #expect(try HealthUnit(nested(16)) == .meter)
    let error = #expect(throws: UnitError.self) { try HealthUnit(nested(17)) }
    #expect(error?.code == .beyondLimit)
    #expect(error?.offset == 16)
    #expect(throws: UnitError.self) { try HealthUnit(nested(100).replacing("m", with: "")) }
  }

  @Test(
    arguments: [
      [0xFF], [0xC2], [0x6D, 0xC2], [0x6D, 0xB7], [0x80, 0xC2, 0xB7, 0x6D], [0x00], [0x6D, 0x00],
      [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8(bytes: [UInt8]) {
    let error = #expect(throws: UnitError.self) { try HealthUnit(parsing: bytes.span) }
    #expect(error?.code == .unknownUnit || error?.code == .malformed)
  }

  /// Whatever the text, it is refused, or read as a unit that prints and reads back as itself.
  @Test func randomTextNeverTraps() throws {
    let pieces = [
      "(", ")", "/", "·", ".", "*", "^", "-", "<", ">", "1", "0", "2", "9", "33", "m", "k", "mol",
      "mol<", "mol<18.02>", "g", "kg", "s", "min", "lb", "deg", "degC", "%", "count", "fl_oz_us",
      "TPa", "fL", "()", "(m)", "^2", "^-3", "^32", "µ", "\u{0}", "x", " ", "·kg", "*s", "/hr",
    ]
    var generator = FixedRandom(seed: 42)
    var units: [HealthUnit] = [.null, .gram, .kilocalorie]
    for _ in 0..<4000 {
      let length = Int.random(in: 0...9, using: &generator)
      var text = ""
      for _ in 0..<length { text += pieces.randomElement(using: &generator) ?? "" }
      let unit: HealthUnit
      do {
        unit = try HealthUnit(text)
      } catch {
        let offset = try #require(error.offset)
        #expect(offset <= text.unicodeScalars.count)
        continue
      }
      #expect(try HealthUnit(unit.description) == unit)
      #expect(try unit.convert(1, to: unit) == 1)
      let other = units[units.count / 2]
      #expect((try? unit.convert(36.6, to: other)) == nil || unit.isCompatible(with: other))
      units.append(unit)
    }
    #expect(units.count > 100)
  }
}
