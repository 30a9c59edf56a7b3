extension Format.Option {
  /// The delimiter between the cells of a table, a byte.
  public static let delimiter = Format.Option(
    "delimiter", about: "delimiters",
    help: "The delimiter between the cells of a CSV table: a character such as ';', or tab. "
      + "Default: ',', in a .tsv file tab.",
    expected: "',', ';', '|', tab or another single character", implied: ["tsv": "tab"]
  ) { text -> UInt8? in
    if text == "tab" || text == "\t" { return UInt8(ascii: "\t") }
    // What numbers, dates and names are made of cannot be between them.
    guard text.utf8.count == 1, let byte = text.utf8.first, ",;|:!#$&~^@".utf8.contains(byte) else {
      return nil
    }
    return byte
  }

  /// Whether cells that a spreadsheet would take for a formula get an apostrophe.
  public static let formulaGuard = Format.Option(
    flag: "guard-formulas", about: "guarding formulas",
    help: "In CSV, put an apostrophe before cells that a spreadsheet would interpret as a formula.")
}

extension Format.Option {
  /// Whether a table is for spreadsheet programs.
  public static let spreadsheet = Format.Option(
    flag: "spreadsheet", about: "tables for spreadsheet programs",
    help: "A CSV table that a spreadsheet program opens: a byte order mark, only columns with a "
      + "value, local times with the offset in the next column, no text that is a formula, and a "
      + "decimal comma and semicolons if the locale of the environment has them."
  )
}

extension WriteOptions {
  /// The delimiter between the cells of a table; `nil` for the default of the format.
  public var delimiter: UInt8? {
    get { self[.delimiter] }
    set { self[.delimiter] = newValue }
  }

  /// Whether a table is for spreadsheet programs: with a byte order mark, the columns with a value, local times with the offset in
  /// the next column, and no text that is a formula.
  public var isForSpreadsheet: Bool {
    get { self[.spreadsheet] ?? false }
    set { self[.spreadsheet] = (newValue ? true : nil) as Bool? }
  }

  /// Whether cells that a spreadsheet would take for a formula get an apostrophe.
  public var guardsFormulas: Bool {
    get { self[.formulaGuard] ?? false }
    set { self[.formulaGuard] = (newValue ? true : nil) as Bool? }
  }
}
