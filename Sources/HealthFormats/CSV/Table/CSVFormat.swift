import HealthBytes

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
        let isAll =
          !preview.paths.isEmpty && preview.paths.allSatisfy { CSVTableReader.isTable($0) }
        return isAll ? .certain : .no
      }
      let bytes = preview.firstBytes.span
      let start = ByteScan.equal(bytes, at: 0, to: [0xEF, 0xBB, 0xBF] as [UInt8]) ? 3 : 0
      return CSVDelimiter.candidates.contains { delimiter in
        ByteScan.equal(
          bytes, at: start,
          to: Array("kind".utf8) + [delimiter] + Array("type".utf8) + [delimiter])
      } ? .certain : .no
    },
    makeReader: { (input, options) throws(FormatError) in
      CSVTableReader(input, options: options)
    },
    makeWriter: { (output, options) throws(FormatError) in
      if options.layout == CSVLayout.tdda.rawValue {
        guard !options.isForSpreadsheet else {
          throw FormatError(
            .usage, "layout tdda has the columns of another program, and no form for spreadsheets")
        }
        return TDDAWriter(output: output)
      }
      return try CSVTableWriter(output: output, options: options)
    })
}
