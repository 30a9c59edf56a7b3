import HealthModel

/// How the files of separated values that some program writes become samples.
///
/// A map is a YAML file; `Schemas/maps/README.md` describes its language. It has a table for each kind of file the
/// program writes, distinguished by their headers; or for items of a JSON file, or for a table of a database.
public struct CSVMap: Sendable {
  /// Its name for `--map`.
  public let name: String
  /// Which program's files it is for.
  public let title: String
  /// Its tables.
  public let tables: [Table]
  /// Paths in an archive or a folder by which it is recognized as one of the program.
  let files: [Glob]
  /// The tables of databases that are not reported though no table of the map reads them.
  let ignored: Set<String>

  /// When a table is read.
  public enum Use: Sendable {
    /// Whenever a file is of it.
    case always
    /// Not among other files: what is in it is also in them.
    case alone
    /// Only by name: the header does not distinguish it from another table.
    case named
  }

  /// One kind of file.
  public struct Table: Sendable {
    /// Its name, used after the map's name and `#`.
    public let name: String
    /// The content of such a file.
    public let title: String
    /// The columns that such a file has, among others; of each, the names it may have.
    public let header: [[String]]
    /// Which names such a file has, as a pattern, where the header does not tell.
    public internal(set) var file: String?
    /// Where a JSON file has the items that become rows; `nil` for a table of CSV files.
    let items: JSONItemPath?
    /// Where the same object has items whose samples replace the parts of others that they overlap.
    let over: JSONItemPath?
    /// Whether it reads the object that a text is only if the other tables of the file find no items in it.
    let isFallback: Bool
    /// The cell with the kind of an item, by which items that are left out are counted.
    let kinds: MapCell?
    /// The table of a database; `nil` for a table of files.
    let source: MapTableSource?
    /// The names of files next to which it is not read, since they contain the same data.
    let twins: [Glob]
    /// Patterns of the names of files whose samples are of parts of a day: of days that have such samples of a type, its own are left
    /// out.
    let finer: [String]
    /// Whether no other program has files with the columns of `header`, so that they leave no doubt.
    let isDistinct: Bool
    /// When it is read.
    public fileprivate(set) var use: Use
    let settings: MapSettings
    let samples: [MapSample]
    /// The names of the files of the input, for the conditions of rows that name one.
    fileprivate(set) var files: Set<String> = []
  }

  /// The map in a text.
  ///
  /// - Throws: If it is not YAML, or not a map; with the place.
  public init(yaml: String, file: String) throws(HealthError) {
    try self.init(MapNode(yaml: yaml, file: file))
  }

  init(_ node: MapNode) throws(HealthError) {
    var fields = try node.fields(of: "a map")
    name = try fields.require("name").text
    title = try fields.takeText("title") ?? name
    var settings = MapSettings()
    try settings.takeForm(&fields)
    try settings.take(&fields)
    files = try fields.take("files")?.texts.map { Glob($0) } ?? []
    ignored = settings.ignored
    var tables: [Table] = []
    for item in try fields.require("tables").list { tables.append(try Table(item, settings)) }
    try fields.finish()
    self.tables = tables
  }

  /// The same map, with only the table of a name. A table of JSON that is only read by name replaces those that read the same items:
  /// the other items of its files are read as before.
  ///
  /// - Returns: The map, or `nil` if it has no such table.
  public func only(_ name: String) -> CSVMap? {
    guard var table = tables.first(where: { $0.name == name }) else { return nil }
    let others =
      table.use == .named && table.items != nil
      ? tables.filter { other in
        other.use == .always && other.items != nil && other.items != table.items
          && other.file == table.file
      } : []
    table.use = .always
    return with([table] + others)
  }

  /// The same map, with only a table of CSV files, and those of the same columns that are only read by name: a message may propose
  /// them.
  func only(_ table: Table) -> CSVMap? {
    only(table.name).map { map in
      map.with(
        map.tables
          + tables.filter { other in
            other.use == .named && other.isText && other.header == table.header
              && other.name != table.name
          })
    }
  }

  /// The same map with some of its tables.
  func filtered(_ isWanted: (Table) -> Bool) -> CSVMap { with(tables.filter(isWanted)) }

