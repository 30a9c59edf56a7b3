import CHealthSQLite
import HealthBytes
import HealthStore
import LibC

/// The file of a store: whether it is a store, whether it is sound, and its version.
struct StoreFile {
  let path: String

  /// - Parameter path: The path that the user gave.
  init(_ path: String) {
    // SQLite takes some names for something else than a file.
    self.path = path.hasPrefix("/") ? path : "./\(path)"
    isNamed = !path.isEmpty
    name = isNamed ? path : "sqlite"
  }

  /// Whether there is a path at all.
  private let isNamed: Bool

  let name: String

  /// Whether there is something at the path.
  var isThere: Bool { identity != nil }

  /// Which file is at the path now.
  var identity: FileStatus.Identity? { FileStatus(path: path, following: true)?.identity }

  /// Refuses a path at which no file can be made.
  func checkPlace() throws(HealthError) {
    let isLink = !isThere && FileStatus(path: path, following: false) != nil
    if !isNamed || isLink { throw missing }
  }

  /// Why there is no file.
  private var missing: HealthError {
    let reason =
      switch name {
      case _ where !isNamed: "the address names no file, expected one such as sqlite:health.db"
      case "-": "a database is not read from a pipe, name its file"
      case _ where FileStatus(path: path, following: false) != nil:
        "is a link to a file that does not exist"
      default: "no such file"
      }
    return HealthError(.notFound, name, reason)
  }

  /// Opens a connection, after checking the type of the file.
  func connect() throws(HealthError) -> Connection {
    // While waiting for a lock, the file may have been replaced. It is not replaced again and again.
    for _ in 0..<8 {
      let before = identity
      let connection: Connection
      do throws(HealthError) { connection = try open() } catch {
        if before == identity { throw error }
        continue
      }
      if before == identity {
        connection.file = before
        return connection
      }
      try connection.close()
    }
    throw HealthError(.busy, name, "is being replaced by other programs again and again")
  }

  private func open() throws(HealthError) -> Connection {
    guard isNamed, let status = FileStatus(path: path, following: true) else {
      throw missing
    }
    if status.isDirectory {
      throw HealthError(.foreign, name, "is a folder, expected a database of this program")
    }
    guard status.isRegular, status.size > 0 else {
      throw HealthError(.foreign, name, "is empty, expected a database of this program")
    }
    let connection: Connection
    do throws(HealthError) { connection = try Connection(path, name: name) } catch {
      removeEmptyLog()
      connection = try connectImmutable(error)
    }
    guard try isOurs(connection) else {
      throw HealthError(.foreign, name, "is a database of another program")
    }
    return connection
  }

  private func isOurs(_ connection: Connection) throws(HealthError) -> Bool {
    try connection.integer("PRAGMA application_id") == Schema.application
  }

  /// Opens a file in a read-only folder, where it cannot change.
  private func connectImmutable(_ error: HealthError) throws(HealthError) -> Connection {
    let isLogged = FileStatus(path: path + "-wal", following: true).map { $0.size > 0 } ?? false
    // Where the file and its folder can be written, something else is wrong.
    let isWritable =
      FileStatus.mayWrite(path) && FileStatus.mayWrite(AtomicFile.split(path).folder)
    guard error.code == .failed || error.code == .readOnly, !isLogged, !isWritable else {
      throw error
    }
    do throws(HealthError) {
      return try Connection(Self.address(of: path) + "?immutable=1", name: name)
    } catch _ { throw error }
  }

  /// What SQLite opens the file at a path by: the path, or an address where it is not UTF-8.
  static func location(of path: String) -> String {
    SystemPath.isEscaped(path) ? address(of: path) : path
  }

