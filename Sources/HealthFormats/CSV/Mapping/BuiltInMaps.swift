package import HealthBytes
import HealthModel

extension CSVMap {
  /// The built-in maps, by name: embedded YAML files.
  public static let builtIn: [BuiltIn] = [
    BuiltIn("carelink", PackageResources.carelink_yml),
    BuiltIn("dexcom-clarity", PackageResources.dexcom_clarity_yml),
    BuiltIn("fitbit", PackageResources.fitbit_yml),
    BuiltIn("garmin", PackageResources.garmin_yml),
    BuiltIn("glooko", PackageResources.glooko_yml),
    BuiltIn("google-fit", PackageResources.google_fit_yml),
    BuiltIn("health-auto-export", PackageResources.health_auto_export_yml),
    BuiltIn("health-connect", PackageResources.health_connect_yml),
    BuiltIn("libreview", PackageResources.libreview_yml),
    BuiltIn("nightscout", PackageResources.nightscout_yml),
    BuiltIn("omron", PackageResources.omron_yml),
    BuiltIn("oura", PackageResources.oura_yml),
    BuiltIn("polar", PackageResources.polar_yml),
    BuiltIn("runkeeper", PackageResources.runkeeper_yml),
    BuiltIn("samsung", PackageResources.samsung_yml),
    BuiltIn("tdda", PackageResources.tdda_yml),
    BuiltIn("tidepool", PackageResources.tidepool_yml),
    BuiltIn("whoop", PackageResources.whoop_yml),
    BuiltIn("withings", PackageResources.withings_yml),
    BuiltIn("zepp", PackageResources.zepp_yml),
  ]

  /// A map that comes with the program.
  public struct BuiltIn: Sendable {
    /// Its name for `--map`.
    public let name: String
    /// Its text, to read or to begin a map of one's own with.
    public let yaml: String

    fileprivate init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      yaml = String(decoding: bytes, as: UTF8.self)
    }

    /// Parses the map.
    ///
    /// - Throws: Never: tests parse every map that ships.
    public func map() throws(HealthError) -> CSVMap {
      guard let map = Self.description(of: name)
      else { throw .malformedMap(Place(file: "maps.json"), "found no map '\(name)'") }
      return try CSVMap(MapNode(map, Place(file: "\(name).yml")))
    }

    /// The map as data, for what needs it in the other direction; `nil` for a name that no built-in map has.
    package static func description(of name: String) -> JSONText? {
      texts.first { $0.0 == name }?.1
    }

    private static let texts: [(String, JSONText)] =
      if case .object(let maps) = JSONText(parsing: PackageResources.maps_json) { maps } else { [] }
  }

  /// All built-in maps. They are parsed once: recognition looks at each of them.
  static let allBuiltIn: [CSVMap] = builtIn.compactMap { try? $0.map() }

  /// Whether a map that ships reads an archive or a folder, by the paths of its files: a file of an activity among these is not the
  /// whole.
  static func isBuiltIn(for paths: [String]) -> Bool {
    // Among activities only, the maps are not parsed, which takes as long as reading some hundred of them.
    let endings = [".csv", ".json", ".db"]
    guard paths.contains(where: { path in endings.contains { path.hasSuffix($0) } }) else {
      return false
    }
    return allBuiltIn.contains { map in
      map.files.contains { file in paths.contains { file.matches($0) } }
    }
  }

  /// The map that ships for a JSON file, if exactly one has a table whose names are all in the first bytes.
  ///
  /// - Parameter isAlone: Whether it is the whole input, so that its name may be one that a person gave it.
  /// - Returns: The map, or `nil`.
  static func builtIn(forJSON bytes: [UInt8], file: String, isAlone: Bool = false) -> CSVMap? {
    // The name of a member, not a text with the same characters.
    func has(_ name: String) -> Bool {
      var rest = bytes[...]
      while let found = rest.firstRange(of: Array("\"\(name)\"".utf8)) {
        rest = rest[found.upperBound...]
        if rest.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: ":") {
          return true
        }
      }
      return false
    }
    let found = allBuiltIn.filter { map in
      map.tables.contains { table in
        table.items != nil && table.use != .named && table.fits(name: file)
          && table.header.allSatisfy { $0.contains(where: has) }
      }
    }
    if found.isEmpty, isAlone {
      let others = allBuiltIn.compactMap { map in
        map.forOtherName { $0.header.allSatisfy { $0.contains(where: has) } }
      }
      return others.count == 1 ? others[0] : nil
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The map for a JSON file whose name is not one of the program's, with the tables that such a file is of without doubt.
  ///
  /// - Returns: The map; `nil` if there are no such tables.
  func forOtherName(_ isOf: (Table) -> Bool) -> CSVMap? {
    let found = tables.filter { table in
      table.items != nil && table.isDistinct && table.use == .always && isOf(table)
    }.map { table in
      var table = table
      table.file = nil
      return table
    }
    return found.isEmpty ? nil : with(found)
  }

  /// The map that ships for a database: the one that reads most of its tables, and at least two.
  ///
  /// - Returns: The map, or `nil`.
  static func builtIn(forTables names: Set<String>) -> CSVMap? {
    let counts = allBuiltIn.map { map in
      (map, count: map.tables.count { $0.source.map { names.contains($0.name) } ?? false })
    }
    guard let best = counts.max(by: { $0.count < $1.count }), best.count > 1 else { return nil }
    return best.0
  }

  /// The map that ships for a file of separated values, if there is one without doubt: exactly one has a table with just
  /// these columns.
  ///
  /// - Returns: The map with only that table and what may be named in its place, or `nil`.
  static func builtIn(for header: [String], file: String) -> CSVMap? {
    var found: CSVMap?
    for map in allBuiltIn {
      guard let table = map.tables.first(where: { $0.isCertain(header, file) }) else { continue }
      if found != nil { return nil }
      found = map.only(table)
    }
    return found
  }
}