  /// The files that others make redundant: those of a table, known by their names, that is not read next to such files, unless the dates
  /// in their names are before that of the first of the others.
  func twins(among paths: [String]) -> Set<String> {
    if tables.allSatisfy(\.twins.isEmpty) { return [] }
    var found: Set<String> = []
    for table in tables where !table.twins.isEmpty && table.file != nil {
      let others = paths.map { Self.name(in: $0) }.filter { name in
        table.twins.contains { $0.matches(name) }
      }
      if others.isEmpty { continue }
      let days = others.map { Self.day(in: $0) }
      let first = days.contains(nil) ? nil : days.compactMap { $0 }.min()
      for path in paths where table.fits(name: path) {
        if let first, let day = Self.day(in: path), day < first { continue }
        found.insert(path)
      }
    }
    return found
  }

  /// The same map for an input with some files, without the tables that one of these makes redundant and whose own files have any
  /// name.
  func withoutTwins(among paths: [String]) -> CSVMap {
    let names = paths.map { Self.name(in: $0) }
    return with(
      tables.filter { table in
        table.file != nil
          || !table.twins.contains { twin in names.contains { twin.matches($0) } }
      })
  }

  /// The same map for an input with some files, whose names the conditions of its tables may need.
  func with(files paths: [String]) -> CSVMap {
    let files = Set(paths.map { Self.name(in: $0) })
    return with(
      tables.map { table in
        var table = table
        table.files = files
        return table
      })
  }

  /// The place of a file among those that are read before others, since their samples make those of others redundant.
  func finerRank(of path: String) -> Int? {
    let name = Self.name(in: path)
    return tables.lazy.compactMap { $0.finer.firstIndex { Glob($0).matches(name) } }.min()
  }

  /// The patterns of the names of files that have finer samples than others, each once.
  var finerPatterns: [String] {
    var patterns: [String] = []
    for pattern in tables.flatMap(\.finer) where !patterns.contains(pattern) {
      patterns.append(pattern)
    }
    return patterns
  }

  /// The name of a file, without its folders.
  static func name(in path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The day in the name of a file such as `steps-2026-01-01.json`, counted from 1970; `nil` if there is none.
  private static func day(in path: String) -> Int64? {
    let stem = name(in: path).prefix { $0 != "." }
    return Timestamp("\(stem.suffix(10)) 00:00:00 +0000").map { $0.secondsSince1970 / 86_400 }
  }

  /// The tables of JSON files of such a name that are only read if they are named, as the end of a message.
  func choices(for path: String) -> String {
    let named = tables.filter {
      $0.use == .named && $0.items != nil && $0.file != nil && $0.fits(name: path)
    }
    if named.isEmpty { return "" }
    return "; tables for such a file: \(named.map { "\(name)#\($0.name)" }.joined(separator: ", "))"
  }

  /// A map with the tables of several; `nil` of none.
  init?(joining maps: [CSVMap]) {
    guard let first = maps.first else { return nil }
    self.init(
      name: first.name, title: first.title, tables: maps.flatMap(\.tables),
      files: maps.flatMap(\.files), ignored: maps.reduce([]) { $0.union($1.ignored) })
  }

  func with(_ tables: [Table]) -> CSVMap {
    CSVMap(name: name, title: title, tables: tables, files: files, ignored: ignored)
  }

  private init(
    name: String, title: String, tables: [Table], files: [Glob], ignored: Set<String>
  ) {
    (self.name, self.title, self.tables) = (name, title, tables)
    (self.files, self.ignored) = (files, ignored)
  }
}

extension CSVMap.Table {
  fileprivate init(_ node: MapNode, _ settings: MapSettings) throws(HealthError) {
    var fields = try node.fields(of: "a table")
    name = try fields.require("name").text
    title = try fields.takeText("title") ?? name
    source = try MapTableSource(&fields)
    let names = source == nil ? try fields.require("header") : fields.take("header")
    header = try names?.list.map { (names) throws(HealthError) in try names.texts } ?? []
    twins = try fields.take("unless")?.texts.map { Glob($0) } ?? []
    finer = try fields.take("finer")?.texts ?? []
    file = try fields.takeText("file")
    items = try fields.take("items").map(Self.path)
    let overNode = fields.take("over")
    over = try overNode.map(Self.path)
    let fallbackNode = fields.take("fallback")
    isFallback = try fallbackNode?.flag ?? false
    kinds = try fields.takeCell("kinds")
    isDistinct = try fields.takeFlag("distinct")
    use = try fields.takeFlag("alone") ? .alone : try fields.takeFlag("named") ? .named : .always
    var settings = settings
    try settings.takeForm(&fields)
    try settings.take(&fields)
    let successive = fields.take("successive")
    settings.isSuccessive = try successive?.flag ?? false
    if let successive, items == nil {
      throw successive.fault("'successive' is for the items of JSON files")
    }
    if let choice = settings.dateChoice, items != nil || source != nil {
      throw HealthError.malformedMap(
        choice.place, "'oneOf' is for files of separated values, which are read ahead to decide")
    }
    var samples: [MapSample] = []
    for item in try fields.require("samples").list {
      for node in try item.instances(isOfItems: items != nil) {
        samples.append(try MapSample(node, settings))
      }
    }
    try fields.finish()
    if let kinds, items == nil {
      throw kinds.fault("'kinds' is for the items of JSON files")
    }
    if let fallbackNode, isFallback, items?.steps.isEmpty != true {
      throw fallbackNode.fault("expected 'items: .', the object that the text is")
    }
    if let overNode, let over {
      guard items?.object(sharedWith: over) != nil else {
        throw overNode.fault("expected the path of another list in the same object as 'items'")
      }
      guard samples.allSatisfy({ $0.isCategory }) else {
        throw overNode.fault("only samples of categories can be divided, which have no amount")
      }
      guard samples.allSatisfy({ $0.settings.sync == nil }) else {
        throw overNode.fault("the parts of a sample would be versions of one by 'sync'")
      }
    }
    self.samples = samples
    self.settings = settings
  }

