public import HealthBytes
import HealthModel

extension Format {
  /// The files of separated values of any program, read by a map.
  public static let mappedCSV = Format(
    name: "mapped-csv", title: "CSV or JSON of any program, read by a map", extensions: [],
    isText: true,
    layouts: [], readOptions: [.map, .zone], losses: [], rules: csvRules + csvMapRules,
    confidence: { preview in
      guard preview.kind == .file, let path = preview.paths.first else { return .no }
      return builtInMap(for: preview.firstBytes, path) == nil ? .no : .certain
    },
    makeReader: { (input, options) throws(HealthError) in
      if let map = options.map { return CSVMapReader(input, map: map, options: options) }
      return CSVMapReader(input, map: try builtInMap(for: input), options: options)
    },
    makeWriter: nil)

  /// The map that ships for a file, by its first bytes.
  private static func builtInMap(for bytes: [UInt8], _ path: String) -> CSVMap? {
    if CSVMapReader.isJSON(bytes) { return CSVMap.builtIn(forJSON: bytes, file: path) }
    // Whatever follows the header may be cut.
    let end = ByteScan.firstIndex(ofEither: 10, or: 13, in: bytes.span, from: 0, to: bytes.count)
    var rows = CSVRowReader(source: BytesSource(Array(bytes[..<end])), file: path)
    guard (try? rows.next()) == true else { return nil }
    return CSVMap.builtIn(for: CSVMap.header(rows.cells, rows.bytes), file: path)
  }

  private static func builtInMap(for input: Input) throws(HealthError) -> CSVMap {
    let place = Place(file: input.name)
    if input.container.kind == .file, let entry = input.container.entries.first {
      do throws(HealthError) {
        let bytes = try input.container.firstBytes(of: entry)
        if let map = builtInMap(for: bytes, entry.path) { return map }
      } catch { throw error.reading(at: place) }
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
      help: "The map for CSV files of another program: the name of a built-in map, or a file.",
      expected: "the name of a map, or a file"
    ) { text throws(HealthError) -> CSVMap? in try CSVMap.named(text) }
    option.impliesFormat = true
    option.suggestions = { CSVMap.builtIn.map(\.name) }
    return option
  }()

  /// The time zone of dates that have none.
  public static let zone = {
    var option = Format.Option(
      "zone", about: "time zones",
      help: "The time zone for dates that have none: Europe/Berlin, -05:00, UTC or local.",
      expected: "a time zone"
    ) { text throws(HealthError) -> Zone? in
      do throws(Zone.Fault) { return try Zone(text) } catch {
        let meant = TimeZoneName.meant(by: text).map { ". Did you mean '\($0)'?" } ?? ""
        throw HealthError(.usage, error.description + meant, cause: error)
      }
    }
    option.allowsHyphen = true
    return option
  }()
}

extension ReadOptions {
  /// By which map a file of separated values is read; without one, by the map that ships for its header.
  public var map: CSVMap? {
    get { self[.map] }
    set { self[.map] = newValue }
  }

  /// The time zone of dates that have none.
  public var zone: Zone? {
    get { self[.zone] }
    set { self[.zone] = newValue }
  }
}