extension CSVMap {
  /// The map of a name: one that ships with the program, or a file.
  ///
  /// - Parameter name: `withings`, or a path that ends in `.yml` or `.yaml`; after a `#`, the name of the only table to
  ///   read.
  /// - Throws: `HealthError` if no such map exists, or if it is malformed.
  public static func named(_ name: String) throws(HealthError) -> CSVMap {
    let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let map = try whole(String(parts[0]))
    guard parts.count == 2 else { return map }
    let table = String(parts[1])
    if let map = map.only(table) { return map }
    let names = map.tables.map(\.name)
    throw HealthError(
      .usage,
      "map '\(map.name)' has no table '\(table)'.\(NearMiss.question(table, names)) "
        + "It has: \(names.joined(separator: ", "))")
  }

  private static func whole(_ name: String) throws(HealthError) -> CSVMap {
    if let builtIn = builtIn.first(where: { $0.name == name }) { return try builtIn.map() }
    if name.hasSuffix(".yml") || name.hasSuffix(".yaml") {
      return try CSVMap(yaml: try text(ofFile: name), file: name)
    }
    throw HealthError(
      .usage,
      "unknown map '\(name)', expected one that ships with the program, or a file that ends in .yml."
        + NearMiss.question(name, builtIn.map(\.name)), remedy: .list(.maps))
  }

  private static func text(ofFile path: String) throws(HealthError) -> String {
    let bytes: [UInt8]
    do throws(HealthError) { bytes = try FileSource(path).readAll(limit: 1 << 20) } catch {
      throw error.reading(at: Place(file: path))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw HealthError(
        .malformed, rule: "malformed-map", place: Place(file: path), "its text is not UTF-8")
    }
    return text
  }
}

extension CSVMap {
  /// A table of a built-in map that a file may be of, though that is not certain.
  package struct Candidate: Sendable, Equatable {
    /// The program that writes such files.
    package let program: String
    /// The name of the table.
    package let table: String
    /// Names for `--map`, the best first: the map or its table, then tables that have the same columns.
    package let names: [String]
    /// Whether the dates have no time zone, and the map states none.
    package let needsZone: Bool
  }

  /// The table that a file is of most probably: the one that mentions most of its columns. Two have to be mentioned,
  /// among them one that becomes a value.
  ///
  /// - Returns: The table; `nil` if no map that ships fits.
  package static func likely(for bytes: [UInt8], _ path: String) -> Candidate? {
    // A truncated row is ignored.
    guard let end = bytes.lastIndex(of: 10) else { return nil }
    let whole = Array(bytes[...end])
    return headers(in: whole, file: path).lazy.compactMap { likely(for: $0, whole, path) }.first
  }

  private static func likely(
    for header: [String], _ whole: [UInt8], _ path: String
  ) -> Candidate? {
    if header.count < 2 { return nil }
    var best: (map: CSVMap, table: Table, mentioned: Int)?
    for map in allBuiltIn {
      for table in map.tables where table.isText && table.fits(header, path) {
        // One that has to be named is the best only where the map has no other for the header.
        if table.use == .named,
          map.tables.contains(where: { $0.use != .named && $0.header == table.header })
        {
          continue
        }
        guard let mentioned = table.mentioned(in: header), mentioned > 1 else { continue }
        let isBetter =
          best.map { best in
            (mentioned, table.header.count) > (best.mentioned, best.table.header.count)
          } ?? true
        if isBetter { best = (map, table, mentioned) }
      }
    }
    guard let best else { return nil }
    let isFirst =
      best.map.table(for: header, file: path, isAmongOthers: false)?.name == best.table.name
    let all =
      [best.table]
      + best.map.tables.filter {
        $0.use == .named && $0.isText && $0.name != best.table.name && $0.fits(header, path)
      }
    // The numbers tell a decimal comma from a point.
    let readable = all.filter { best.map.only($0.name).map { reads(whole, path, $0) } ?? false }
    let tables = readable.isEmpty ? all : readable
    return Candidate(
      program: best.table.settings.source.flatMap { $0.fixedText ?? $0.fallback } ?? best.map.name,
      table: tables[0].name,
      names: tables.map {
        isFirst && $0.name == best.table.name ? best.map.name : "\(best.map.name)#\($0.name)"
      },
      needsZone: best.map.only(tables[0].name).map { needsZone(whole, path, $0) } ?? false)
  }

  /// Whether the rows have no fault but dates without a zone.
  private static func reads(_ bytes: [UInt8], _ path: String, _ map: CSVMap) -> Bool {
    var options = ReadOptions()
    options.zone = try? Zone("UTC")
    var reader = CSVMapReader(source: BytesSource(bytes), name: path, map: map, options: options)
    do throws(HealthError) { while try reader.next() != nil {} } catch { return false }
    return !reader.takeFindings().contains { $0.severity == .error }
  }

  /// Whether the first row cannot be read without a zone.
  private static func needsZone(_ bytes: [UInt8], _ path: String, _ map: CSVMap) -> Bool {
    var reader = CSVMapReader(source: BytesSource(bytes), name: path, map: map)
    do throws(HealthError) {
      while try reader.next() != nil {}
      return false
    } catch { return error.remedy == .nameZone }
  }
}

extension CSVMap.Table {
  /// How many columns of a file the table mentions; `nil` if it makes no sample of the file.
  fileprivate func mentioned(in header: [String]) -> Int? {
    guard let plan = try? MapPlan(self, header, Place(file: ""), zone: nil), !plan.rules.isEmpty
    else { return nil }
    return header.count { !$0.isEmpty } - plan.leftOver.count
  }
}
