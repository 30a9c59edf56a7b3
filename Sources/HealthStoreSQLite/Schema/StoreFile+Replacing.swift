import HealthBytes
import HealthStore
import LibC

extension StoreFile {
  /// Gives a new store its name, in the place of what is there.
  ///
  /// The old file is locked until it is removed, so that it is not in use: SQLite would take the log of one file for
  /// that of the other. If another connection has it open, the new content is written over it instead, in one
  /// transaction.
  ///
  /// - Parameter overwriting: Whether there may be anything to replace.
  /// - Throws: `StoreError`: `.busy` if somebody writes to the old one. Everything is as it was then.
  func replace(with file: AtomicFile, overwriting: Bool) throws(StoreError) {
    // One that another program made meanwhile is not ours to touch.
    if !overwriting, isThere {
      throw StoreError(.busy, name, "was created by another program meanwhile")
    }
    let old: Connection?
    do throws(StoreError) { old = isThere ? try lockExclusively() : nil } catch {
      guard error.code == .busy, let path = file.temporary else { throw error }
      try write(over: path)
      return file.abandon()
    }
    defer { try? old?.close() }
    // Of a file that is gone a log may be left.
    for ending in ["-wal", "-shm", "-journal"] {
      _ = unsafe (path + ending).withSystemPath { unsafe unlink($0) }
    }
    do throws(ByteError) { try file.finish() } catch { throw StoreError(error, name) }
  }

  /// Locks the file exclusively as long as the connection is open, and removes its log. `nil` for a file that is not a
  /// database, so that no connection can have it open.
  private func lockExclusively() throws(StoreError) -> Connection? {
    do throws(StoreError) {
      let connection = try Connection(path, name: name, timeout: 0)
      try connection.run("PRAGMA locking_mode = EXCLUSIVE")
      guard try connection.text("PRAGMA journal_mode = DELETE") == "delete" else {
        throw StoreError(.busy, name, "another program has it open")
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
  private func write(over path: String) throws(StoreError) {
    let new = try Connection(path, name: name)
    defer { try? new.close() }
    let old = try Connection(self.path, name: name)
    defer { try? old.close() }
    try old.replaceContent(with: new)
    // Else the log would stay as long as the store.
    try? old.run("PRAGMA wal_checkpoint(PASSIVE)")
  }
}
