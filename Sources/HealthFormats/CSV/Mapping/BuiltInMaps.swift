extension CSVMap {
  /// The built-in maps, by name: embedded YAML files.
  public static let builtIn: [BuiltIn] = [
    BuiltIn("fitbit", PackageResources.fitbit_yml),
    BuiltIn("garmin", PackageResources.garmin_yml),
    BuiltIn("health-auto-export", PackageResources.health_auto_export_yml),
    BuiltIn("oura", PackageResources.oura_yml),
    BuiltIn("tdda", PackageResources.tdda_yml),
    BuiltIn("withings", PackageResources.withings_yml),
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
    public func map() throws(FormatError) -> CSVMap {
      try CSVMap(yaml: yaml, file: "\(name).yml")
    }
  }

  /// The map that ships for a file, if there is one without doubt: exactly one has a table with just these
  /// columns.
  ///
  /// - Returns: The map with only that table, or `nil`.
  static func builtIn(for header: [String], file: String) -> CSVMap? {
    var found: CSVMap?
    for builtIn in builtIn {
      guard let map = try? builtIn.map(),
        let table = map.tables.first(where: { $0.isCertain(header, file) })
      else { continue }
      if found != nil { return nil }
      found = map.only(table.name)
    }
    return found
  }
}
