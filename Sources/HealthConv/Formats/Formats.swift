import HealthBytes
import HealthFormats
import HealthStore
import HealthStoreSQLite

extension Format {
  /// Every format, in the order in which help and documentation list them.
  public static let all: [Format] =
    [
      .appleHealth, .jsonLines, .csv, .csvDataset, .parquet, .spreadsheet, .sportsArchive, .gpx,
      .tcx, .geoJSON, .kml, .fit, .fhir, .openMHealth, .healthAutoExport, .influx,
      .healthConnect, .mapped(databases: .sqlite),
    ]
    + StoreKind.all.map(\.format)

  /// The format of a name, or of a file's usual ending.
  ///
  /// - Parameter name: Its name, such as `jsonl`; case does not matter.
  /// - Throws: `HealthError` of code `.usage` if no format has that name.
  public static func named(
    _ name: String, among formats: [Format] = Format.all
  ) throws(HealthError) -> Format {
    let wanted = name.lowercased()
    if let format = formats.first(where: { $0.name == wanted }) { return format }
    if let format = formats.first(where: { $0.extensions.contains(wanted) }) { return format }
    throw HealthError(
      .usage, "unknown format '\(name.printableName)'.\(suggestion(for: wanted, formats))",
      remedy: ForeignFormats.remedy(for: wanted))
  }

  /// The format to write to a path, by the requested layout and the path's extension.
  ///
  /// - Parameters:
  ///   - path: The path of a file, which may not exist yet.
  ///   - layout: The layout, if one is given; a layout that only one format has implies the format.
  /// - Returns: The format, preferably one that can be written.
  /// - Throws: `HealthError` of code `.usage` if no format has the extension.
  public static func forWriting(
    to path: String, layout: String? = nil, among formats: [Format] = Format.all
  ) throws(HealthError) -> Format {
    // An archive is of any format; another ending that is not the format's is not overruled.
    let named = pathExtension(of: path).map { ending in
      formats.filter { $0.extensions.contains(ending) }.map(\.name)
    }
    if let implied = implied(by: layout, among: formats),
      named?.contains(implied.name) ?? true || pathExtension(of: path) == "zip"
    {
      return implied
    }
    if let (format, _) = ofAddress(path, among: formats) { return format }
    guard let ending = pathExtension(of: path) else {
      throw HealthError(
        .usage,
        path.isEmpty
          ? "the path of the output is empty"
          : "cannot determine the format of '\(path)': it has no extension",
        remedy: path.isEmpty ? nil : .nameOutputFormat)
    }
    let fitting = formats.filter { $0.extensions.contains(ending) }
    if let format = fitting.first(where: { $0.makeWriter != nil }) ?? fitting.first {
      return format
    }
    throw HealthError(
      .usage, "unknown extension '\(ending)' of '\(path)'.\(suggestion(for: ending, formats))",
      remedy: ForeignFormats.remedy(for: ending))
  }

  /// The format that is detected with certainty from the content of an input.
  ///
  /// - Returns: The format, or `nil` if no format is certain.
  static func certain(_ preview: Input.Preview, among formats: [Format]) -> Format? {
    formats.first { $0.makeReader != nil && $0.confidence(preview) == .certain }
  }

