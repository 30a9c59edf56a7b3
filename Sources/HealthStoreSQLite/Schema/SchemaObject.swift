import HealthStore

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
  /// The statement.
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
  /// - Throws: `StoreError`: `.foreign` for what this program does not make, `.damaged` for what is missing.
  static func check(_ connection: Connection) throws(StoreError) {
    guard try connection.text("PRAGMA encoding") == "UTF-8" else {
      throw StoreError(.foreign, connection.name, "has texts that are not UTF-8")
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
      throw StoreError(.damaged, connection.name, "is damaged: it has no table or index '\(name)'")
    }
  }

  private static func foreign(_ kind: String, _ name: String, _ connection: Connection)
    -> StoreError
  {
    // Both come from the file.
    let isPlain = (name + kind).utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "z")).contains($0)
    }
    let object =
      isPlain && name.utf8.count < 64 ? "the \(kind) '\(name)'" : "a table, index or view"
    return StoreError(
      .foreign, connection.name,
      "has \(object), which is not one of this program. Keep tables, indexes and views of your own in another database "
        + "and use ATTACH")
  }
}
