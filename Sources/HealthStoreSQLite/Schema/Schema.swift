import HealthErrors
import HealthStore

/// The tables of a store as SQLite has them.
///
/// Foreign keys are declared, so that users who change a store with their own SQL can let SQLite enforce them. Without
/// an index on the referring column, a foreign key costs a scan of every row; these indexes are created with those for
/// changes. This program does not enforce foreign keys.
enum Schema {
  /// The application id in the header of the file: `HCNV`. No published list contains it.
  static let application: Int64 = 0x4843_4e56
  /// The version of the tables, stored as `user_version`. It changes when a reader of older tables would fail.
  static let version: Int64 = 1

  /// Makes all tables and views, in a database that is empty.
  static func create(_ connection: Connection) throws(HealthError) {
    try connection.run("PRAGMA application_id = \(application)")
    try connection.run("PRAGMA user_version = \(version)")
    for table in StoreTable.all { try create(table, connection) }
    // Indexes of columns that few rows have: to create them later would require another scan of the table.
    try connection.run(parents.sql)
    try connection.run(uuids.sql)
    for view in viewObjects { try connection.run(view.sql) }
  }

  /// The views, which are for others: we read none.
  static let views = StoreView.all(
    SQLDialect(
      localTime: { "datetime(\($0) + 60 * \($1), 'unixepoch')" },
      localDate: { "strftime('%Y-%m-%d', \($0) + 60 * \($1), 'unixepoch')" },
      time: { "replace(substr(\($0), 1, 19), 'T', ' ')" }, date: { $0 }))

  /// Creates a table and, if it is indexed, the index by which its rows are found.
  static func create(
    _ table: StoreTable, _ connection: Connection, isIndexed: Bool = true
  ) throws(HealthError) {
    for object in objects(of: table) where isIndexed || object.kind == .table {
      try connection.run(object.sql)
    }
  }

  /// Creates the index for queries: by series and time.
  static func indexForReading(_ connection: Connection) throws(HealthError) {
    try connection.run(series.sql)
  }

  /// Makes the indexes for changing if nested samples need them to be found at top level. Without them, each is looked for
  /// among the samples of its type that start when it does. That takes long if there are many of those, and it misses a
  /// version with a sync identifier and another start.
  static func indexForNested(_ connection: Connection) throws(HealthError) {
    let found = try connection.integer(
      """
      SELECT EXISTS (
          SELECT 1 FROM series WHERE type IN (
            SELECT r.type FROM sample s JOIN series r ON r.number = s.series WHERE s.parent IS NOT NULL)
          GROUP BY type HAVING count(*) > \(mostNeighbors))
        OR EXISTS (
          SELECT 1 FROM sample WHERE parent IS NOT NULL
          GROUP BY +series, +start_date HAVING count(*) > \(mostNeighbors))
        OR EXISTS (
          SELECT 1 FROM sample WHERE parent IS NOT NULL AND \(StoreContents.syncVersion(of: "sample")) IS NOT NULL
            AND NOT \(StoreContents.isAlsoTopLevelBySeries))
      """)
    if found == 1 { try indexForChanging(connection) }
  }

  /// In how many series, or among how many of its series and time, a nested sample is looked for.
  private static let mostNeighbors = 100

  /// Makes the indexes for changing. A store that is only loaded and read never needs them.
  static func indexForChanging(_ connection: Connection) throws(HealthError) {
    for index in changing { try connection.run(index.sql) }
  }

  /// What every store has.
  static var required: [SchemaObject] {
    StoreTable.all.flatMap(objects(of:)) + [parents, uuids, series] + viewObjects
  }

  private static let viewObjects = views.map {
    SchemaObject(.view, $0.name, of: $0.name, $0.definition)
  }

  /// The indexes for changing: of what refers to metadata and to samples, so that what nothing refers to is found, and
  /// by identity. The last is used for look-ups by other code.
  static var changing: [SchemaObject] {
    references.map { index($0.table, $0.column, [$0.column], of: .filled) }
      + [index(.sample, "id", ["id", "ordinal"], of: .topLevel)]
  }

  private static func objects(of table: StoreTable) -> [SchemaObject] {
    let table = [
      SchemaObject(.table, table.name, of: table.name, definition(of: table)),
      table.role == .dictionary
        ? index(table, "row", table.columns.dropFirst().map(\.name)) : nil,
    ]
    return table.compactMap { $0 }
  }

  private static var parents: SchemaObject {
    index(.sample, "parent", ["parent", "series"], of: .filled)
  }
  private static var uuids: SchemaObject { index(.sample, "uuid", ["uuid"], of: .filled) }
  private static var series: SchemaObject { index(.sample, "series", ["series", "start_date"]) }

  static let identities = "sample_by_id"

  /// Whether the indexes for changing are there.
  static func isIndexedForChanging(_ connection: Connection) throws(HealthError) -> Bool {
    try connection.integer(
      "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = '\(identities)'") != nil
  }

  /// SQL of whether a nested row of `sample` is also at top level, for the indexes that there are.
  static func isAlsoTopLevel(_ connection: Connection) throws(HealthError) -> String {
    try isIndexedForChanging(connection)
      ? StoreContents.isAlsoTopLevel : StoreContents.isAlsoTopLevelBySeries
  }

