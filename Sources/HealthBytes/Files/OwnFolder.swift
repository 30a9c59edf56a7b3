import LibC

/// A hidden folder of one process, which holds the lock of a file in it. The lock shows whether the process is running.
package final class OwnFolder {
  /// The name in the folder that it is in.
  package let name: String
  private let path: String
  private let lock: Int32

  /// Makes a folder with the first free number. The caller holds the lock of the study: no process removes the folder as unused
  /// before it is locked.
  init(in folder: String, _ prefix: String) throws(HealthError) {
    var number = 1
    while unsafe "\(folder)/\(prefix)\(number)".withSystemPath({ unsafe mkdir($0, 0o700) }) != 0 {
      guard errno == EEXIST else {
        throw HealthError(system: errno, "\(folder)/\(prefix)\(number)")
      }
      number += 1
    }
    name = "\(prefix)\(number)"
    path = "\(folder)/\(name)"
    let file = Self.file(path)
    lock = unsafe file.withSystemPath { unsafe open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    if lock < 0 { throw HealthError(system: errno, file) }
    while flock(lock, LOCK_EX) != 0 {
      if errno != EINTR { throw HealthError(system: errno, file) }
    }
  }

  deinit {
    if lock >= 0 {
      FolderListing.remove(path)
      close(lock)
    }
  }

  private static func file(_ path: String) -> String { "\(path)/.lock" }

  /// Whether the process of such a folder may be running; `true` if that is not known.
  package static func isInUse(_ path: String) -> Bool {
    let number = unsafe file(path).withSystemPath { unsafe open($0, O_RDWR | O_CLOEXEC) }
    if number < 0 { return errno != ENOENT && errno != ENOTDIR }
    defer { close(number) }
    return flock(number, LOCK_EX | LOCK_NB) != 0
  }
}
