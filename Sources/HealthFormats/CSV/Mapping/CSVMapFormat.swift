import HealthBytes
import HealthModel
import HealthValidation

extension Format {
  /// The files of separated values of any program, read by a map.
  public static let mappedCSV = mapped(databases: nil)

  /// The files of any program, read by a map.
  ///
  /// - Parameter databases: How databases are opened; `nil` if they are not read.
  package static func mapped(databases: MapDatabases?) -> Format {
    Format(
      name: "mapped-csv",
      title: databases == nil
        ? "CSV or JSON of any program, read by a map"
        : "CSV, JSON or SQLite of any program, read by a map",
      extensions: [], isText: true,
      layouts: [], readOptions: [.map, .zone], losses: [],
      rules: csvRules + csvMapRules + localTimeRules,
      confidence: { preview in
        found(preview.kind, preview, databases) == nil ? .no : .certain
      },
      makeReader: { (input, options) throws(HealthError) in
        if let map = options.map {
          return CSVMapReader(input, map: map, databases: databases, options: options)
        }
        return CSVMapReader(
          input, map: try builtInMap(for: input, databases), databases: databases, options: options)
      },
      makeWriter: nil)
  }

  /// What the content of an input is.
  private enum Found {
    case map(CSVMap)
    /// A database, whose tables determine the map.
    case database
  }

  private static func found(
    _ kind: InputContainer.Kind, _ preview: Input.Preview, _ databases: MapDatabases?
  ) -> Found? {
    switch kind {
    case .file:
      guard let path = preview.paths.first else { return nil }
      return found(preview.firstBytes, path, databases, isAlone: true)
    case .folder, .archive:
      if preview.isEncrypted { return nil }
      return preview.container.flatMap { found(in: $0, databases) }
    case .database: return nil
    }
  }

  private static func found(
    _ bytes: [UInt8], _ path: String, _ databases: MapDatabases?, isAlone: Bool = false
  ) -> Found? {
    if let databases, databases.isDatabase(bytes) { return .database }
    return builtInMap(for: Input.Preview.text(bytes), path, isAlone: isAlone).map { .map($0) }
  }

  /// The most files of an archive or a folder whose beginnings are read.
  private static let filesRead = 20

  /// What the files of an archive or a folder are: by their paths, or by the beginning of one of the first that may be
  /// data.
  private static func found(in container: InputContainer, _ databases: MapDatabases?) -> Found? {
    let paths = container.entries.map(\.path)
    let named = CSVMap.allBuiltIn.filter { map in
      map.files.contains { file in paths.contains { file.matches($0) } }
    }
    // A takeout has files of several programs.
    if let map = CSVMap(joining: named) { return .map(map) }
    let isData = { (path: String) in
      JunkFiles.kind(of: path) == nil
        && (CSVMapReader.isTable(path)
          || CSVMapReader.hasEnding(path, [".db", ".sqlite", ".sqlite3"]))
    }
    let entries = container.entries.filter { isData($0.path) }.sorted { $0.path < $1.path }
    for entry in entries.prefix(filesRead) {
      guard let bytes = try? container.firstBytes(of: entry),
        let found = found(bytes, entry.path, databases)
      else { continue }
      // The other files are of other tables of the same map.
      if case .map(let map) = found,
        let whole = CSVMap.allBuiltIn.first(where: { $0.name == map.name })
      {
        return .map(whole)
      }
      return found
    }
    return nil
  }

  /// The map that ships for a file, by its first bytes.
  private static func builtInMap(
    for bytes: [UInt8], _ path: String, isAlone: Bool
  ) -> CSVMap? {
    if CSVMapReader.isJSON(bytes) {
      return CSVMap.builtIn(forJSON: bytes, file: path, isAlone: isAlone)
    }
    return CSVMap.headers(in: bytes, file: path).lazy.compactMap {
      CSVMap.builtIn(for: $0, file: path)
    }.first
  }

  /// The map that ships for an input; `nil` for a database.
  private static func builtInMap(
    for input: Input, _ databases: MapDatabases?
  ) throws(HealthError) -> CSVMap? {
    let place = Place(file: input.name)
    let preview: Input.Preview
    do throws(HealthError) { preview = try Input.Preview(input.container) } catch {
      throw error.reading(at: place)
    }
    switch found(preview.kind, preview, databases) {
    case .map(let map): return map
    case .database: return nil
    case nil: break
    }
    throw HealthError(
      .unsupported, rule: "missing-map", place: place,
      "no built-in map fits it", remedy: .useMap(names: [], needsZone: false))
  }
}

extension Format.Option {
  /// By which map a file of separated values is read.
  public static let map = {
    var option = Format.Option(
      "map", about: "maps",
      help: "The map for files of another program: the name of a built-in map, or a file.",
      expected: "the name of a map, or a file"
    ) { text throws(HealthError) -> CSVMap? in try CSVMap.named(text) }
    option.impliesFormat = true
    option.suggestions = { CSVMap.builtIn.map(\.name) }
    return option
  }()
}

extension ReadOptions {
  /// By which map a file of separated values is read; without one, by the map that ships for its header.
  public var map: CSVMap? {
    get { self[.map] }
    set { self[.map] = newValue }
  }
}

