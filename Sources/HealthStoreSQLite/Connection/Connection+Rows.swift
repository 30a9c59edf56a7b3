import CHealthSQLite
import HealthBytes
import HealthStore

extension Connection: SQLDatabase {
  func rows(
    _ statement: String, _ values: [StoreValue], as types: [StoreTable.Column.DataType]
  ) throws(HealthError) -> [[StoreValue]] {
    let statement = try self.statement(statement)
    defer { statement.reset() }
    for (index, value) in values.enumerated() { statement.bind(index + 1, value) }
    var rows: [[StoreValue]] = []
    var bytes = 0
    while try statement.step() {
      let row = try types.enumerated().map { (column, type) throws(HealthError) in
        // SQLite returns the bytes of a text that was stored as another type.
        type == .text && !statement.isNull(column)
          ? .text(try statement.text(column)) : try statement.value(column, as: type)
      }
      bytes += row.textBytes
      guard bytes <= Limits.databaseAnswer.value else {
        throw HealthError(beyond: Limits.databaseAnswer, of: name)
      }
      rows.append(row)
    }
    return rows
  }
}

extension HealthError {
  /// The error for a result of SQLite's.
  ///
  /// - Parameter message: What SQLite says to it, for results that have no words of ours.
  init(sqlite result: Int32, _ name: String, _ message: String) {
    switch result & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(.busy, name, "another program writes to it, and did not end in time")
    case SQLITE_FULL:
      self.init(.full, name, "no space left on the device")
    case SQLITE_IOERR where result == Self.writeFailed || result == Self.outOfMemory:
      // On a full disk, the shared memory next to a log cannot grow either.
      self.init(.full, name, "writing failed, maybe for lack of space on the device")
    case SQLITE_READONLY where result == Self.moved:
      self.init(.busy, name, "was replaced by another file meanwhile; nothing was saved")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      self.init(.readOnly, name, "is read-only")
    case SQLITE_CORRUPT, SQLITE_CONSTRAINT:
      // No constraint of a store's tables can be violated by input.
      self.init(.damaged, name, "is damaged: \(message)")
    case SQLITE_NOTADB:
      self.init(.foreign, name, "is no database, expected one of this program")
    case SQLITE_ERROR where message.hasPrefix("no such"):
      // A table is missing that the version of the file requires.
      self.init(.damaged, name, "is damaged: \(message)")
    case SQLITE_NOMEM:
      self.init(.failed, name, "there is not enough memory")
    case SQLITE_TOOBIG:
      self.init(
        .unsupported, name,
        "has or would have \(Limits.databaseRow.excess)")
    case SQLITE_INTERRUPT:
      self.init(.failed, name, "took longer than the time limit for a file of its size")
    case SQLITE_CANTOPEN:
      self.init(.failed, name, "cannot be opened: \(message)")
    default:
      self.init(.failed, name, message)
    }
  }

  /// `SQLITE_IOERR_WRITE`, `SQLITE_IOERR_SHMSIZE`, `SQLITE_READONLY_DBMOVED`: macros that Swift does not see.
  private static var moved: Int32 { SQLITE_READONLY | 4 << 8 }
  private static var writeFailed: Int32 { SQLITE_IOERR | 3 << 8 }
  private static var outOfMemory: Int32 { SQLITE_IOERR | 19 << 8 }
}