  /// The format that is the only one to have a layout.
  ///
  /// - Returns: The format; `nil` if several have such a layout, or none.
  public static func implied(by layout: String?, among formats: [Format] = Format.all) -> Format? {
    let fitting = formats.filter { $0.layouts.contains { $0.name == layout } }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// The format that options of reading are for.
  ///
  /// - Returns: The format; `nil` if the options are for any format.
  public static func implied(
    by options: ReadOptions, among formats: [Format] = Format.all
  ) -> Format? {
    formats.first { format in
      format.readOptions.contains { option in
        option.impliesFormat && options.given.contains { $0.name == option.name }
      }
    }
  }

  /// The format to read an input with: that detected with certainty, otherwise that of its extension, otherwise the most
  /// confident format.
  ///
  /// Bytes that leave no doubt go before the ending, since files are renamed and bytes are not.
  ///
  /// - Returns: The format, or `nil` if the input is of none that is known.
  public static func forReading(
    _ path: String, _ preview: Input.Preview, among formats: [Format] = Format.all
  ) -> Format? {
    var best: (format: Format, confidence: Confidence)?
    for format in formats where format.makeReader != nil {
      let confidence = format.confidence(preview)
      // The following formats need not inspect it: that may take long.
      if confidence == .certain { return format }
      if confidence > best?.confidence ?? .no { best = (format, confidence) }
    }
    let ending = pathExtension(of: path)
    if let ending, let format = formats.first(where: { $0.extensions.contains(ending) }) {
      return format
    }
    return best?.format
  }

  /// The format of a database that is named by an address, and where it is.
  ///
  /// - Parameter path: What a command was given, such as `sqlite:health.db`.
  /// - Returns: The format and the location; of databases that are files, that is the path. `nil` for what is
  ///   no address.
  static func ofAddress(
    _ path: String, among formats: [Format] = Format.all
  ) -> (format: Format, location: String)? {
    guard let colon = path.firstIndex(of: ":") else { return nil }
    let scheme = path[..<colon].lowercased()
    guard let format = formats.first(where: { $0.schemes.contains(scheme) }) else { return nil }
    let isFile = !format.extensions.isEmpty
    return (format, isFile ? String(path[path.index(after: colon)...]) : path)
  }

  /// The suggestion of what is written instead, or of the most similar name for an unknown one.
  private static func suggestion(for name: String, _ formats: [Format]) -> String {
    ForeignFormats.sentence(about: name)
      ?? NearMiss.question(name, formats.flatMap { [$0.name] + $0.extensions })
  }

  /// The extension of a path in lower case; a final `.gz` is ignored.
  static func pathExtension(of path: String) -> String? {
    let path = path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
    let ending = name[name.index(after: point)...]
    return ending.isEmpty ? nil : ending.lowercased()
  }
}

/// Formats that people ask for and that are not written: what to use instead.
enum ForeignFormats {
  /// Names and extensions, each with the sentences that follow its name in an error.
  private static let sentences: [String: String] = {
    let spreadsheet = "A workbook is written as 'xlsx'"
    let report = "A report for people is not a format"
    let typed = "typed tables are written as 'parquet'"
    return [
      "json": "An object per line is 'jsonl'", "txt": "Text with columns is 'csv'",
      "text": "Text with columns is 'csv'",
      "xls": spreadsheet, "ods": spreadsheet, "excel": spreadsheet,
      "html": report, "htm": report, "pdf": report,
      "sql": "SQL statements are not written; a database for SQL is 'sqlite'",
      "kmz": "KMZ is not supported; routes are written as 'kml'",
      "arrow": "Arrow files are not supported; \(typed)",
      "feather": "Arrow files are not supported; \(typed)",
      "duckdb": "DuckDB databases are not written; DuckDB reads 'parquet' and 'sqlite'",
      "parquet": "Parquet is written as a folder with a file for each table, not as one file",
    ]
  }()

  /// The sentence about a name or an extension, with a space before it; `nil` for one that is not known.
  static func sentence(about name: String) -> String? { sentences[name].map { " \($0)." } }

  /// What can be done instead.
  static func remedy(for name: String) -> HealthError.Remedy {
    switch name {
    case "html", "htm", "pdf": .makeReport
    case "parquet": .writeFolder(format: "parquet")
    default: .list(.formats)
    }
  }
}

extension Format {
  /// Checks that each option was declared by one of some formats.
  ///
  /// - Parameter declared: The options of a format, for reading or for writing.
  /// - Throws: `HealthError`: `.usage`.
  static func check(
    _ options: some Format.Options, in used: [Format], _ declared: (Format) -> [Option],
    among formats: [Format] = Format.all
  ) throws(HealthError) {
    for option in options.given {
      let having = { (format: Format) in declared(format).contains { $0.name == option.name } }
      if used.contains(where: having) { continue }
      var names: [String] = []
      for format in used where !names.contains(format.name) { names.append(format.name) }
      let others = formats.filter(having).map(\.name)
      let hint =
        others.isEmpty ? "" : ", only \(list(others)) \(others.count == 1 ? "has" : "have")"
      if others.contains(Format.mappedCSV.name),
        used.contains(where: { $0.name == Format.csv.name })
      {
        throw HealthError(
          .usage,
          "format 'csv' has no option for \(option.subject), and no built-in map fits the columns of the table",
          remedy: .useMap(names: [], needsZone: false))
      }
      throw HealthError(
        .usage,
        "\(names.count == 1 ? "format" : "formats") \(list(names)) \(names.count == 1 ? "has" : "have") "
          + "no option for \(option.subject)\(hint)",
        remedy: option.name == "zone" ? .nameDayZone : nil)
    }
  }

