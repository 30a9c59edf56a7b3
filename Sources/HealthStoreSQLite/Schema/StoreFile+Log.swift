import CSQLite
import GRDBSQLite
import HealthBytes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension StoreFile {
  /// Removes the empty log and the shared memory that SQLite leaves when it cannot make the latter.
  ///
  /// Only with the exclusive lock, which nobody gets while another has the file open. A connection that locks first
  /// keeps the index of the log in memory of its own, so this works on a full disk.
  func removeEmptyLog() {
    guard let log = FileStatus(path: path + "-wal", following: true), log.size == 0 else { return }
    var database: OpaquePointer?
    defer { unsafe sqlite3_close_v2(database) }
    let lock = "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE"
    guard unsafe sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      let database = unsafe database, unsafe SQLiteDistrust(database) == SQLITE_OK,
      unsafe sqlite3_exec(database, lock, nil, nil, nil) == SQLITE_OK
    else { return }
    _ = unsafe (path + "-shm").withSystemPath { unsafe unlink($0) }
    // The log goes with the connection.
    _ = unsafe sqlite3_exec(database, "ROLLBACK", nil, nil, nil)
  }
}
