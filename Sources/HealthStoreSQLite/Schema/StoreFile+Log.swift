import CHealthSQLite
import HealthBytes
import LibC

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
