import HealthBytes
import HealthModel

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
      table.source == nil && table.fits(name: path) && (table.items == nil || table.use != .alone)
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
