// An SQLite file may come from an attacker (`Connection`, `Schema.check`). Before its schema is parsed, the
// connection is set to defensive mode, without triggers and views, with a limit on the length of values. Before any
// table is read, `sqlite_schema` is compared with the definitions of `Schema`: generated columns, checks and indexes
// on expressions could run foreign SQL. `store check` has a time limit in proportion to the file
// (`Connection.processorTime`). An error while a value is bound is thrown by the next step (`Statement`).
//
// If a crashed program left a log, the file is checked before it is used; a running program holds a lock and is
// therefore recognized. A store that is replaced (`--overwrite`) is locked exclusively until it is removed, since
// SQLite would take the log of one file for that of the other; if it is open elsewhere, the new store is written
// over it in one transaction. A database of another layout is replaced in the same way. A file that was moved to the
// path is noticed by its inode number when a connection is opened. Foreign keys are declared for other programs but
// not enforced, since SQLite would search every table for every deleted sample; `check()` verifies them. An older
// schema is migrated in one transaction after a backup next to it (`health.db.backup-v1`). `make test-kill` kills
// loads at random.

import CHealthSQLite
import HealthBytes
import HealthStore
import LibC

/// A connection to a database.
///
/// One thread at a time may use it.
@safe
final class Connection: @unchecked Sendable {
  /// The name of the database in errors.
  let name: String
  /// The folder of a database that is a temporary file: errors for lack of space name it.
  var temporaryFolder: String?
  let handle: OpaquePointer
  private var isClosed = false
  /// Until it is closed, there are files next to the database.
  private var delay: InterruptionDelay?
  private var statements: [String: Statement] = [:]
  private let timeLimit = TimeLimit()
  /// Which file it was opened on, where that matters.
  var file: FileStatus.Identity?
  /// Keeps others of this process from taking SQLite's locks from it.
  private let held: HeldFile?

  /// How much processor time of the thread statements may take from now on; `nil` for any. A damaged tree of pages may have
  /// no end. What takes more fails. Looked at every 10,000 steps of SQLite's virtual machine.
  var processorTime: Duration? {
    get { timeLimit.deadline.map { $0 - Self.threadTime } }
    set { timeLimit.deadline = newValue.map { Self.threadTime + $0 } }
  }