/// Which files of an input may be read.
extension CSVMapReader {
  /// Whether a file in an archive or a folder may be of a table of the map.
  static func mayRead(_ path: String, _ map: CSVMap?) -> Bool {
    if JunkFiles.kind(of: path) != nil { return false }
    if hasEnding(path, [".db", ".sqlite", ".sqlite3"]) {
      return map?.tables.contains { $0.source != nil } ?? true
    }
    guard let map, isTable(path) else { return false }
    return map.tables.contains { table in
      table.source == nil && table.fits(name: path) && (table.items == nil || table.use == .always)
    }
  }

  /// Whether a file in an archive or a folder is text of separated values or JSON, by its name.
  static func isTable(_ path: String) -> Bool { hasEnding(path, [".csv", ".tsv", ".json"]) }

  static func hasEnding(_ path: String, _ endings: [String]) -> Bool {
    var path = path.lowercased()
    if path.hasSuffix(".gz") { path.removeLast(3) }
    return endings.contains { path.hasSuffix($0) }
  }

  static func isJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes[bytes.byteOrderMarkLength...].first { ![9, 10, 13, 32].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

/// Findings of readers in a CSV file that is read with a map.
let csvMapRules: [Rule] = [
  unknownActivityRule,
  Rule(
    reader: "redundant-file", .info,
    title: "file has the data of others in another form",
    explanation: """
      The map says that files of this kind are not read next to those of another kind, since both have the same data, which \
      would be counted twice. A file whose name has a date before that of the first of the others is read.
      """),
  Rule(
    reader: "redundant-day", .info,
    title: "sample is of a day of which others were read",
    explanation: """
      The map states that other files have finer samples, such as the steps of minutes. Of the days that have such samples of a \
      type, the sums and averages of whole days are left out, which would be counted twice. Other days are read.
      """),
  Rule(
    reader: "missing-map", .error,
    title: "no map fits the file",
    explanation: """
      No built-in map fits the columns of the file, and no map was given.
      """),
  Rule(
    reader: "malformed-map", .error,
    title: "map cannot be read",
    explanation: """
      The map is not valid: a key is unknown or missing, or a value is not of the expected \
      kind.
      """),
  Rule(
    reader: "unmapped-file", .error,
    title: "map does not fit the file",
    explanation: """
      The file has none of the columns that the map reads samples from.
      """),
  Rule(
    reader: "unmapped-column", .info,
    title: "column is not in the map",
    explanation: """
      The file has a column that the map does not mention. It is left out, unless the map preserves such columns.
      """),
  Rule(
    reader: "unmapped-table", .warning,
    title: "table of the database is not in the map",
    explanation: """
      The database has a table with rows that the map does not read. They are left out. A table of the map whose rows are \
      parts of workouts is one if the table of workouts has no key.
      """),
  Rule(
    reader: "row-left-out", .info,
    title: "map makes no sample from the row",
    explanation: """
      A condition of the map leaves the row out, or the row has none of the values that the map makes samples from.
      """),
  Rule(
    reader: "lines-before-header", .info,
    title: "lines before the header",
    explanation: """
      The file has lines before its header, such as a title. They are left out.
      """),
  Rule(
    reader: "uncertain-date-form", .error,
    title: "dates can be read in two ways",
    explanation: """
      All dates of the file fit two forms, such as day before month and month before day, and mean different days in these.
      """),
  Rule(
    reader: "map-note", .warning,
    title: "map has a note on the sample",
    explanation: """
      The map makes a sample of a value that is not exact, such as one beyond what a sensor can measure.
      """),
  Rule(
    reader: "out-of-range", .error,
    title: "number is outside of the range of the map",
    explanation: """
      The map states between which numbers a value has to be, such as one without a unit that could also be in another unit. The \
      row is preserved, and no sample is made of it.
      """),
  Rule(
    reader: "missing-start", .error,
    title: "row has no start date",
    explanation: """
      The row has no date, so that no sample can be made from it.
      """),
  Rule(
    reader: "missing-type", .error,
    title: "row has no type",
    explanation: """
      The row does not state the type of its sample, so that no sample can be made from it.
      """),
  Rule(
    reader: "malformed-route", .error,
    title: "route is not a list of points",
    explanation: """
      The cell of the route of a workout is not a JSON list of objects, so that its points cannot be read.
      """),
  Rule(
    reader: "malformed-part", .error,
    title: "part of a workout cannot be read",
    explanation: """
      A row of a database is a point of a workout's route, or an event such as a lap, and lacks its time, its place or its type; or \
      the event ends before it starts. The row is left out.
      """),
  Rule(
    reader: "part-left-out", .warning,
    title: "part of a workout is left out",
    explanation: """
      A row of a database is a point of a workout's route, or an event such as a lap, and no workout was read that it is a part of; or \
      the workout has more points or events than are read.
      """),
  Rule(
    reader: "unknown-zone", .warning,
    title: "time zone is not known",
    explanation: """
      A row names a time zone that does not exist.
      """),
  Rule(
    reader: "zero-value", .warning,
    title: "value is 0 where a person always has more",
    explanation: """
      A heart rate, a body mass or another quantity that a person always has is 0. Programs write 0 where nothing was measured, \
      so that it is not read. Of other quantities, such as steps, 0 is a value.
      """),
  Rule(
    reader: "unknown-unit", .warning,
    title: "unit is not known",
    explanation: """
      The unit is not known. It is preserved, and values in it cannot be converted.
      """),
  Rule(
    reader: "unknown-value", .warning,
    title: "text is not in the map's table",
    explanation: """
      The map has a table of values for the column, and the text in the cell is not in it.
      """),
]
