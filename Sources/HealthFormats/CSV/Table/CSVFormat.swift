import HealthBytes
import HealthModel
import HealthValidation

/// How the rows of the table are divided among files.
enum CSVLayout: String {
  case table, types, tdda
}

extension Format {
  /// Comma-separated values, a row for each sample.
  public static let csv = Format(
    name: "csv", title: "CSV table, a row per sample", extensions: ["csv", "tsv"], isText: true,
    layouts: [
      Format.Layout(CSVLayout.table.rawValue, "one file", outputs: [.file]),
      Format.Layout(
        CSVLayout.types.rawValue, "a file for each type", outputs: [.folder, .archive]),
      Format.Layout(
        CSVLayout.tdda.rawValue, "a file for each type as applehealthdata writes them",
        outputs: [.folder, .archive]),
    ],
    writeOptions: [.delimiter, .formulaGuard, .spreadsheet],
    losses: CSVTableLoss.allCases.map(\.loss),
    rules: csvRules,
    confidence: { preview in
      guard preview.kind == .file else {
        let paths = preview.paths.filter { JunkFiles.kind(of: $0) == nil }
        guard !paths.isEmpty, paths.allSatisfy({ CSVTableReader.isTable($0) }) else { return .no }
        // Tables of other programs are read with a map.
        guard let container = preview.container,
          let entry = container.entries.first(where: { paths.contains($0.path) }),
          let bytes = try? container.firstBytes(of: entry), !bytes.isEmpty
        else { return .certain }
        return isTable(bytes) ? .certain : .no
      }
      return isTable(preview.firstBytes) ? .certain : .no
    },
    makeReader: { (input, options) throws(HealthError) in
      CSVTableReader(input, options: options)
    },
    makeWriter: { (output, options) throws(HealthError) in
      if options.layout == CSVLayout.tdda.rawValue {
        guard !options.isForSpreadsheet else {
          throw HealthError(
            .usage, "layout tdda has the columns of another program, and no form for spreadsheets")
        }
        return TDDAWriter(output: output)
      }
      return try CSVTableWriter(output: output, options: options)
    })
}

/// Whether bytes begin with the header of a table.
private func isTable(_ bytes: [UInt8]) -> Bool {
  let bytes = Input.Preview.text(bytes)
  let start = bytes.byteOrderMarkLength
  return CSVDelimiter.candidates.contains { delimiter in
    ByteScan.equal(
      bytes.span, at: start,
      to: Array("kind".utf8) + [delimiter] + Array("type".utf8) + [delimiter])
  }
}

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

/// Findings of readers in any CSV file.
let csvRules: [Rule] = [
  Rule(
    reader: "malformed-csv", .error,
    title: "quote is not closed",
    explanation: """
      A cell's quote is not closed, or is followed by text, so that the end of the cell is not \
      known. Reading ends there.
      """),
  Rule(
    reader: "row-too-long", .error,
    title: "row exceeds the limit",
    explanation: """
      A row is longer than that of any real sample, often because a quote was not closed. \
      Reading it would take unbounded memory.
      """),
  Rule(
    reader: "missing-header", .error,
    title: "first row does not name the columns",
    explanation: """
      The file is empty, or its first row does not contain the names of the columns.
      """),
  Rule(
    reader: "duplicate-column", .error,
    title: "two columns have the same name",
    explanation: """
      Two columns have the same name, so that it is not known which one is meant. In a file of another program that a map \
      reads, the finding is a warning: the first of them is read.
      """),
  Rule(
    reader: "missing-column", .error,
    title: "required column is missing",
    explanation: """
      The header lacks a column that is required to make a sample.
      """),
  Rule(
    reader: "unknown-column", .warning,
    title: "column is not known",
    explanation: """
      The table has a column that the format does not define. It is left out.
      """),
  Rule(
    reader: "row-length", .error,
    title: "row has another number of cells than the header",
    explanation: """
      A row has more or fewer cells than the header, so that its cells cannot be assigned to \
      columns.
      """),
  Rule(
    reader: "truncated-row", .error,
    title: "file ends within its last row",
    explanation: """
      The last row has fewer cells than the header and no line end: a transfer was cut off, or the disk was full. Its last \
      cell may be a part of a value, so that no sample is made of the row. Samples before it were read.
      """),
  Rule(
    reader: "zero-byte", .error,
    title: "row has zero bytes",
    explanation: """
      A row has bytes that are zero, which no program writes as text: a disk or a transfer lost a part of the file. Where the \
      ends of rows are lost, too, the rests of two rows are read as one, and those between them are missing. Copy or export \
      the file again.
      """),
  Rule(
    reader: "extra-cells", .warning,
    title: "row has more cells than the header",
    explanation: """
      A row has more cells than the header has names. The row is preserved unchanged.
      """),
]