  /// The path as an address that SQLite knows.
  static func address(of path: String) -> String {
    var address = "file:"
    for byte in SystemPath.bytes(path) {
      switch byte {
      case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"), 0x80...:
        address += "%" + String(byte, radix: 16)
      default: address.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return address
  }

  /// Checks the store before it is used: version, and soundness where a program that wrote to it has died.
  ///
  /// - Parameter isWritten: Whether it is to be written, so that an older one may be updated.
  func prepare(isWritten: Bool) throws(HealthError) -> Connection {
    try recover()
    let connection = try connect()
    let version = try connection.integer("PRAGMA user_version") ?? 0
    if version > Schema.version {
      throw HealthError(
        .newer, name,
        "has version \(version) of the tables, made by a newer version of this program; this one reads version \(Schema.version)"
      )
    }
    if version < Schema.version {
      guard isWritten else {
        throw HealthError(
          .unsupported, name,
          "is of the old version \(version): it is brought up to date when it is opened for writing"
        )
      }
      try SchemaMigration.all.run(connection, from: version, path: path)
    }
    try Schema.check(connection)
    // A copy may have lost the setting. With it, writers do not block readers.
    if isWritten, !connection.isReadOnly { try connection.run("PRAGMA journal_mode = WAL") }
    return connection
  }

  /// A log without an open connection was left by a program that crashed. It contains committed data; before it is
  /// merged into the file, the whole file is checked.
  private func recover() throws(HealthError) {
    guard let log = FileStatus(path: path + "-wal", following: true), log.size > 0,
      let connection = try? Connection(path, name: name, timeout: 0), !connection.isReadOnly
    else { return }
    do throws(HealthError) {
      // Granted only if no other connection has the file open.
      try connection.run("PRAGMA locking_mode = EXCLUSIVE")
      try connection.run("BEGIN IMMEDIATE")
    } catch {
      if error.code == .busy { return }
      throw error
    }
    defer { connection.rollBack() }
    // For a file of another program, the check would run expressions of its schema.
    guard try isOurs(connection), try connection.integer("PRAGMA user_version") == Schema.version
    else { return }
    try Schema.check(connection)
    let answer = try connection.text("PRAGMA quick_check(1)") ?? "no answer"
    if answer != "ok" {
      throw HealthError(
        .damaged, name, "is damaged, after a program that wrote to it was killed: \(answer)")
    }
  }
}

extension StoreFile {
  /// Removes the empty log and the shared memory that SQLite leaves when it cannot make the latter.
  ///
  /// Requires the exclusive lock, which is granted only if no other connection has the file open. A connection that
  /// takes this lock first keeps the index of the log in its own memory, so this works on a full disk.
  func removeEmptyLog() {
    guard let log = FileStatus(path: path + "-wal", following: true), log.size == 0 else { return }
    var database: OpaquePointer?
    defer { unsafe sqlite3_close_v2(database) }
    let lock = "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE"
    guard unsafe sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      let database = unsafe database, unsafe SQLiteConfigure(database, 1) == SQLITE_OK,
      unsafe sqlite3_exec(database, lock, nil, nil, nil) == SQLITE_OK
    else { return }
    _ = unsafe (path + "-shm").withSystemPath { unsafe unlink($0) }
    // The log goes with the connection.
    _ = unsafe sqlite3_exec(database, "ROLLBACK", nil, nil, nil)
  }
}

extension StoreFile {
  /// Gives a new store its name, replacing the existing content.
  ///
  /// The old file is locked until it is removed, so that it is not in use: SQLite would use the log of one file for
  /// that of the other. If another connection has it open, the new content is written over it instead, in one
  /// transaction.
  ///
  /// - Parameter overwriting: Whether there may be anything to replace.
  /// - Returns: Whether the file has its name; `false` if there is one that may not be replaced, as another program made it.
  /// - Throws: `HealthError`: `.busy` if another connection writes to the old one, and nothing is changed then.
  func replace(with file: AtomicFile, overwriting: Bool) throws(HealthError) -> Bool {
    // Otherwise the log of another new store could be mistaken for one that was left behind.
    try FolderTurn.run(in: AtomicFile.split(path).folder) { () throws(HealthError) in
      try replaceInTurn(with: file, overwriting: overwriting)
    }
  }

  private func replaceInTurn(
    with file: AtomicFile, overwriting: Bool
  ) throws(HealthError) -> Bool {
    if !overwriting, isThere { return false }
    let old: Connection?
    do throws(HealthError) { old = isThere ? try lockExclusively() : nil } catch {
      guard error.code == .busy, let path = file.temporary else { throw error }
      try write(over: path)
      file.abandon()
      return true
    }
    defer { try? old?.close() }
    // The log of a removed file may be left.
    for ending in ["-wal", "-shm", "-journal"] {
      _ = unsafe (path + ending).withSystemPath { unsafe unlink($0) }
    }
    do throws(HealthError) { try file.finish() } catch { throw error.ofStore(name) }
    return true
  }

  /// Locks the file exclusively as long as the connection is open, and removes its log. `nil` for a file that is not a
  /// database, so that no connection can have it open.
  private func lockExclusively() throws(HealthError) -> Connection? {
    do throws(HealthError) {
      let connection = try Connection(path, name: name, timeout: 0)
      try connection.run("PRAGMA locking_mode = EXCLUSIVE")
      guard try connection.text("PRAGMA journal_mode = DELETE") == "delete" else {
        throw HealthError(.busy, name, "another program has it open")
      }
      try connection.run("BEGIN EXCLUSIVE")
      return connection
    } catch {
      if error.code == .busy { throw error }
      return nil
    }
  }

  /// Writes a new store over the existing one in one transaction: open connections see either the
  /// old or the new content.
  private func write(over path: String) throws(HealthError) {
    let new = try Connection(path, name: name)
    defer { try? new.close() }
    let old = try Connection(self.path, name: name)
    defer { try? old.close() }
    try old.replaceContent(with: new)
    // Else the log would remain as long as the store.
    try? old.run("PRAGMA wal_checkpoint(PASSIVE)")
  }
}
