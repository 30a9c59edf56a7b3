extension CSVMap {
  /// The built-in maps, by name: embedded YAML files.
  public static let shipped: [Shipped] = [
    Shipped("fitbit", PackageResources.fitbit_yml),
    Shipped("garmin", PackageResources.garmin_yml),
    Shipped("health-auto-export", PackageResources.health_auto_export_yml),
    Shipped("oura", PackageResources.oura_yml),
    Shipped("tdda", PackageResources.tdda_yml),
    Shipped("withings", PackageResources.withings_yml),
  ]

  /// A map that comes with the program.
  public struct Shipped: Sendable {
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
  static func shipped(for header: [String], file: String) -> CSVMap? {
    var found: CSVMap?
    for shipped in shipped {
      guard let map = try? shipped.map(),
        let table = map.tables.first(where: { $0.isCertain(header, file) })
      else { continue }
      if found != nil { return nil }
      found = map.only(table.name)
    }
    return found
  }
}
