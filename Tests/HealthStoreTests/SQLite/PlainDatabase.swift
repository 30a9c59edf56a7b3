import CHealthSQLite

/// A database as any other program opens it: SQLite alone, without any setting of ours.
@safe
final class PlainDatabase {
  /// What SQLite refused.
  struct Failure: Error {
    let message: String
  }

  private let handle: OpaquePointer?

  /// Opens a database, and makes it if there is none.
  init(_ path: String) throws {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open(path, &handle)
    unsafe self.handle = handle
    try check(code)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
    throw Failure(message: unsafe String(cString: sqlite3_errmsg(handle)))
  }

  /// Runs statements that give no rows.
  func run(_ sql: String) throws { try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil)) }

  /// The rows of a query, each value as text; `nil` for `NULL`. Real numbers are as Swift prints them.
  func rows(_ sql: String) throws -> [[String?]] {
    var statement: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { unsafe sqlite3_finalize(statement) }
    var rows: [[String?]] = []
    while true {
      let code = unsafe sqlite3_step(statement)
      try check(code)
      guard code == SQLITE_ROW else { return rows }
      rows.append(
        (0..<(unsafe sqlite3_column_count(statement))).map { column in
          if unsafe sqlite3_column_type(statement, column) == SQLITE_FLOAT {
            return "\(unsafe sqlite3_column_double(statement, column))"
          }
          guard let text = unsafe sqlite3_column_text(statement, column) else { return nil }
          let count = Int(unsafe sqlite3_column_bytes(statement, column))
          return unsafe String(
            decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
        })
    }
  }

  /// Whether there is a table.
  func hasTable(_ name: String) throws -> Bool {
    try !rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '\(name)'").isEmpty
  }
}
