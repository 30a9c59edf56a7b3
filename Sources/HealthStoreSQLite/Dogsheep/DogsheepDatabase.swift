import HealthStore

/// A database file that is being made: one connection, one transaction.
///
/// No other process uses the file before it is complete, and an incomplete one is removed: so there is no journal, and
/// only the end waits for the disk.
final class DogsheepDatabase {
  let connection: Connection
  /// How many columns were added to tables.
  var addedColumns = 0

  /// How many columns may be added to all tables together: every program that opens the database reads them.
  private static let mostAddedColumns = 5_000

  /// Whether tables may have more columns.
  var mayAddColumn: Bool { addedColumns < Self.mostAddedColumns }

  /// Opens an existing, empty file.
  init(_ path: String, name: String) throws(StoreError) {
    connection = try Connection(path, name: name, isOwn: true)
    try connection.run("PRAGMA journal_mode = OFF")
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("PRAGMA locking_mode = EXCLUSIVE")
    // In KiB: what is written to many tables in turn is cached.
    try connection.run("PRAGMA cache_size = -16384")
    try connection.run("BEGIN")
  }

  /// Notes that a column could not have the name of its content.
  func noteRenaming(table: String, column: String, wanted: String) throws(StoreError) {
    try connection.run(
      "CREATE TABLE IF NOT EXISTS renamed_columns (table_name TEXT, column_name TEXT, name TEXT)")
    let insert = try connection.statement("INSERT INTO renamed_columns VALUES (?, ?, ?)")
    for (index, text) in [table, column, wanted].enumerated() { insert.bind(index + 1, text) }
    try insert.run()
  }
}
