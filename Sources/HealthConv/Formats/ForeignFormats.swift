/// Formats that people ask for and that are not written: what to use instead.
enum ForeignFormats {
  /// Names and extensions, each with the sentences that follow its name in an error.
  private static let sentences: [String: String] = {
    let routes = "routes are written as 'gpx'"
    let spreadsheet = "A workbook is written as 'xlsx'"
    let report = "A report for people is not a format"
    let typed = "typed tables are written as 'parquet'"
    return [
      "json": "An object per line is 'jsonl'", "txt": "Text with columns is 'csv'",
      "text": "Text with columns is 'csv'",
      "fhir": "FHIR is not supported; 'jsonl' contains the FHIR of clinical records unchanged",
      "xls": spreadsheet, "ods": spreadsheet, "excel": spreadsheet,
      "html": report, "htm": report, "pdf": report,
      "sql": "SQL statements are not written; a database for SQL is 'sqlite'",
      "kml": "KML is not supported; \(routes)", "kmz": "KML is not supported; \(routes)",
      "tcx": "TCX is not supported; \(routes)", "fit": "FIT is not supported; \(routes)",
      "geojson": "GeoJSON is not supported; \(routes)",
      "arrow": "Arrow files are not supported; \(typed)",
      "feather": "Arrow files are not supported; \(typed)",
      "duckdb": "DuckDB databases are not written; DuckDB reads 'parquet' and 'sqlite'",
      "parquet": "Parquet is written as a folder with a file for each table, not as one file",
    ]
  }()

  /// The sentence about a name or an extension, with a space before it; `nil` for one that is not known.
  static func sentence(about name: String) -> String? { sentences[name].map { " \($0)." } }

  /// What can be done instead.
  static func remedy(for name: String) -> FormatError.Remedy {
    switch name {
    case "html", "htm", "pdf": .makeReport
    case "parquet": .writeFolder(format: "parquet")
    default: .list(.formats)
    }
  }
}