  /// The processor time that the thread has taken: on a busy machine the clock says little about the work.
  private static var threadTime: Duration {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// What SQLite asks while it runs a statement, in the thread that does.
  private final class TimeLimit {
    /// The processor time of the thread at which they end.
    var deadline: Duration?
    /// How many more times it may ask while a transaction reads.
    var left = Int64.max
  }

  /// After how many steps of its virtual machine SQLite asks.
  private static let stepsAtOnce: Int32 = 10_000

  /// Bounds the steps of SQLite's virtual machine until the transaction ends. Where pages of a damaged tree refer to each
  /// other, it has no end.
  ///
  /// To read or delete everything takes some steps for each byte of the file, and up to 50 where many nested samples are
  /// looked for.
  func limitSteps() throws(HealthError) {
    timeLimit.left = .max
    timeLimit.left = (20_000_000 + 500 * (try size())) / Int64(Self.stepsAtOnce)
  }

  /// The bytes of the database, 2^50 at most.
  func size() throws(HealthError) -> Int64 {
    let bytes = try (integer("PRAGMA page_count") ?? 0) * (integer("PRAGMA page_size") ?? 0)
    return min(bytes, 1 << 50)
  }

  /// For how long a second writer waits for the first, in seconds.
  static let timeout: Double = 5
  /// Of pages in memory, in KiB.
  static let pageCache = 8_192
  /// The same while pages are read one after another and needed once: what is kept of them only costs page faults.
  static let scanCache = 1_024

  /// The most bytes of a value and of a row. A file may state any length; SQLite allocates it.
  static let longestRow = Int32(Limits.databaseRow.value)
  /// The same of a table's definition, while the schema is parsed.
  private static let longestDefinition: Int32 = 1 << 16

  /// Opens the database at a path, which has to be there.
  ///
  /// - Parameters:
  ///   - isOwn: Whether this program makes the file now. Of others, nothing in the schema is run.
  ///   - timeout: For how long to wait for others, in seconds.
  init(
    _ path: String, name: String, isOwn: Bool = false, timeout: Double = Connection.timeout
  ) throws(HealthError) {
    self.name = name
    // SQLite opens files next to the database later, when it needs them.
    guard OpenFiles.haveRoom(for: 8) else {
      throw HealthError(.failed, name, "cannot be opened: too many open files")
    }
    held = HeldFile(path)
    if !path.isEmpty { delay = InterruptionDelay() }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
    let code = unsafe StoreFile.location(of: path).withCString {
      unsafe sqlite3_open_v2($0, &opened, flags, nil)
    }
    guard let handle = unsafe opened else { throw HealthError(sqlite: code, name, "unknown error") }
    unsafe self.handle = handle
    if code != SQLITE_OK { throw failure() }
    // SQLite opens a file for reading where opening it for writing fails for whatever reason. Then a connection would
    // leave a log that it made.
    if isReadOnly, !path.isEmpty, FileStatus.mayWrite(path) {
      throw HealthError(.failed, name, "cannot be opened for writing")
    }
    try configure(isOwn: isOwn, timeout: timeout)
    // A signal or the deadline interrupts a long query, so that the connection is closed.
    unsafe sqlite3_progress_handler(
      handle, Self.stepsAtOnce,
      { context in
        if Interruption.isPending { return 1 }
        guard let context = unsafe context else { return 0 }
        let limit = unsafe Unmanaged<TimeLimit>.fromOpaque(context).takeUnretainedValue()
        limit.left -= 1
        return limit.left < 0 || limit.deadline.map { $0 <= Connection.threadTime } == true ? 1 : 0
      }, Unmanaged.passUnretained(timeLimit).toOpaque())
    try run("PRAGMA cache_size = -\(Self.pageCache)")
    // What is committed is on the disk, and a log does not stay large.
    try run("PRAGMA synchronous = FULL")
    try run("PRAGMA journal_size_limit = 16777216")
  }

  deinit { try? close() }

  /// Settings that come before all else, and the first reading of the schema.
  private func configure(isOwn: Bool, timeout: Double) throws(HealthError) {
    var code = unsafe sqlite3_extended_result_codes(handle, 1)
    if code == SQLITE_OK { code = unsafe sqlite3_busy_timeout(handle, Int32(timeout * 1000)) }
    if code == SQLITE_OK { code = unsafe SQLiteConfigure(handle, isOwn ? 0 : 1) }
    guard code == SQLITE_OK else { throw failure(code) }
    _ = unsafe sqlite3_limit(
      handle, SQLITE_LIMIT_LENGTH, isOwn ? Self.longestRow : Self.longestDefinition)
    // SQLite keeps all of a schema in memory, and the time to parse it grows with the square of its length. So the
    // parsing of one that is much larger than ours ends: each object takes some ten steps of SQLite's machine, and in
    // 5,000 steps it parses some 500 of them; ours has fewer than 100.
    var calls: Int32 = 0
    code = unsafe withUnsafeMutablePointer(to: &calls) { calls in
      if !isOwn {
        unsafe sqlite3_progress_handler(
          handle, 500,
          { context in
            guard let calls = unsafe context?.assumingMemoryBound(to: Int32.self) else { return 1 }
            unsafe calls.pointee += 1
            return unsafe calls.pointee > 10 ? 1 : 0
          }, calls)
      }
      defer { unsafe sqlite3_progress_handler(handle, 0, nil, nil) }
      return unsafe sqlite3_exec(handle, "SELECT 1 FROM sqlite_master LIMIT 1", nil, nil, nil)
    }
    if code & 0xff == SQLITE_INTERRUPT || code & 0xff == SQLITE_TOOBIG {
      throw HealthError(.foreign, name, "has a larger schema than the databases of this program")
    }
    guard code == SQLITE_OK else { throw failure(code) }
    _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestRow)
  }

