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
