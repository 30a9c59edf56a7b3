import CSQLite
import HealthBytes
import HealthFormats

/// A database file that is being made: one connection, one transaction.
///
/// No other process uses the file before it is complete, and an incomplete one is removed: so there is no journal, and
/// only the end waits for the disk.
@safe
final class DogsheepDatabase {
  private var connection: OpaquePointer?
  /// The name of the file in messages.
  private let name: String
  /// How many columns were added to tables.
  var addedColumns = 0
  private var renamed: DogsheepStatement?

  /// How many columns may be added to all tables together: every program that opens the database reads them.
  private static let mostAddedColumns = 5_000

  /// Whether tables may have more columns.
  var mayAddColumn: Bool { addedColumns < Self.mostAddedColumns }

  /// Opens a file that is there and empty.
  init(_ path: String, name: String) throws(WriteError) {
    self.name = name
    let status = unsafe path.withSystemPath {
      unsafe sqlite3_open_v2($0, &connection, SQLITE_OPEN_READWRITE, nil)
    }
    try check(status)
    try execute("PRAGMA journal_mode = OFF")
    try execute("PRAGMA synchronous = OFF")
    try execute("PRAGMA locking_mode = EXCLUSIVE")
    // In KiB: what is written to many tables in turn stays at hand.
    try execute("PRAGMA cache_size = -16384")
    try execute("BEGIN")
  }

  deinit { unsafe sqlite3_close_v2(connection) }

  /// Writes everything to the file and lets go of it. All other statements have to be gone.
  func close() throws(WriteError) {
    renamed = nil
    try execute("COMMIT")
    try unsafe check(sqlite3_close(connection))
    unsafe connection = nil
  }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(WriteError) {
    try unsafe check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  /// Prepares a statement.
  func prepare(_ sql: String) throws(WriteError) -> DogsheepStatement {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    try unsafe check(sqlite3_prepare_v3(connection, sql, -1, flags, &statement, nil))
    return unsafe DogsheepStatement(statement, of: self)
  }

  /// Notes that a column could not have the name of what is in it.
  func noteRenaming(table: String, column: String, wanted: String) throws(WriteError) {
    if renamed == nil {
      try execute("CREATE TABLE renamed_columns (table_name TEXT, column_name TEXT, name TEXT)")
      renamed = try prepare("INSERT INTO renamed_columns VALUES (?, ?, ?)")
    }
    try renamed?.run([table, column, wanted])
  }

  /// The number of the row inserted last.
  var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(connection) }

  /// Throws what a call says if it failed.
  func check(_ status: Int32) throws(WriteError) {
    guard status != SQLITE_OK else { return }
    throw WriteError(ByteError(sqlite: status, name))
  }
}

/// A statement that is run again and again.
@safe
final class DogsheepStatement {
  private let statement: OpaquePointer?
  private let database: DogsheepDatabase

  /// Takes over a statement.
  @unsafe init(_ statement: OpaquePointer?, of database: DogsheepDatabase) {
    unsafe self.statement = statement
    self.database = database
  }

  deinit { unsafe sqlite3_finalize(statement) }

  /// Binds nothing.
  func bindNull(_ index: Int) throws(WriteError) {
    try unsafe database.check(sqlite3_bind_null(statement, Int32(index + 1)))
  }

  /// Binds a whole number.
  func bind(_ value: Int64, _ index: Int) throws(WriteError) {
    try unsafe database.check(sqlite3_bind_int64(statement, Int32(index + 1), value))
  }

  /// Binds a number.
  func bind(_ value: Double, _ index: Int) throws(WriteError) {
    try unsafe database.check(sqlite3_bind_double(statement, Int32(index + 1), value))
  }

  /// Binds a text that has to stay where it is until the statement has run. Its buffer has an address, be it
  /// empty: without one it would be no text.
  @unsafe func bind(text: UnsafeRawBufferPointer, _ index: Int) throws(WriteError) {
    let base = unsafe text.baseAddress?.assumingMemoryBound(to: CChar.self)
    try unsafe database.check(
      sqlite3_bind_text64(
        statement, Int32(index + 1), base, UInt64(text.count), nil, UInt8(SQLITE_UTF8)))
  }

  /// Binds bytes that have to stay where they are until the statement has run.
  @unsafe func bind(bytes: UnsafeRawBufferPointer, _ index: Int) throws(WriteError) {
    try unsafe database.check(
      sqlite3_bind_blob64(
        statement, Int32(index + 1), bytes.baseAddress, UInt64(bytes.count), nil))
  }

  /// Runs the statement with texts.
  ///
  /// - Returns: Whether there was a row.
  @discardableResult
  func run(_ texts: [String]) throws(WriteError) -> Bool {
    for (index, text) in texts.enumerated() {
      let bytes = Array(text.utf8)
      // SQLite copies what is said to be gone after the call.
      let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      try unsafe database.check(
        sqlite3_bind_text(
          statement, Int32(index + 1), bytes.map { CChar(bitPattern: $0) } + [0],
          Int32(clamping: bytes.count), transient))
    }
    return try run()
  }

  /// Runs the statement, which may be run again then.
  ///
  /// - Returns: Whether there was a row.
  @discardableResult
  func run() throws(WriteError) -> Bool {
    let status = unsafe sqlite3_step(statement)
    _ = unsafe sqlite3_reset(statement)
    guard status != SQLITE_DONE, status != SQLITE_ROW else { return status == SQLITE_ROW }
    try database.check(status)
    return false
  }
}

extension ByteError {
  /// What a status of SQLite says about a file, in our own words: SQLite's hold names of columns.
  init(sqlite status: Int32, _ subject: String) {
    switch status & 0xff {
    case SQLITE_FULL: self.init(.noSpace, subject, "no space left on the device")
    case SQLITE_CANTOPEN: self.init(.notFound, subject, "cannot be opened as a database")
    case SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH:
      self.init(.permission, subject, "permission denied")
    case SQLITE_TOOBIG:
      self.init(.tooLarge, subject, "a text or a row is larger than a database can hold")
    case SQLITE_CORRUPT, SQLITE_NOTADB: self.init(.corrupt, subject, "is not a sound database")
    default: self.init(.io, subject, "writing the database failed with status \(status)")
    }
  }
}