  /// Closes the connection, which cannot be used afterwards.
  func close() throws(HealthError) {
    if isClosed { return }
    isClosed = true
    for statement in statements.values { statement.end() }
    statements = [:]
    guard unsafe sqlite3_close(handle) == SQLITE_OK else {
      // Some statement is not ended yet: the connection is closed with the last.
      _ = unsafe sqlite3_close_v2(handle)
      throw HealthError(.failed, name, "cannot be closed")
    }
    delay = nil
  }

  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") != 0 }

  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(unsafe sqlite3_changes(handle)) }

  /// Runs SQL that gives no rows, or whose rows do not matter.
  func run(_ sql: String) throws(HealthError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure() }
  }

  /// A statement, prepared once. The caller may use it until the next request for the same one.
  func statement(_ sql: String) throws(HealthError) -> Statement {
    if let statement = statements[sql] {
      statement.reset()
      return statement
    }
    let statement = try Statement(sql, self)
    statements[sql] = statement
    return statement
  }

  /// Drops an index, if it is there.
  func drop(index: String) throws(HealthError) {
    // While a statement is half-way, SQLite refuses.
    for statement in statements.values { statement.reset() }
    try run("DROP INDEX IF EXISTS \"\(index)\"")
  }

  /// The whole number that SQL gives in its first column; `nil` for no row, and for nothing.
  func integer(_ sql: String) throws(HealthError) -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
  }

  /// The text that SQL gives in its first column; `nil` for no row, and for nothing.
  func text(_ sql: String) throws(HealthError) -> String? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.optionalText(0) : nil
  }

  /// Why the last call failed.
  func failure() -> HealthError { failure(unsafe sqlite3_extended_errcode(handle)) }

  func failure(_ code: Int32) -> HealthError {
    // SQLite calls a database malformed when the device fails to read it.
    if code & 0xff == SQLITE_CORRUPT, let failure = readFailure { return failure }
    if code & 0xff == SQLITE_INTERRUPT, timeLimit.left < 0 {
      return HealthError(.damaged, name, "is damaged: reading it does not end")
    }
    // SQLite's text is that of the last call; the code may be of an earlier one.
    let isLast = unsafe sqlite3_extended_errcode(handle) == code
    let text = unsafe isLast ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
    let message = unsafe text.map { unsafe String(cString: $0) } ?? "unknown error"
    if let temporaryFolder, [SQLITE_FULL, SQLITE_IOERR].contains(code & 0xff) {
      return HealthError(sqlite: code, temporaryFolder, message).ofTemporaryFile
    }
    return HealthError(sqlite: code, name, message)
  }

  /// Whether the last call failed because memory is short.
  var isShortOfMemory: Bool { unsafe sqlite3_errcode(handle) == SQLITE_NOMEM }

  /// Why the device failed to read the file, if that was its last error: SQLite reports it as damage.
  var readFailure: HealthError? {
    var errno: Int32 = 0
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &errno)
    guard code == SQLITE_OK, [EIO, ENXIO, ERANGE].contains(errno) else { return nil }
    return HealthError(.failed, name, "reading failed: \(HealthError(system: errno, "").message)")
  }
}

extension Connection {
  /// Writes another database over this one, as one change.
  ///
  /// - Throws: `HealthError`: `.busy` if another connection writes, or if this cannot be done while others have it open.
  func replaceContent(with other: Connection) throws(HealthError) {
    guard let backup = unsafe sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw failure()
    }
    let code = unsafe sqlite3_backup_step(backup, -1)
    let end = unsafe sqlite3_backup_finish(backup)
    if code == SQLITE_READONLY {
      // Its pages are of another size.
      throw HealthError(.busy, name, "another program has it open")
    }
    if end != SQLITE_OK { throw failure() }
  }

  /// Does something in a transaction, which is rolled back if that fails.
  func transaction<T>(
    _ begin: String, _ body: () throws(HealthError) -> T
  ) throws(HealthError) -> T {
    try run(begin)
    defer { timeLimit.left = .max }
    do throws(HealthError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs a body in a read transaction, so that it sees one state of the database.
  func reading<T>(_ body: () throws(HealthError) -> T) throws(HealthError) -> T {
    try transaction("BEGIN") { () throws(HealthError) in
      try limitSteps()
      return try body()
    }
  }

  /// Runs a body in a write transaction, which is rolled back if it throws.
  func writing<T>(_ body: () throws(HealthError) -> T) throws(HealthError) -> T {
    try transaction("BEGIN IMMEDIATE") { () throws(HealthError) in
      try limitSteps()
      return try body()
    }
  }

  /// Moves the content of the log into the file, unless the store is in use.
  func emptyLog() {
    try? run("PRAGMA busy_timeout = 0")
    try? run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Rolls back the transaction, if one is open.
  func rollBack() {
    for statement in statements.values { statement.reset() }
    timeLimit.left = .max
    if isInTransaction { _ = unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }
}