  private static func list(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    let first = quoted.dropLast().joined(separator: ", ")
    return first.isEmpty ? quoted.joined() : "\(first) and \(quoted[quoted.count - 1])"
  }
}

extension ReadOptions {
  /// Checks that each option is one of a format.
  ///
  /// - Parameters:
  ///   - used: The formats of the inputs, of which one has to have the option.
  ///   - formats: The formats that an error names.
  /// - Throws: `HealthError`: `.usage`.
  public func check(
    for used: [Format], among formats: [Format] = Format.all
  ) throws(HealthError) {
    try Format.check(self, in: used, \.readOptions, among: formats)
  }
}

extension Format {
  /// Whether everything that is read can be written with it.
  public var isLossless: Bool { makeWriter != nil && losses.isEmpty }

  /// The properties of formats, as a JSON document.
  public static func json(_ formats: [Format]) -> String {
    JSONText.document([JSONText.list("formats", formats, \.members)])
  }

  private var members: [(String, JSONText)] {
    [
      ("name", .string(name)), ("title", .string(title)),
      ("reads", .boolean(makeReader != nil)), ("writes", .boolean(makeWriter != nil)),
      ("streams", .boolean(isText)),
      ("extensions", .array(extensions.map { .string($0) })),
      JSONText.list("layouts", layouts) { layout in
        [
          ("name", .string(layout.name)), ("title", .string(layout.title)),
          ("outputs", .array(layout.outputs.map { .string($0.rawValue) })),
          JSONText.list("losses", layout.losses, \.members),
        ]
      },
      JSONText.list("readOptions", readOptions, \.members),
      JSONText.list("writeOptions", writeOptions, \.members),
      ("lossless", .boolean(isLossless)), JSONText.list("losses", losses, \.members),
    ]
  }

  /// Formats as a table of Markdown: what can be read and written, and what is lost.
  public static func markdown(_ formats: [Format] = Format.all) -> String {
    let rows = formats.map { format in
      let losses = format.losses.isEmpty ? "nothing" : names(format.losses)
      let others = format.layouts.filter { !$0.losses.isEmpty }
        .map { "; as `\($0.name)` \(names($0.losses))" }
      let kept = format.makeWriter == nil ? "" : losses + others.joined()
      return
        "| `\(format.name)` | \(format.title) | \(format.extensions.map { "`.\($0)`" }.joined(separator: " ")) "
        + "| \(yes(format.makeReader != nil)) | \(yes(format.makeWriter != nil)) | \(yes(format.isText)) "
        + "| \(kept) |"
    }
    return
      ([
        "| format | what it is | files | read | written | in a pipe | loses |",
        "| --- | --- | --- | --- | --- | --- | --- |",
      ] + rows).joined(separator: "\n") + "\n"
  }

  private static func names(_ losses: [Loss]) -> String {
    losses.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  private static func yes(_ isTrue: Bool) -> String { isTrue ? "yes" : "no" }
}

extension Format.Option {
  fileprivate var members: [(String, JSONText)] {
    [("name", .string(name)), ("explanation", .string(help))]
  }
}

extension Loss {
  fileprivate var members: [(String, JSONText)] {
    [("name", .string(name)), ("explanation", .string(explanation))]
  }
}