  private static func path(_ node: MapNode) throws(HealthError) -> JSONItemPath {
    if let path = JSONItemPath(try node.text) { return path }
    throw node.fault(
      "expected names joined by points, and [] after a list, such as data.metrics[]; or a point alone, for the whole text"
    )
  }
}

extension CSVMap {
  /// The names of the columns in a header.
  static func header(_ cells: [CSVCell], _ bytes: [UInt8]) -> [String] {
    let row = MapRow(bytes, cells, MapRow.Form(MapSettings()))
    return cells.indices.map { row.text($0) ?? "" }
  }

  /// The first rows of a file, each of which may be its header. A row that may be cut is none.
  static func headers(in bytes: [UInt8], file: String) -> [[String]] {
    let end = bytes.lastIndex { $0 == 10 || $0 == 13 } ?? bytes.count
    var rows = CSVRowReader(source: BytesSource(Array(bytes[..<end])), file: file)
    var headers: [[String]] = []
    while headers.count < headerRows, (try? rows.next()) == true {
      headers.append(header(rows.cells, rows.bytes))
      rows.hasBegun = false
    }
    return headers
  }

  /// The delimiter of the map's tables, if all have the same; otherwise it is detected from the
  /// header.
  var delimiter: UInt8? {
    let delimiters = Set(tables.filter { $0.isText }.map(\.settings.delimiter))
    return delimiters.count == 1 ? delimiters.first ?? nil : nil
  }

  /// The most rows among which the header of a file is searched for.
  static let headerRows = 16

  /// The first table that a file is of.
  ///
  /// - Returns: The table, or `nil` if the file is of none.
  func table(for header: [String], file: String, isAmongOthers: Bool) -> Table? {
    tables.first { table in
      switch table.use {
      case _ where !table.isText: false
      case .always: table.fits(header, file)
      case .alone: !isAmongOthers && table.fits(header, file)
      case .named: false
      }
    }
  }
}

extension CSVMap.Table {
  /// Whether it is of files of separated values.
  var isText: Bool { items == nil && source == nil }

  /// Whether a file fits the table: it has the columns, and the name if the table requires one.
  func fits(_ header: [String], _ file: String) -> Bool {
    fits(name: file)
      && self.header.allSatisfy { names in
        names.contains { name in MapColumn(name: name).index(in: header, settings.prefix) != nil }
      }
  }

  /// Whether a file fits the table unambiguously: it fits, and either its name does, or it has no other columns than
  /// the table names.
  func isCertain(_ header: [String], _ file: String) -> Bool {
    guard isText, use != .named, fits(header, file) else { return false }
    if self.file != nil || isDistinct { return true }
    let columns = self.header.joined().map { MapColumn(name: $0) }
    return self.header.count > 2
      && header.allSatisfy { name in columns.contains { $0.match(name) != nil } }
  }

  /// Whether the name of a file is one that the table requires, if it requires one.
  func fits(name path: String) -> Bool {
    guard let file else { return true }
    return Glob(file).matches(path.split(separator: "/").last.map(String.init) ?? path)
  }
}
