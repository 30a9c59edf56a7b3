// A database of another program may come from an attacker. It is opened as a file that does not change, without its log,
// with the settings and limits of `Connection`. Only tables are read, never views or virtual tables, and only columns
// that are stored; the names of both are compared with the schema before they become part of a statement. No index is
// used, since one on an expression could run what its author wrote. Other tables are joined by the number of a row alone,
// so that a join costs one search. The steps of all statements are limited by the size of the file.

import HealthBytes
package import HealthFormats
import HealthModel
import HealthStore

/// An SQLite database of another program, of which maps read tables.
final class ForeignDatabase: MapDatabase {
  private let connection: Connection
  let size: Int64
  private var known: [String: MapDatabaseTable]?

  /// Opens a database.
  ///
  /// - Throws: `HealthError`: if it is damaged, exceeds a limit, or has changes that are not in the file.
  init(_ path: String, name: String) throws(HealthError) {
    let path = path.hasPrefix("/") ? path : "./\(path)"
    if let log = FileStatus(path: path + "-wal", following: true), log.size > 0 {
      throw HealthError(
        .failed, name,
        "has changes in a log next to it ('-wal'), as another program has it open or did not close it. Close that program, or copy the database with the command '.backup' of SQLite"
      ).readError
    }
    do throws(HealthError) {
      connection = try Connection(
        StoreFile.address(of: path) + "?immutable=1", name: name, timeout: 0)
      size = try connection.size()
      try connection.run("PRAGMA automatic_index = OFF")
      try connection.run("BEGIN")
      try connection.limitSteps()
    } catch { throw error.readError }
  }

  func tables() throws(HealthError) -> [String: MapDatabaseTable] {
    if let known { return known }
    var tables: [String: MapDatabaseTable] = [:]
    do throws(HealthError) {
      let names = try Statement(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0", connection)
      while try names.step() {
        let name = try names.text(0)
        tables[name] = try table(name)
      }
    } catch { throw error.readError }
    known = tables
    return tables
  }

  private func table(_ name: String) throws(HealthError) -> MapDatabaseTable {
    let info = try Statement("PRAGMA main.table_xinfo(\(Self.quoted(name)))", connection)
    var (columns, keys): ([String], [(name: String, type: String)]) = ([], [])
    while try info.step() {
      // Generated columns are computed by expressions of the schema.
      guard info.integer(6) == 0 else { continue }
      let column = try info.text(1)
      columns.append(column)
      if info.integer(5) > 0 { keys.append((column, try info.text(2))) }
    }
    let isNumber = keys.count == 1 && keys[0].type.uppercased() == "INTEGER"
    return MapDatabaseTable(columns: columns, key: isNumber ? keys[0].name : nil)
  }

  func count(of table: String) throws(HealthError) -> Int64 {
    do throws(HealthError) {
      let statement = try Statement(
        "SELECT count(*) FROM main.\(Self.quoted(table)) NOT INDEXED", connection)
      return try statement.step() ? statement.integer(0) : 0
    } catch { throw error.readError }
  }

  func rows(of query: MapQuery) throws(HealthError) -> any MapRows {
    let names = try tables()[query.table]?.columns ?? []
    let isNumbered = !names.contains { $0.lowercased() == "_rowid_" }
    if isNumbered, let numbered = try? Statement(Self.sql(query, isNumbered: true), connection) {
      return ForeignRows(numbered, connection, columns: query.columns.count, isNumbered: true)
    }
    // A table whose rows have no numbers.
    do throws(HealthError) {
      let statement = try Statement(Self.sql(query, isNumbered: false), connection)
      return ForeignRows(statement, connection, columns: query.columns.count, isNumbered: false)
    } catch { throw error.readError }
  }

  // MARK: SQL

  /// A statement for rows; all names are quoted, and exist in the schema.
  private static func sql(_ query: MapQuery, isNumbered: Bool) -> String {
    func name(_ column: MapQuery.Column) -> String {
      "\(alias(column.table)).\(quoted(column.name))"
    }
    // The aliases of a map could be equal to each other for SQLite, which ignores case.
    let aliases = query.joins.map(\.alias)
    func alias(_ table: String?) -> String {
      table.flatMap { aliases.firstIndex(of: $0) }.map { "j\($0)" } ?? "t"
    }
    var columns = query.columns.map(name)
    if isNumbered { columns.insert("t._rowid_", at: 0) }
    var sql =
      "SELECT \(columns.joined(separator: ", ")) FROM main.\(quoted(query.table)) AS t NOT INDEXED"
    for join in query.joins {
      sql += " LEFT JOIN main.\(quoted(join.table)) AS \(alias(join.alias)) NOT INDEXED"
      sql += " ON \(alias(join.alias)).\(quoted(join.key)) = \(name(join.reference))"
    }
    // A column of the file may name a collation that SQLite does not have.
    var order = query.order.map { "\(name($0)) COLLATE BINARY" }
    if isNumbered { order.append("t._rowid_") }
    return order.isEmpty ? sql : sql + " ORDER BY \(order.joined(separator: ", "))"
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}

extension MapDatabases {
  /// SQLite databases of other programs.
  package static let sqlite = MapDatabases(
    isDatabase: { bytes in
      guard ByteScan.equal(bytes.span, at: 0, to: "SQLite format 3\0") else { return false }
      guard bytes.count >= 72 else { return true }
      let application = bytes[68..<72].reduce(0 as Int64) { $0 << 8 | Int64($1) }
      return application != Schema.application
    },
    open: { (path, name) throws(HealthError) in try ForeignDatabase(path, name: name) })
}