  /// Columns that refer to rows which may be deleted, other than to the parent of their own row.
  static let references: [(table: StoreTable, column: String)] = StoreTable.all.flatMap { table in
    table.columns.dropFirst().compactMap { column in
      guard column.type == .reference("metadata") || column.type == .reference("sample"),
        (table.name, column.name) != ("sample", "parent")
      else { return nil }
      return (table, column.name)
    }
  }

  /// Which rows an index has.
  private enum IndexedRows {
    case all
    /// Those with a value in the first column.
    case filled
    /// Samples at top level. Others may have one identity by thousands, which each would be compared with.
    case topLevel
  }

  private static func index(
    _ table: StoreTable, _ name: String, _ columns: [String], of rows: IndexedRows = .all
  ) -> SchemaObject {
    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let name = "\(table.name)_by_\(name)"
    let condition =
      switch rows {
      case .all: ""
      case .filled: " WHERE \"\(columns[0])\" IS NOT NULL"
      case .topLevel: " WHERE parent IS NULL"
      }
    return SchemaObject(
      .index, name, of: table.name,
      "CREATE INDEX IF NOT EXISTS \"\(name)\" ON \"\(table.name)\" (\(list))\(condition)")
  }

  static func definition(of table: StoreTable) -> String {
    let isOwned = table.role == .parts
    // Their only key is a number, which is SQLite's row identifier.
    let isNumbered = !isOwned && table.columns.first?.type == .integer
    var lines = table.columns.enumerated().map { index, column in
      var line = "  \"\(column.name)\" \(word(for: column.type))"
      if index == 0, !isOwned { line += " PRIMARY KEY" }
      if !column.isOptional, index > 0 || !isNumbered { line += " NOT NULL" }
      if case .reference(let other) = column.type {
        // With its column: programs that read the schema do not look up what the key of a table is.
        line += " REFERENCES \"\(other)\" (\"\(key(of: other))\")"
        if (isOwned && index == 0) || (table.role == .samples && other == table.name) {
          line += " ON DELETE CASCADE"
        }
      }
      return line
    }
    if isOwned {
      let key = table.columns.prefix(2).map { "\"\($0.name)\"" }.joined(separator: ", ")
      lines.append("  PRIMARY KEY (\(key))")
    }
    return "CREATE TABLE \"\(table.name)\" (\n\(lines.joined(separator: ",\n"))\n)"
      + (isNumbered ? "" : " WITHOUT ROWID")
  }

  /// The column of a table by which others refer to its rows.
  private static func key(of table: String) -> String {
    StoreTable.all.first { $0.name == table }?.columns.first?.name ?? "number"
  }

  private static func word(for type: StoreTable.Column.DataType) -> String {
    switch type {
    // Seconds since 1970: fractions are stored in the exact text form.
    case .integer, .instant, .reference: "INTEGER"
    case .real: "REAL"
    case .text: "TEXT"
    case .bytes, .id: "BLOB"
    }
  }
}

/// A table, index or view, and the statement that makes it.
struct SchemaObject: Equatable {
  /// The kinds, as `sqlite_schema` names them.
  enum Kind: String {
    case table, index, view
  }

  let kind: Kind
  let name: String
  /// The table that it is of; of a table and of a view the name.
  let table: String
  let sql: String

  init(_ kind: Kind, _ name: String, of table: String, _ sql: String) {
    self.kind = kind
    self.name = name
    self.table = table
    self.sql = sql
  }

  /// The statement as SQLite stores it: it leaves out the words that mean nothing later.
  var storedSQL: String {
    let words = "CREATE \(kind.rawValue.uppercased()) IF NOT EXISTS "
    guard sql.hasPrefix(words) else { return sql }
    return "CREATE \(kind.rawValue.uppercased()) " + sql.dropFirst(words.count)
  }
}

extension Schema {
  /// Refuses a database whose schema is not exactly the one that this program makes.
  ///
  /// Whatever else a schema contains is run or read when a table is: generated columns, constraints and indexes on
  /// expressions compute what their author wrote, and may never end.
  ///
  /// - Throws: `HealthError`: `.foreign` for objects that this program does not create, `.damaged` for missing ones.
  static func check(_ connection: Connection) throws(HealthError) {
    guard try connection.text("PRAGMA encoding") == "UTF-8" else {
      throw HealthError(.foreign, connection.name, "has texts that are not UTF-8")
    }
    let required = required
    var known: [String: SchemaObject] = [:]
    for object in required + changing { known[object.name] = object }
    var missing = Set(required.map(\.name))
    let statement = try connection.statement("SELECT type, name, tbl_name, sql FROM sqlite_master")
    defer { statement.reset() }
    while try statement.step() {
      let (kind, name) = (try statement.text(0), try statement.text(1))
      guard let object = known[name], object.kind.rawValue == kind,
        try statement.text(2) == object.table, try statement.optionalText(3) == object.storedSQL
      else { throw foreign(kind, name, connection) }
      missing.remove(name)
    }
    if let name = missing.min() {
      throw HealthError(.damaged, connection.name, "is damaged: it has no table or index '\(name)'")
    }
  }

  private static func foreign(_ kind: String, _ name: String, _ connection: Connection)
    -> HealthError
  {
    // Both come from the file.
    let isPlain = (name + kind).utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "z")).contains($0)
    }
    let object =
      isPlain && name.utf8.count < 64 ? "the \(kind) '\(name)'" : "a table, index or view"
    return HealthError(
      .foreign, connection.name,
      "has \(object), which is not one of this program. Keep tables, indexes and views of your own in another database "
        + "and use ATTACH")
  }
}
