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
  private var statement: Statement?
  private var columns = 0
  /// Whether the rows have numbers of their own, which come before the columns.
  private var isNumbered = false
  private var row: Int64 = 0

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

  func begin(_ query: MapQuery) throws(HealthError) {
    statement = nil
    (columns, row) = (query.columns.count, 0)
    let names = try tables()[query.table]?.columns ?? []
    isNumbered = !names.contains { $0.lowercased() == "_rowid_" }
    if isNumbered, let numbered = try? Statement(Self.sql(query, isNumbered: true), connection) {
      statement = numbered
      return
    }
    // A table whose rows have no numbers.
    isNumbered = false
    do throws(HealthError) {
      statement = try Statement(Self.sql(query, isNumbered: false), connection)
    } catch { throw error.readError }
  }

  func next(
    _ bytes: inout [UInt8], _ cells: inout [Range<Int>?]
  ) throws(HealthError) -> Int64? {
    guard let statement else { return nil }
    do throws(HealthError) {
      guard try statement.step() else {
        self.statement = nil
        return nil
      }
      let first = isNumbered ? 1 : 0
      row = isNumbered ? statement.integer(0) : row + 1
      for column in 0..<columns {
        let start = bytes.count
        switch try statement.value(first + column, as: .text) {
        case .integer(let value): bytes += String(value).utf8
        case .real(let value) where Self.absent.contains(value):
          cells.append(nil)
          continue
        case .real(let value): bytes += Self.text(of: value).utf8
        case .text(let text): bytes += text.utf8
        case .bytes(let value): bytes += Self.text(of: value).utf8
        default:
          cells.append(nil)
          continue
        }
        cells.append(start..<bytes.count)
      }
      guard bytes.count <= Limits.databaseRow.value else {
        throw HealthError(beyond: Limits.databaseRow, of: connection.name)
      }
      return row
    } catch { throw error.readError }
  }

  // MARK: Texts

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
    return isNumbered ? sql + " ORDER BY t._rowid_" : sql
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// What Android stores where nothing was measured: `MIN_VALUE` of Java's `Double` and `Float`.
  private static let absent: [Double] = [
    .leastNonzeroMagnitude, Double(Float.leastNonzeroMagnitude),
  ]

  /// A real number as its shortest text; of a whole number, without a fraction.
  private static func text(of value: Double) -> String {
    if value.magnitude < 0x1p53, let whole = Int64(exactly: value) { return String(whole) }
    return "\(value)"
  }

  /// Bytes as a UUID if there are 16, otherwise as hexadecimal digits.
  private static func text(of bytes: [UInt8]) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if bytes.count == 16, [4, 6, 8, 10].contains(index) { text += "-" }
      if byte < 16 { text += "0" }
      text += String(byte, radix: 16)
    }
    return text
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
