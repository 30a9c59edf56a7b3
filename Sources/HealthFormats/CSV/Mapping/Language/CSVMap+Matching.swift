import HealthModel

extension CSVMap {
  /// The names of the columns in a header.
  static func header(_ cells: [CSVCell], _ bytes: [UInt8]) -> [String] {
    let row = MapRow(
      bytes: bytes, cells: cells, form: MapRow.Form(MapSettings()))
    return cells.indices.map { row.text($0) ?? "" }
  }

  /// The delimiter of the map's tables, if all have the same; otherwise it is detected from the
  /// header.
  var delimiter: UInt8? {
    let delimiters = Set(tables.map(\.settings.delimiter))
    return delimiters.count == 1 ? delimiters.first ?? nil : nil
  }

  /// The first table that a file is of.
  ///
  /// - Returns: The table, or `nil` if the file is of none.
  func table(for header: [String], file: String, isAmongOthers: Bool) -> Table? {
    tables.first { table in
      switch table.use {
      case .always: table.fits(header, file)
      case .alone: !isAmongOthers && table.fits(header, file)
      case .named: false
      }
    }
  }
}

extension CSVMap.Table {
  /// Whether a file fits the table: it has the columns, and the name if the table requires one.
  func fits(_ header: [String], _ file: String) -> Bool {
    fits(name: file)
      && self.header.allSatisfy { names in
        names.contains { name in header.contains { MapColumn(name: name).match($0) != nil } }
      }
  }

  /// Whether a file fits the table unambiguously: it fits, and either its name does, or it has no other columns than
  /// the table names.
  func isCertain(_ header: [String], _ file: String) -> Bool {
    guard use != .named, fits(header, file) else { return false }
    if self.file != nil { return true }
    let columns = self.header.joined().map { MapColumn(name: $0) }
    return self.header.count > 2
      && header.allSatisfy { name in columns.contains { $0.match(name) != nil } }
  }

  private func fits(name path: String) -> Bool {
    guard let file else { return true }
    return Glob(file).matches(path.split(separator: "/").last.map(String.init) ?? path)
  }
}
